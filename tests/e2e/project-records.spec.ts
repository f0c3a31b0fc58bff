import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectPdf, keys, logIn, test } from './support.ts';

test('a record is found and downloaded under its own name, with the keyboard alone once the screen is open', async ({
  page,
}) => {
  await logIn(page, keys.admin);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
  const folders = page.locator('summary');
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
  const tab = async (times: number) => {
    for (let press = 0; press < times; press++) await page.keyboard.press('Tab');
  };
  await expect(folders).toHaveText(['Records']);
  await folders.first().focus();
  await page.keyboard.press('Enter');
  await expect(folders).toHaveText(['Records', '2022', '2023', '2024', '2025']);
  await tab(4);
  await page.keyboard.press('Space');
  // Records, four years, twelve months
  await expect(folders).toHaveCount(17);
  await tab(10);
  expect(await focusedText()).toBe('Month_10');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?open=2025(?:\/|%2F)Month_10$/);
  await tab(1);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('Service_record_2025_10_A.pdf');
  expectPdf(readFileSync(await file.path()));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  expect(await focusedText()).toBe('Month_10');
  await expect(page.getByRole('link', { name: /^Service_record/ })).toHaveCount(0);
});
