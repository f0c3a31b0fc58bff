import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { build, preview } from 'vite';
import { siteMonth, siteStamp } from '../../src/records/time.ts';
import { longTask } from '../database/stock/saving.ts';
import { keys, logIn } from '../e2e/support.ts';
import { openBrowser } from './bench-browser.ts';
import { medianText } from './tables.ts';

const sizes = [100, 1000, 5000, 20_000];
const runs = 5;
/** A desktop computer, and a phone with a processor a quarter as fast. */
const devices = [
  { viewport: { width: 1280, height: 800 }, slowed: 1 },
  { viewport: { width: 360, height: 740 }, slowed: 4 },
] as const;
type Device = (typeof devices)[number];

/** A visit every three hours from 2022 on. */
const tasksOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const visited = new Date(Date.parse('2022-01-01T09:00:00+08:00') + index * 3 * 3_600_000);
    const kind = index % 2 === 0 ? 'preventive' : 'emergency';
    const task = longTask(index + 1);
    // file names are random in real data too, and random names compress badly
    const urls = task.urls.map((url) => url.replace(/-[-\da-f]{36}/u, `-${randomUUID()}`));
    return { ...task, ...siteMonth(visited), time: siteStamp(visited), kind, urls };
  });

/** Records in the page when its first card was drawn. */
const watchFirstCard = `new MutationObserver((_, observer) => {
  if (!document.getElementsByTagName('article')[0]) return;
  observer.disconnect();
  // after the frame that shows it
  requestAnimationFrame(() => setTimeout(() => { globalThis.firstCard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });`;

/** Milliseconds from the last byte of the site's record to the first card. */
const untilFirstCard = `firstCard - performance.getEntriesByType('resource').find(({ name }) => name.includes('/maintables')).responseEnd`;

/** Milliseconds from a choice to the frame that shows the filtered list. */
const untilFiltered = `new Promise((resolve) => {
  const kind = [...document.querySelectorAll('select')].at(-1);
  const heading = () => document.querySelector('h2').textContent;
  const before = heading();
  const begun = performance.now();
  kind.value = 'emergency';
  kind.dispatchEvent(new Event('change', { bubbles: true }));
  const look = () => (heading() === before ? requestAnimationFrame(look) : setTimeout(() => resolve(performance.now() - begun)));
  requestAnimationFrame(look);
})`;

interface Opened {
  first: number;
  filtered: number;
  /** Megabytes of the page's objects once all tasks are in it. */
  heap: number;
}

async function open(page: Page, body: string, count: number, slowed: number): Promise<Opened> {
  await page.addInitScript(watchFirstCard);
  await page.route('**/rest/v1/maintables*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.route('**/storage/v1/object/sign/**', (route) => route.fulfill({ json: [] }));
  // loads the code of the screen, which is not to be measured
  await logIn(page, keys.selasih, '/maintenance?year=2030');
  await page.getByText('No activities during requested period').waitFor();
  // a long answer takes seconds to send, and the portal would show a saved copy in its place
  await page.evaluate('indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.goto('/maintenance');
  await page.waitForFunction('globalThis.firstCard !== undefined');
  const first = await page.evaluate<number>(untilFirstCard);
  await page.waitForFunction(`document.getElementsByTagName('article').length === ${count}`);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1e6;
  return { first, filtered: await page.evaluate<number>(untilFiltered), heap };
}

/** The record of the demo site with other tasks, as the API returns it. */
async function recordWith(page: Page, tasks: readonly object[]): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().includes('/rest/v1/maintables'));
  await logIn(page, keys.selasih, '/maintenance');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of the demonstration
  const rows = (await (await answered).json()) as object[];
  return JSON.stringify(rows.map((row) => ({ ...row, tasks2024: tasks })));
}

async function measure(browser: Browser, baseURL: string, count: number): Promise<string> {
  const inPage = async <Result>(viewport: Device['viewport'], act: (page: Page) => Promise<Result>) => {
    // scripts reach the page as text, which its content security policy would refuse
    const context = await browser.newContext({ baseURL, viewport, bypassCSP: true });
    // 20,000 tasks can take minutes on a busy machine
    context.setDefaultTimeout(180_000);
    const result = await act(await context.newPage());
    await context.close();
    return result;
  };
  const body = await inPage(devices[0].viewport, (page) => recordWith(page, tasksOf(count)));
  const cells = [count, (body.length / 1e6).toFixed(2), (gzipSync(body).length / 1e6).toFixed(2)];
  for (const { viewport, slowed } of devices) {
    const opened: Opened[] = [];
    for (let run = 1; run <= runs; run += 1)
      opened.push(await inPage(viewport, (page) => open(page, body, count, slowed)));
    cells.push(
      ...(['first', 'filtered', 'heap'] as const).map((figure) => medianText(opened.map((load) => load[figure]))),
    );
  }
  return `| ${cells.join(' | ')} |`;
}

const folder = await mkdtemp(join(tmpdir(), 'portal-growth-'));
process.env['PORTAL_DATA_DIR'] = folder;
process.env['NODE_ENV'] = 'production';
await build({ mode: 'embedded', logLevel: 'error' });
const server = await preview({ mode: 'embedded', logLevel: 'error' });
const browser = await openBrowser();
try {
  const url = server.resolvedUrls?.local[0] ?? '';
  console.log(
    `The dashboard of a site with all its years, milliseconds: the median of ${runs} (shortest to longest)\n`,
  );
  const columns = ['First card', 'First filter', 'MB of memory'];
  const head = ['Tasks', 'MB', 'compressed', ...columns, ...columns.map((column) => `${column}, phone`)];
  console.log(`| ${head.join(' | ')} |\n| ${head.map(() => '---').join(' | ')} |`);
  for (const size of sizes) console.log(await measure(browser, url, size));
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
