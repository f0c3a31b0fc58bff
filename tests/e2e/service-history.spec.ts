import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { keys, logIn, test } from './support.ts';
import { measureComputing } from './processor-time.ts';
import { expectWellMade } from './well-made.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Tasks' });
/** The rows of tasks, without those of the headings. */
const bodyRows = (page: Page) => table(page).locator('tbody tr[aria-rowindex]:has(th)');
const year = (page: Page) => page.getByLabel('Year', { exact: true });
/** What is said above the list of how many there are. */
const counted = (page: Page, words: RegExp | string) => page.getByRole('status').filter({ hasText: words });
const month = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}, `, 'u') });

/** Logs in with the key of Selasih Park to its service history. */
async function openHistory(page: Page, query = ''): Promise<void> {
  await logIn(page, keys.selasih, `/data-fetcher${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
}

/** Makes the site's record hold so many tasks, one a minute, the last one the newest. */
async function serveTasks(page: Page, count: number): Promise<void> {
  const begin = Date.parse('2026-03-01T00:00:00+08:00');
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    time: new Date(begin + index * 60_000).toISOString(),
    urls: [],
    year: '2026',
    month: 'mar',
    title: `Visit ${index + 1}`,
    tasks: index % 3 === 0 ? 'Arm bolts re-torqued. '.repeat(12) : 'Loop tuned.',
    pdf: '',
    showing: 'True',
  }));
  await page.route('**/rest/v1/maintables*', async (route) => {
    const response = await route.fetch();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of the demonstration
    const rows = (await response.json()) as object[];
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, tasks2024: tasks })) });
  });
}

