import { expect } from '@playwright/test';
import { bodyRows, counted, month, openHistory, table, year } from './service-history-support.ts';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

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
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
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
  await expect.poll(() => table(page).getByRole('rowheader').allTextContents()).toEqual(titles);
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
