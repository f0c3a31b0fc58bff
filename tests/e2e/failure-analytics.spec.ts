import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectRest } from './screens.ts';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const heading = 'Car Post Failure Analytics';

/** Logs in with the key of Selasih Park and opens its failure counts. */
async function openCharts(page: Page): Promise<void> {
  await logIn(page, keys.selasih, '/charts');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^Posts and failure types/ })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Answers with these posts instead of the saved posts. */
async function servePosts(page: Page, json: string): Promise<void> {
  await page.route('**/rest/v1/carpost*', (route) =>
    route.fulfill({ contentType: 'application/json', body: `[{"json": ${json}, "revision": 1}]` }),
  );
}

const entry = (type: string, entrance: number, exit = 1) => ({ type, entrance, exit, year: 2024 });

const postRegion = (page: Page, post: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2, name: post, exact: true }) });

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('a client reads the year 2024, goes to the latest, exports it, and compares it', async ({ page }) => {
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Stats' }).click();
  await expect(page.getByText('Monitor and manage vehicle access point incidents')).toBeVisible();
  await expect(page.getByLabel('Year', { exact: true })).toHaveValue('2024');
  await expect(page.getByRole('img', { name: /^Failure Occurrences by Type - 2024, P1 Main Gate\./ })).toBeVisible();

  // nothing moves when the end of the page comes into view, once its fonts are loaded
  await expectRest(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('button', { name: 'Unlock Admin Access' })).toBeInViewport();
  expect(await height()).toBe(before);

  await page.getByRole('link', { name: 'P2 Rear Gate', exact: true }).click();
  const row = postRegion(page, 'P2 Rear Gate').locator('summary');
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  // the post that was open before has closed
  await expect(page.locator('details[open] h2')).toHaveText(['P2 Rear Gate']);
  const button = postRegion(page, 'P2 Rear Gate').getByRole('button', { name: 'Show as table' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('region', { name: 'Table of P2 Rear Gate, 2024' })).toBeInViewport();

  await page.getByRole('button', { name: 'Latest: 2026' }).click();
  await expect(page).toHaveURL(/year=2026/);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('Selasih-Park_failures_2026.csv');
  const text = await readFile(await csv.path(), 'utf8');
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\u{FEFF}Post,Failure Type,Year,Entrance Failures,Exit Failures,Total',
    'P1 Main Gate,Barrier Arm Jammed,2026,5,3,8',
  ]);

  // a chart is drawn once it is in view
  await page.getByRole('heading', { level: 2, name: 'P1 Main Gate', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: /P1 Main Gate/ })).toBeVisible();
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    postRegion(page, 'P1 Main Gate').getByRole('button', { name: 'Chart as PNG' }).click(),
  ]);
  expect(png.suggestedFilename()).toBe('P1-Main-Gate_failures_2026.png');
  const bytes = await readFile(await png.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // more than the height of the chart, which the band with the post's name adds to
  expect(bytes.readUInt32BE(20)).toBeGreaterThan(340);
  // the legend's square for the entrance, #1f5fa8, is below the two titles; its pixels are found by their blue
  const square = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([data]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 60, 40, 50).data ?? [];
    return pixels.filter((value, offset) => offset % 4 === 2 && value === 0xa8).length;
  }, bytes.toString('base64'));
  expect(square).toBeGreaterThan(150);

  await page.getByLabel('Compare with').selectOption('2025');
  await expect(page).toHaveURL(/compare=2025/);
  const table = postRegion(page, 'P1 Main Gate').getByRole('table', { name: /^Failure Occurrences by Type - 2026/ });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Failure Type',
    'Entrance Failures 2025',
    'Entrance Failures 2026',
    'Exit Failures 2025',
    'Exit Failures 2026',
    'Difference',
  ]);
  await expect(table.getByRole('row', { name: /^Barrier Arm Jammed/ }).getByRole('cell')).toHaveText([
    '6',
    '5',
    '4',
    '3',
    /^↓ 2/,
  ]);
  await postRegion(page, 'P1 Main Gate').getByRole('button', { name: 'Show as table' }).click();
  await expectWellMade(page);
});