test('a client comes by the menu, narrows down, and Back brings the filters again', async ({ page }) => {
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Service History' }).click();
  await expect(counted(page, /^\d+ tasks$/)).toBeVisible();
  await year(page).selectOption('2026');
  await month(page, 'March 2026').check();
  await expect(counted(page, /^7 of \d+ tasks$/)).toBeVisible();
  await page.getByRole('searchbox').fill('GATE');
  await expect(table(page).locator('mark').first()).toHaveText(/gate/iu);
  const report = page.getByRole('link', { name: 'Report of March 2026' });
  const address = await report.getAttribute('href');
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await expect(page).toHaveURL('/data-fetcher?year=2026&month=mar&q=GATE&sort=title');
  const titles = await table(page).getByRole('rowheader').allTextContents();
  expect(titles.length).toBeGreaterThan(0);

  expect(address).toBe('/maintenance?year=2026&month=mar');
  await bodyRows(page).first().getByRole('rowheader').click();
  await page.getByRole('link', { name: 'All of March 2026 and its report' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
  await page.getByRole('link', { name: 'Previous month: February 2026' }).click();
  await expect(page).toHaveURL('/maintenance?year=2026&month=february');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('GATE');
  await expect(month(page, 'March 2026')).toBeChecked();
  expect(await table(page).getByRole('rowheader').allTextContents()).toEqual(titles);
  // one step further back is the page before, not a filter
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test('a link leads to a task within its filters; its photos and PDF open over it', async ({ page }) => {
  await openHistory(page, '?year=2026&month=mar');
  const withPhotos = bodyRows(page)
    .filter({ hasText: /\d photos/ })
    .first();
  const title = (await withPhotos.getByRole('rowheader').getByRole('button').textContent()) ?? '';
  // anywhere on the row
  await withPhotos.getByRole('cell').nth(1).click({ force: true });
  const details = page.getByRole('dialog', { name: 'Task details' });
  await expect(details.getByRole('heading', { name: title })).toBeVisible();
  const address = page.url();
  await details.getByRole('button', { name: /^View Photos/ }).click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(address);
  await expect(details).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(withPhotos.getByRole('rowheader').getByRole('button')).toBeFocused();
  // and from their cell at once
  await withPhotos.getByRole('button', { name: /photos of/u }).click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/data-fetcher?year=2026&month=mar');

  await page.goto(address);
  await expect(details.getByRole('heading', { name: title })).toBeVisible();
  await details.getByRole('link', { name: 'All of March 2026 and its report' }).click();
  await expect(page).toHaveURL('/maintenance?year=2026&month=mar');
});

test('five thousand tasks are there at once and scroll to the last', async ({ page }) => {
  await serveTasks(page, 5_000);
  await openHistory(page);
  await expect(counted(page, '5000 tasks')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Service History');
  // read already: what is measured is the page itself
  const computed = await measureComputing(page);
  await page.evaluate(async () => {
    document.querySelector<HTMLAnchorElement>('a[href^="/data-fetcher"]')?.click();
    while (!document.querySelector('tbody tr[aria-rowindex="3"]')) await new Promise(requestAnimationFrame);
  });
  expect(await computed()).toBeLessThan(1_000);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '5002');
  await expect(bodyRows(page).first()).toContainText('Visit 5000');

  let most = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, 9_000);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    most = Math.max(most, await bodyRows(page).count());
  }
  await page.keyboard.press('End');
  await expect(bodyRows(page).last()).toHaveAttribute('aria-rowindex', '5002');
  await expect(bodyRows(page).last()).toBeInViewport();
  await expect(bodyRows(page).last().getByRole('rowheader')).toHaveText('Visit 1');
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(80);

  // a new order is read from its beginning
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await expect(bodyRows(page).first()).toBeInViewport();
  await expect(bodyRows(page).first().getByRole('rowheader')).toHaveText('Visit 1');
  await page.getByRole('searchbox').pressSequentially('visit 4999');
  await expect(counted(page, '1 of 5000 tasks')).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(1);
});

test('scrolling leaves no row unplaced: each begins where the one above it ends', async ({ page }) => {
  await serveTasks(page, 300);
  await openHistory(page);
  await expect(counted(page, '300 tasks')).toBeVisible();
  for (const place of [4_000, 9_000, 2_500]) {
    await page.evaluate((top) => scrollTo(0, top), place);
    await expect
      .poll(() =>
        bodyRows(page).evaluateAll((rows) =>
          rows.some((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top < innerHeight / 2 && bottom > innerHeight / 2;
          }),
        ),
      )
      .toBe(true);
    const jumps = await bodyRows(page).evaluateAll(
      (rows) =>
        rows.slice(1).filter((row, index) => {
          const above = rows[index]?.getBoundingClientRect().bottom ?? 0;
          return Math.abs(row.getBoundingClientRect().top - above) > 1;
        }).length,
    );
    expect(jumps).toBe(0);
  }
});

test('the focus stays in its row when that scrolls out of sight', async ({ page }) => {
  await serveTasks(page, 1_000);
  await openHistory(page);
  const second = page.getByRole('button', { name: 'Visit 999', exact: true });
  await second.focus();
  await page.mouse.move(400, 600);
  await page.mouse.wheel(0, 20_000);
  await expect(second).not.toBeInViewport();
  await expect(second).toBeFocused();
});

test('the CSV file holds what is filtered, with times of Singapore', async ({ page }) => {
  await openHistory(page, '?year=2026&month=mar&sort=date');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Selasih-Park_Service-History.csv');
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.toString('utf8').slice(1);
  expect(text.startsWith('Date,Time,Year,Month,Kind,Title,Text,PDF,Photos\r\n2026-03-')).toBe(true);
  expect(text.match(/^2026-03-\d\d,\d\d:\d\d,2026,March,/gm)).toHaveLength(7);
  const times = text.match(/^2026-03-\d\d,\d\d:\d\d/gm) ?? [];
  expect(times).toEqual(times.toSorted());
});

test('paper shows all rows of the filter as a plain table, and nothing else', async ({ page }) => {
  await serveTasks(page, 400);
  await openHistory(page, '?year=2026&q=visit');
  await expect(counted(page, /^400 tasks$/)).toBeVisible();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  const text = pages.map((one) => one.text).join(' ');
  for (const words of ['Service History', 'Selasih Park', '2026, search “visit”', '400 tasks', 'Printed on '])
    expect(pages[0]?.text).toContain(words);
  for (let visit = 1; visit <= 400; visit += 1) expect(text).toContain(`Visit ${visit}`);
  for (const words of ['Export CSV', 'Visits in', 'End Session', 'Sort by']) expect(text).not.toContain(words);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('section[aria-label="Print"] tbody tr')).toHaveCount(400);
  await expect(table(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('section[aria-label="Print"]')).toHaveCount(0);
  await expect(bodyRows(page).first()).toContainText('Visit 400');
});

test('an admin picks a site and goes on to a month of it', async ({ page }) => {
  await logIn(page, keys.admin, '/data-fetcher');
  await page.getByLabel('Site', { exact: true }).fill('Selasih Park');
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeVisible();
  await year(page).selectOption('2026');
  await month(page, 'March 2026').check();
  await page.getByRole('link', { name: 'Report of March 2026' }).click();
  await expect(page).toHaveURL('/maintenance?year=2026&month=mar&site=Selasih+Park');
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
});

test('a month, a year without tasks and a width between are well made', async ({ page }) => {
  await openHistory(page, '?year=2026&month=mar');
  await expect(counted(page, /^\d+ of \d+ tasks$/)).toBeVisible();
  await expectWellMade(page);
  await page.setViewportSize({ width: 820, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820);
  await page.goto('/data-fetcher?year=2030');
  await expect(page.getByText(/^No tasks found/)).toBeVisible();
  await expectWellMade(page);
});

test('the list begins above the fold', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHistory(page);
  const top = async () => (await bodyRows(page).first().boundingBox())?.y ?? Infinity;
  expect(await top()).toBeLessThan(360);
  await year(page).selectOption('2026');
  await expect(counted(page, /^\d+ of \d+ tasks$/)).toBeVisible();
  expect(await top()).toBeLessThan(360);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('rows are cards, sorted by a choice above them, with targets for fingers', async ({ page }) => {
    await openHistory(page, '?year=2026');
    const cards = bodyRows(page);
    // one of them is in view, whole
    const place = await cards.first().boundingBox();
    expect((place?.y ?? Infinity) + (place?.height ?? 0)).toBeLessThanOrEqual(740);
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(first?.width).toBeGreaterThan(300);
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0) - 1);
    const title = cards.nth(0).getByRole('rowheader');
    expect((await title.boundingBox())?.width).toBeGreaterThan(280);
    await page.getByLabel('Sort by').selectOption('Oldest first');
    await expect(page).toHaveURL(/sort=date$/);
    await expect(cards.first().getByRole('cell').first()).toContainText(/January 2026|February 2026/);

    await page.getByRole('button', { name: 'Months' }).tap();
    await expect(month(page, 'March 2026')).toBeVisible();
    await page.getByRole('button', { name: 'More export and print' }).tap();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    // a field is pressed by its frame, a title by its whole card
    const targets = page.locator('main :is(button, a, select, input):not(:is(thead, th) *)');
    for (const target of await targets.all()) {
      const height = await target.evaluate(
        (one) => (one.matches('select, input') ? one.parentElement : one)?.getBoundingClientRect().height,
      );
      expect(height, await target.evaluate((one) => one.outerHTML)).toBeGreaterThanOrEqual(44);
    }
    await month(page, 'March 2026').check();
    await expect(counted(page, /^7 of/)).toBeVisible();
    await expectWellMade(page);
    await cards.first().getByRole('rowheader').tap();
    await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible();
  });
});
