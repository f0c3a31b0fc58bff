import { readdirSync } from 'node:fs';
import type { Browser, BrowserContext } from '@playwright/test';

/** A screen that is opened again. */
export interface ReturnVisit {
  path: string;
  /** A word that only the records bring. */
  word: string;
  /** What the tab stores as the portal's session. */
  session: string;
}

/** The phone of Lighthouse's mobile preset. */
const phone = { slower: 4, latency: 150, bytesPerSecond: (1_638.4 * 1_024) / 8 };

/**
 * Opens the portal once, so that its service worker keeps the whole of it, and returns a function that opens a screen as
 * the next visit does: in a new tab with a stored session, at a quarter of the processor, on 1.6 Mbit/s, 150 ms away.
 */
export async function warmUp(browser: Browser, url: string): Promise<(visit: ReturnVisit) => Promise<number>> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(`navigator.serviceWorker.ready`);
  // the guides are kept last
  await page.waitForFunction(`(async () => {
    const kept = await caches.keys();
    const files = await Promise.all(kept.map(async (name) => (await caches.open(name)).keys()));
    return files.flat().filter((request) => new URL(request.url).pathname.startsWith('/guides/')).length === ${readdirSync('public/guides').length};
  })()`);
  await page.close();
  return (visit) => openAgain(context, url, visit);
}

/** Milliseconds from the navigation until a word of the screen's records is on the page. */
async function openAgain(context: BrowserContext, url: string, { path, word, session }: ReturnVisit): Promise<number> {
  const page = await context.newPage();
  try {
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: phone.latency,
      downloadThroughput: phone.bytesPerSecond,
      uploadThroughput: phone.bytesPerSecond,
    });
    await tools.send('Emulation.setCPUThrottlingRate', { rate: phone.slower });
    // as text: a function would contain helpers that the compiler adds, which the page does not have
    await page.addInitScript(`
      sessionStorage.setItem('portal.session', ${JSON.stringify(session)});
      (function watch() {
        if (document.querySelector('main')?.textContent.includes(${JSON.stringify(word)})) performance.mark('records');
        else requestAnimationFrame(watch);
      })();
    `);
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    const marked = await page.waitForFunction(`performance.getEntriesByName('records')[0]?.startTime`);
    return Number(await marked.jsonValue());
  } finally {
    await page.close();
  }
}