test('from the profile it takes two clicks to the visits of the worst post, and Back returns to the post', async ({
  page,
}) => {
  await logIn(page, keys.selasih, '/profile');
  await page
    .getByRole('definition')
    .filter({ hasText: 'Worst post' })
    .getByRole('link', { name: 'P1 Main Gate', exact: true })
    .click();
  const badge = postRegion(page, 'P1 Main Gate').locator('summary');
  await expect(badge).toBeFocused();
  await postRegion(page, 'P1 Main Gate').getByRole('link', { name: 'Visits of P1 Main Gate in 2026' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
  await expect(page).toHaveURL(/\/data-fetcher\?year=2026&post=P1\+Main\+Gate\b/);
  await expect(page.getByRole('button', { name: 'Take away the post “P1 Main Gate”' })).toBeVisible();
  await page.goBack();
  await expect(badge).toBeInViewport();

  // from Stats it takes one click, and a link leads back
  await page.getByRole('definition').getByRole('link', { name: 'Visits of P1 Main Gate in 2026' }).click();
  await page.getByRole('link', { name: 'Failures of this post' }).click();
  await expect(badge).toBeFocused();
  await expect(page).toHaveURL(/\/charts\?year=2026/);
});

/** Whether the entrance bars of a chart have the colour of the light theme and that of the dark theme. */
async function themesOfBars(chart: Locator): Promise<Record<'day' | 'night', boolean>> {
  return chart.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('No canvas');
    const { width, height } = element;
    // from a copy, because the browser warns if a canvas is drawn on and read repeatedly
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element, 0, 0);
    const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] };
    const pixelCounts = { day: 0, night: 0 };
    for (let offset = 0; offset < data.length; offset += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(offset, offset + 4);
      if (alpha < 255) continue;
      if (red === 0x1f && green === 0x5f && blue === 0xa8) pixelCounts.day += 1;
      if (red === 0x6a && green === 0xa9 && blue === 0xf2) pixelCounts.night += 1;
    }
    return { day: pixelCounts.day > 500, night: pixelCounts.night > 500 };
  });
}

test('a link opens a post, whose chart has the colours of the theme, and changes them with the theme', async ({
  page,
}) => {
  const byDay = { day: true, night: false };
  const byNight = { day: false, night: true };
  const chart = page.getByRole('img', { name: /P3 Visitor Lane/ });
  await page.emulateMedia({ colorScheme: 'light' });
  await logIn(page, keys.selasih, '/charts?year=2026#post-2');
  const badge = postRegion(page, 'P3 Visitor Lane').locator('summary');
  await expect(badge).toBeFocused();
  await expect(badge).toBeInViewport();
  await expect.poll(() => themesOfBars(chart)).toEqual(byDay);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => themesOfBars(chart)).toEqual(byNight);

  // the theme changes while another page is open
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Guide', exact: true }).click();
  await expect(chart).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goBack();
  await expect.poll(() => themesOfBars(chart)).toEqual(byDay);
});

test('on a phone the answer comes first, and the totals, the posts and the legend of two years stay in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openCharts(page);
  await expect(page.getByText('You are looking at 2024; newest is 2026.')).toBeVisible();
  const title = await page.getByRole('heading', { level: 2, name: 'Posts and failure types, 2024' }).boundingBox();
  expect(title?.y).toBeLessThan(500);
  await page.getByRole('button', { name: 'Latest: 2026' }).click();
  await page.getByLabel('Compare with').selectOption('2025');
  const map = page.getByRole('region', { name: 'Posts and failure types, 2025 and 2026' });
  const worstRow = map.getByRole('row', { name: /^P1 Main Gate/ });
  await expect(worstRow.getByRole('cell').last()).toHaveText(/^41 32↓ 9/);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(map).toHaveAttribute('data-more', 'end');
    const total = await worstRow.getByRole('cell').last().boundingBox();
    expect((total?.x ?? width) + (total?.width ?? 0)).toBeLessThanOrEqual(width - 16);
    await map.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    await expect(map).toHaveAttribute('data-more', 'start');
    expect((await worstRow.getByRole('link', { name: 'P1 Main Gate', exact: true }).boundingBox())?.x).toBeLessThan(50);
    await map.evaluate((element) => element.scrollTo(0, 0));
  }
  for (const link of await map.getByRole('link', { name: /^P\d/ }).all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);

  await page.setViewportSize({ width: 360, height: 740 });
  const legend = postRegion(page, 'P1 Main Gate').locator('ul[aria-hidden=true]').getByText('Failures');
  await expect(legend).toHaveText([
    'Entrance Failures 2025',
    'Entrance Failures 2026',
    'Exit Failures 2025',
    'Exit Failures 2026',
  ]);
  const frame = page.getByRole('region', { name: 'Chart of P1 Main Gate' });
  // the chart is wider than its frame, which hints at that
  await expect(frame).toHaveAttribute('data-more', 'end');
  for (const series of await legend.all()) {
    const box = await series.boundingBox();
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThan(344);
  }
});

test('hostile names and large counts break nothing', async ({ page }) => {
  const longType = 'x'.repeat(200);
  await servePosts(
    page,
    `{"__proto__": ${JSON.stringify([entry('Loop', 10_000), entry('Loop', 1)])},
      "${longType}": ${JSON.stringify([entry('', 3), entry('y'.repeat(120), 2), entry('<img src=x onerror=alert(1)>', 0, 0)])}}`,
  );
  await openCharts(page);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('heading', { level: 2, name: '__proto__', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: longType, exact: true })).toBeAttached();
    // two cards, and one bar
    await expect(postRegion(page, '__proto__').getByRole('listitem')).toHaveCount(2);
    await expect(postRegion(page, '__proto__').getByRole('row', { name: 'Loop 10,001 2' })).toBeAttached();
    // folded, because another post is worse
    await expect(postRegion(page, longType).locator('h3', { hasText: '(no type)' })).toBeAttached();
    expect(await sidewaysScroll(page)).toBe(0);
  }
});
