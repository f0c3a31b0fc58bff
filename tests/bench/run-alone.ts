import type { Browser } from '@playwright/test';
import type { BenchServer } from './bench-server.ts';
import type { BenchRun, Variant } from './page/bench-messages.ts';

/** Wraps a run, to measure it: the page is idle until `work` is called. */
export type Around = <T>(work: () => Promise<T>) => Promise<T>;

const patience = 180_000;

/**
 * Runs a variant in a page without a debugger: a debugger keeps a copy of everything that the page fetches in the page's
 * memory, which would be measured too. If the run fails, the result has the reason in `error`.
 */
export async function runAlone(
  browser: Browser,
  server: BenchServer,
  variant: Variant,
  tasks: number,
  around: Around = (work) => work(),
): Promise<BenchRun> {
  const session = await browser.newBrowserCDPSession();
  // a context that Playwright does not know, so that it attaches no debugger
  const { browserContextId } = await session.send('Target.createBrowserContext', { disposeOnDetach: true });
  try {
    const waiting = server.nextPage();
    const order = encodeURIComponent(JSON.stringify({ variant, tasks }));
    await session.send('Target.createTarget', { url: `${server.url}/#${order}`, browserContextId });
    const begin = await within(waiting);
    server.forgetTraffic();
    const run = await around(() => within(begin()));
    return { ...run, requests: [...server.traffic.others] };
  } catch (error) {
    const nothing = { ms: 0, bytes: 0, missing: 0, longestTask: 0, longestGap: 0, requests: [] };
    return { ...nothing, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await session.detach();
  }
}

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page stops responding')), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
