import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { keys, logIn, test } from './support.ts';

test('a record is found and downloaded under its own name, with the keyboard alone', async ({ page }) => {
  await logIn(page, keys.admin);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
  const rows = page.getByRole('treeitem');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect(rows).toHaveCount(1);
  await page.getByRole('treeitem', { name: 'Records' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  expect(await focused()).toBe('2025');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(17);
  await page.keyboard.type('month_1');
  expect(await focused()).toBe('Month_10');
  await page.keyboard.press('ArrowRight');
  await expect(rows).toHaveCount(20);
  await expect(page).toHaveURL(/\?open=2025(?:\/|%2F)Month_10$/);
  await page.keyboard.press('ArrowRight');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('Service_record_2025_10_A.pdf');
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(17);
  expect(await focused()).toBe('Month_10');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(1);
});
