import { expect, type Page } from '@playwright/test';
import { testJpeg } from '../support/test-jpeg.ts';
import { isPhoto, openMarch, servePhotos, test } from './report-support.ts';
import { keepNothing } from './support.ts';

const body = testJpeg({ width: 704, height: 528 });

/** Holds photos back until `release`, and again after `hold`; lists what the page downloaded and requested. */
async function slowPhotos(page: Page) {
  let isHeld = true;
  const waiting: (() => void)[] = [];
  await servePhotos(page, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    // a cancelled request cannot be answered
    await route.fulfill({ body, contentType: 'image/jpeg' }).catch(() => undefined);
  });
  const downloads: string[] = [];
  const asked: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  page.on('request', (request) => {
    if (isPhoto(request)) asked.push(request.url());
  });
  const release = () => {
    isHeld = false;
    for (const go of waiting.splice(0)) go();
  };
  const hold = () => {
    isHeld = true;
  };
  return { release, hold, downloads, asked };
}

const dock = (page: Page) => page.getByRole('region', { name: 'Report in progress' });
const button = (page: Page) => page.getByRole('button', { name: 'Download Report' });

test('a report is prepared when somebody comes near, made once beside other work, ended by Cancel and by the end of the session', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/report-worker|jspdf/iu.test(request.url())) scripts.push(request.url());
  });
  // keeping the page's photos for offline use would add requests, which are counted here
  await keepNothing(page);
  await openMarch(page);
  const march = page.url();
  const { release, hold, downloads, asked } = await slowPhotos(page);
  expect(scripts).toEqual([]);
  await button(page).hover();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await expect.poll(() => page.workers()).toHaveLength(1);

  // two quick clicks
  await button(page).evaluate((one: HTMLButtonElement) => {
    one.click();
    one.click();
  });
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await expect(dock(page)).toHaveCount(1);
  expect(page.workers()).toHaveLength(1);
  await expect(dock(page).getByRole('progressbar')).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(2);

  // no photo has arrived, so a worker that was not stopped would wait for them
  const closed = page.workers()[0]?.waitForEvent('close', { timeout: 8_000 });
  await dock(page)
    .getByRole('button', { name: 'Cancel' })
    .evaluate((one: HTMLButtonElement) => one.click());
  await closed;
  await expect(dock(page)).toHaveCount(0);
  expect(page.workers()).toEqual([]);

  // the page stays usable, and the file is for the month that was requested
  await button(page).click();
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await page.getByLabel('Month', { exact: true }).selectOption('february');
  await expect(page).toHaveURL(/month=february/u);
  await expect(page.getByRole('article').first()).toContainText('February 2026');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await expect(dock(page)).toContainText('Maintenance Report, March 2026');
  release();
  await expect.poll(() => downloads).toEqual(['Selasih-Park_Maintenance-Report_2026-03.pdf']);
  await expect(dock(page)).toHaveCount(0);
  expect(page.workers()).toEqual([]);

  hold();
  await page.goto(march);
  await button(page).click();
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect.poll(() => page.workers()).toEqual([]);
  release();
  expect(downloads).toHaveLength(1);
});
