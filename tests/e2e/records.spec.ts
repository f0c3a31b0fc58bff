import { expect } from '@playwright/test';
import { anonKey, api, keepNothing, keys, logIn, test } from './support.ts';

test.beforeEach(async ({ page }) => {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance Report' })).toBeVisible();
});

test('the dashboard shows a month: newest first, Singapore time, counts and the report rule', async ({ page }) => {
  const tasks = page.getByRole('article');
  await expect(tasks.first()).toBeVisible();
  const times = await tasks.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(times.length).toBeGreaterThan(4);
  expect(times).toEqual([...times].toSorted().toReversed());
  expect(times.every((time) => time.startsWith('2026-03') && time.endsWith('+08:00'))).toBe(true);
  const first = (await tasks.first().locator('time').textContent()) ?? '';
  expect(first.replace(/\s+/g, ' ')).toContain((times[0] ?? '').slice(11, 16));
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();

  await page.getByLabel('Month', { exact: true }).selectOption('');
  await expect(page).toHaveURL(/\/maintenance\?year=2026$/);
  await expect(page.getByRole('button', { name: 'Download Report' })).toHaveCount(0);
  await page.getByLabel('Year', { exact: true }).selectOption('2030');
  await expect(page.getByText('No activities during requested period')).toBeVisible();
});

test('a hidden task is counted and never shown', async ({ page }) => {
  await page.goto('/maintenance');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('TEST entry, please ignore')).toHaveCount(0);
  expect(await page.content()).not.toContain('please ignore');
});

test('the photos are walked with the keyboard, round the end, and focus comes back', async ({ page }) => {
  const open = page.getByRole('button', { name: /^View Photos/ }).first();
  const total = Number(/\d+/.exec((await open.textContent()) ?? '')?.[0]);
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`1 / ${total}`)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText(`${total} / ${total}`)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText(`1 / ${total}`)).toBeVisible();
  const photo = dialog.getByRole('img', { name: /^Photo 1 of/ });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(700);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('Back closes the photos and stays on the page', async ({ page }) => {
  await page
    .getByRole('button', { name: /^View Photos/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/maintenance\?year=2026&month=mar$/);
});

test('thumbnails come small, signed in one call', async ({ page }) => {
  // the signing of the first load must be over before the second is counted
  await expect(page.getByRole('article').first().getByRole('img').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const signing: string[] = [];
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/object/sign/')) signing.push(request.url());
    if (request.method() === 'GET' && request.url().includes('/object/sign/')) files.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('article').first().getByRole('img').first()).toBeVisible();
  await expect.poll(() => files.length).toBeGreaterThan(2);
  // A second call is only for photos that have no small rendition.
  expect(signing.length).toBeLessThanOrEqual(2);
  expect(files.filter((url) => url.includes('.small.jpg')).length).toBeGreaterThan(files.length / 2);
});

test('a PDF is previewed and can be downloaded', { tag: '@viewer' }, async ({ page, context }) => {
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  const dialog = page.getByRole('dialog');
  const viewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  if (viewer) {
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/);
    // The viewer itself is an extension page inside the frame: there only when it really draws the file.
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  } else {
    await expect(dialog.locator('canvas').first()).toBeVisible();
  }
  const download = dialog.getByRole('link', { name: 'Download PDF' });
  await expect(download).toHaveAttribute('target', '_blank');
  const href = (await download.getAttribute('href')) ?? '';
  const file = await context.request.get(href);
  expect(file.headers()['content-type']).toContain('application/pdf');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a client sees nothing of another building’s files', async ({ page, request }) => {
  const session = await page.evaluate(() => /[0-9a-f]{64}/.exec(JSON.stringify(sessionStorage))?.[0] ?? '');
  const listed = await request.post(`${api}/storage/v1/object/list/rfidboomgatephoto`, {
    headers: { apikey: anonKey, 'x-portal-session': session },
    data: { prefix: 'sites/2/', limit: 100 },
  });
  expect(await listed.json()).toEqual([]);
});

test('an offline building and missing values read as the profile promises', async ({ page, context }) => {
  await context.clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await logIn(page, keys.kayangan);
  await expect(page.getByText('System Offline')).toBeVisible();
  await expect(page.getByText(/Expired \d+ days ago/).first()).toBeVisible();
  for (const fallback of ['Not specified', 'Not assigned', 'Not available'])
    await expect(page.getByText(fallback).first()).toBeVisible();
});

test('a key without a site shows the no-data text', async ({ page }) => {
  await page.evaluate(() => sessionStorage.clear());
  await logIn(page, keys.withoutSite);
  await expect(page.getByText('No profile data available. Please check your connection and try again.')).toBeVisible();
});

test('a broken connection is said and mended by Try again', async ({ page }) => {
  await keepNothing(page);
  await page.route('**/rest/v1/maintables*', (route) => route.abort());
  await page.goto('/maintenance?year=2026');
  await expect(page.getByText('Failed to fetch tasks.')).toBeVisible();
  await page.unroute('**/rest/v1/maintables*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
