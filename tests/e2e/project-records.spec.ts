import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { keys, logIn, test } from './support.ts';

test.beforeEach(async ({ page }) => {
  await logIn(page, keys.admin);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
});

test('a record is found and downloaded under its own name', async ({ page }) => {
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  for (const folder of ['Records', '2024', 'Month_03']) await page.getByText(folder, { exact: true }).click();
  await expect(page).toHaveURL(/\?open=2024(?:\/|%2F)Month_03$/);
  await expect(page.getByRole('treeitem')).toHaveCount(20);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Service_record_2024_03_B.pdf' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Service_record_2024_03_B.pdf');
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('the keyboard alone is enough', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.getByRole('treeitem', { name: 'Records' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  expect(await focused()).toBe('2025');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem')).toHaveCount(17);
  await page.keyboard.type('month_1');
  expect(await focused()).toBe('Month_10');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('treeitem')).toHaveCount(20);
  await page.keyboard.press('ArrowRight');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('Service_record_2025_10_A.pdf');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('treeitem')).toHaveCount(17);
  expect(await focused()).toBe('Month_10');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('treeitem')).toHaveCount(1);
});
