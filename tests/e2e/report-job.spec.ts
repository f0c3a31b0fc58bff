import { EventEmitter, once } from 'node:events';
import { expect, type Page } from '@playwright/test';
import { testJpeg } from '../support/test-jpeg.ts';
import { isPhoto, openMarch, saveReport, servePhotos, test } from './report-support.ts';
import { keepNothing } from './support.ts';

const body = testJpeg({ width: 704, height: 528 });

/** Photos that are held back until `release`, and what the page downloaded and requested. */
async function slowPhotos(page: Page): Promise<{ release: () => unknown; downloads: string[]; asked: string[] }> {
  const gate = new EventEmitter();
  const free = once(gate, 'open');
  await servePhotos(page, async (route) => {
    await free;
    // a request that was given up cannot be answered
    await route.fulfill({ body, contentType: 'image/jpeg' }).catch(() => undefined);
  });
  const downloads: string[] = [];
  const asked: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  page.on('request', (request) => {
    if (isPhoto(request)) asked.push(request.url());
  });
  return { release: () => gate.emit('open'), downloads, asked };
}

const dock = (page: Page) => page.getByRole('region', { name: 'Report in progress' });
const start = (page: Page) => page.getByRole('button', { name: 'Download Report' }).click();

test('Cancel in mid-way ends the worker at once: no file, no request after it', async ({ page }) => {
  // the pictures on the page are kept for the time without a signal: not here, where requests are counted
  await keepNothing(page);
  await openMarch(page);
  const { release, downloads, asked } = await slowPhotos(page);
  await start(page);
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await expect(dock(page).getByRole('progressbar')).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(page.workers()).toHaveLength(1);

  // no photo has come: a worker that went on to its end would wait for them
  const closed = page.workers()[0]?.waitForEvent('close', { timeout: 8_000 });
  await dock(page)
    .getByRole('button', { name: 'Cancel' })
    .evaluate((button: HTMLButtonElement) => button.click());
  await closed;
  await expect(dock(page)).toHaveCount(0);
  const soFar = asked.length;
  release();
  await page.waitForTimeout(1_000);
  expect(page.workers()).toEqual([]);
  expect(asked.length).toBe(soFar);
  expect(downloads).toEqual([]);
  await expect(page.getByText(/Report saved|^Saved|could not be made/u)).toHaveCount(0);

  const { name } = await saveReport(page);
  expect(name).toBe('Selasih-Park_Maintenance-Report_2026-03.pdf');
});

test('two quick clicks make one file', async ({ page }) => {
  await openMarch(page);
  const { release, downloads } = await slowPhotos(page);
  await page.getByRole('button', { name: 'Download Report' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.getByRole('button', { name: 'Download Report' }).click({ force: true });
  await expect(dock(page)).toHaveCount(1);
  await expect.poll(() => page.workers()).toHaveLength(1);
  release();
  await expect.poll(() => downloads).toHaveLength(1);
  await page.waitForTimeout(700);
  expect(downloads).toHaveLength(1);
  expect(page.workers()).toEqual([]);
});

test('the page stays usable meanwhile, and the file is of the month that was asked for', async ({ page }) => {
  await openMarch(page);
  const { release } = await slowPhotos(page);
  await start(page);
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await page.getByLabel('Month', { exact: true }).selectOption('february');
  await expect(page).toHaveURL(/month=february/u);
  await expect(page.getByRole('article').first()).toContainText('February 2026');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await expect(dock(page)).toContainText('Maintenance Report, March 2026');

  const coming = page.waitForEvent('download');
  release();
  expect((await coming).suggestedFilename()).toBe('Selasih-Park_Maintenance-Report_2026-03.pdf');
  await expect(dock(page)).toHaveCount(0);
});

test('the end of the session ends the report', async ({ page }) => {
  await openMarch(page);
  const { release, downloads } = await slowPhotos(page);
  await start(page);
  await expect(dock(page)).toContainText(/Photo \d+ of 25/u);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect.poll(() => page.workers()).toEqual([]);
  release();
  await page.waitForTimeout(500);
  expect(downloads).toEqual([]);
});

test('what the report needs is fetched when somebody comes near the button, and not before', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/report-worker|jspdf/iu.test(request.url())) scripts.push(request.url());
  });
  await openMarch(page);
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Download Report' }).hover();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await expect.poll(() => page.workers()).toHaveLength(1);
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Download Report' }).hover();
  await page.waitForTimeout(300);
  expect(page.workers()).toHaveLength(1);
});
