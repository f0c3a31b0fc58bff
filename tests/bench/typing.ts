import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { build, preview } from 'vite';
import { siteMonth, siteStamp } from '../../src/records/time.ts';
import { longTask } from '../database/stock/saving.ts';
import { headersOf } from '../e2e/sites.ts';
import { keys, logIn, rpc } from '../e2e/support.ts';
import { openBrowser } from './bench-browser.ts';

// What a keystroke costs with 300 sites of 35 visits: in the overview and its selection, in a choice of a site, and in the search of
// all visits; and in the history of one of them, which has 5,000.

const [sites, visits, longHistory] = [300, 35, 5_000];
const names = ['Residensi', 'Menara', 'Kondominium', 'Pangsapuri', 'Taman', 'Plaza'];
const places = ['Selasih', 'Kayangan', 'Angsana', 'Bayu', 'Cempaka', 'Kenanga', 'Orkid'];

const nameOf = (site: number) => `${names[site % names.length]} ${places[site % places.length]} ${site}`;

/** Every third week; in the long history three a day. */
const tasksOf = (site: number) =>
  Array.from({ length: site === sites ? longHistory : visits }, (_, index) => {
    const days = site === sites ? index * 0.34 : index * 21 + (site % 20);
    const visited = new Date(Date.parse('2026-11-01T09:00:00+08:00') - days * 86_400_000);
    const kind = ['preventive', 'preventive', 'emergency', 'other'][(site + index) % 4];
    return { ...longTask(index + 1), ...siteMonth(visited), time: siteStamp(visited), kind, urls: [] };
  });

async function fill(page: Page): Promise<void> {
  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  for (let site = 1; site <= sites; site += 1) {
    const data = {
      name: nameOf(site),
      sitename: `${places[site % places.length]} Heights, Phase ${site}`,
      address: `${site} Jalan ${places[(site + 3) % places.length]}, 81299 Johor Bahru`,
      jmb_name: `Pn. Noraini ${site}`,
      person_in_charge: 100_000_000 + site,
      visit_every_months: 1,
      tasks2024: tasksOf(site),
    };
    const response = await page.request.post('/rest/v1/maintable', { headers: headersOf(session), data });
    if (!response.ok()) throw new Error(await response.text());
  }
}

interface Cost {
  /** Milliseconds that the page's thread worked for each keystroke; other work on the machine does not count. */
  work: number[];
  /** Milliseconds until the next frame showed it, on this machine and at a quarter of its processor. */
  shown: number[];
  shownSlowly: number[];
}

/** Begins to wait for a key; `shown` then is a promise of the milliseconds until the frame after it. As text: compilers add helpers. */
const watchKey = `void (globalThis.shown = new Promise((done) => addEventListener('keydown', ({ timeStamp }) =>
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp))), { once: true, capture: true })))`;

/** Milliseconds, after which the answers to a keystroke have come too. */
const pause = 600;

async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

/** Presses the keys one by one, waiting after each until the page is idle. @returns milliseconds until each was shown */
async function pressAll(page: Page, pressed: readonly string[], after?: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (const key of pressed) {
    await page.evaluate(watchKey);
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>('shown'));
    await page.waitForTimeout(pause);
    await after?.();
  }
  return times;
}

/** What keys in a field cost: each is pressed once for its work, and once at each speed of the processor. */
async function press(page: Page, field: Locator, pressed: readonly string[]): Promise<Cost> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await field.click();
  const work: number[] = [];
  let before = await workOf(cdp);
  const shown = await pressAll(page, pressed, async () => {
    const now = await workOf(cdp);
    work.push(now - before);
    before = now;
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const shownSlowly = await pressAll(page, pressed);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { work, shown, shownSlowly };
}

/** Types the words letter by letter, and takes them back. */
function typed(words: string): string[] {
  const letters = Array.from(words, (letter) => (letter === ' ' ? 'Space' : letter));
  return [...letters, ...letters.map(() => 'Backspace')];
}

/** Selects and unselects all sites, with the focus on the box for all, which a click has checked. */
const all: readonly string[] = ['Escape', 'Space', 'Space', 'Space', 'Escape', 'Space'];
/** Selects row by row, and then none. */
const rows: readonly string[] = [
  ...Array.from({ length: 5 }, () => 'Shift+ArrowDown'),
  'Space',
  'Shift+Space',
  'Escape',
];

const history = `/data-fetcher?${new URLSearchParams({ site: nameOf(sites) })}`;
const searchLabel = 'Search by name, address or person';
const screens: readonly [string, string, (page: Page) => Locator, readonly string[]][] = [
  ['Overview: search', '/DataEditor/overview', (page) => page.getByLabel(searchLabel), typed('kayangan 12')],
  ['Overview: selection of all sites', '/DataEditor/overview', (page) => page.getByLabel('Select all that match'), all],
  ['Overview: selection by row', '/DataEditor/overview', (page) => page.locator('tbody input').first(), rows],
  [
    'Service History: choice of a site',
    '/data-fetcher',
    (page) => page.getByLabel('Site', { exact: true }),
    typed('kayangan 12'),
  ],
  ['Service History: search', history, (page) => page.getByLabel('Search titles and texts'), typed('motor gear')],
  [
    'Service History: first day',
    `${history}&from=2026-01-01&to=2026-10-31`,
    (page) => page.getByRole('textbox', { name: 'From', exact: true }),
    ['ControlOrMeta+a', ...typed('2 mac 2026')],
  ],
  [
    'Data Deleter: choice of a site',
    '/datadeleter',
    (page) => page.getByLabel('Name', { exact: true }),
    typed('10000 jalan'),
  ],
  [
    'All visits: search',
    '/DataEditor/visits',
    (page) => page.getByLabel('Search titles, texts and sites'),
    typed('motor gear'),
  ],
  [
    'All visits: choice of a site',
    '/DataEditor/visits',
    (page) => page.getByLabel('Site', { exact: true }),
    typed('kayangan 12'),
  ],
];

const folder = await mkdtemp(join(tmpdir(), 'portal-typing-'));
process.env['PORTAL_DATA_DIR'] = folder;
process.env['NODE_ENV'] = 'production';
await build({ mode: 'embedded', logLevel: 'error' });
const server = await preview({ mode: 'embedded', logLevel: 'error' });
const browser = await openBrowser();
try {
  const context = await browser.newContext({ baseURL: server.resolvedUrls?.local[0] ?? '', bypassCSP: true });
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  await fill(page);
  await logIn(page, keys.admin, '/DataEditor/overview');

  console.log(
    `${sites} sites with ${visits} visits each, one with ${longHistory}, milliseconds for a keystroke: the median (longest)\n`,
  );
  console.log('| Typed in | Work | Shown | Shown, a quarter of the processor |\n| --- | --- | --- | --- |');
  for (const [name, path, fieldOf, pressed] of screens) {
    await page.goto(path);
    const field = fieldOf(page);
    await field.and(page.locator(':enabled')).waitFor();
    await page.waitForTimeout(2_000);
    const cost = await press(page, field, pressed);
    const cells = [cost.work, cost.shown, cost.shownSlowly].map((times) => {
      const sorted = times.toSorted((a, b) => a - b);
      return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? NaN)} (${Math.round(sorted.at(-1) ?? NaN)})`;
    });
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
