import { expect, type Page } from '@playwright/test';
import { bodyRows, counted, month, table, year } from './service-history-support.ts';
import { keys, logIn, test } from './support.ts';

/** The position of the first row, in pixels. */
const top = async (page: Page) => (await bodyRows(page).first().boundingBox())?.y ?? Infinity;

/** Opens a task of the month, then its photos from the task and from the list. Focus and URL are restored. */
async function photosOverTask(page: Page): Promise<void> {
  const list = page.url();
  const withPhotos = bodyRows(page)
    .filter({ hasText: /\d photos/ })
    .first();
  const title = (await withPhotos.getByRole('rowheader').getByRole('button').textContent()) ?? '';
  // anywhere on the row
  await withPhotos.getByRole('cell').nth(1).click({ force: true });
  const details = page.getByRole('dialog', { name: 'Visit details' });
  await expect(details.getByRole('heading', { name: title })).toBeVisible();
  const url = page.url();
  await details.getByRole('button', { name: /^View Photos/ }).click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(url);
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(withPhotos.getByRole('rowheader').getByRole('button')).toBeFocused();
  // and directly from their cell
  await withPhotos.getByRole('button', { name: /photos of/u }).click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(list);
}

test('a client opens the history by the menu and narrows it down, and Back restores the filters', async ({ page }) => {
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Service History' }).click();
  await expect(counted(page, /^\d+ visits$/)).toBeVisible();
  await expect.poll(() => top(page)).toBeLessThan(360);
  await year(page).selectOption('2026');
  await expect(counted(page, /^\d+ of \d+ visits$/)).toBeVisible();
  // the months are above it too
  await expect.poll(() => top(page)).toBeLessThan(404);
  await month(page, 'March 2026').check();
  await expect(counted(page, /^7 of \d+ visits$/)).toBeVisible();
  // a width between a desktop and a phone
  await page.setViewportSize({ width: 820, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820);
  await page.setViewportSize({ width: 1280, height: 800 });
  await photosOverTask(page);
  // the best matches of a search have no months above them
  const url = await page.getByRole('link', { name: /^Maintenance Report ?, March 2026$/u }).getAttribute('href');
  await page.getByRole('searchbox').fill('GATE');
  await expect(table(page).locator('mark').first()).toHaveText(/gate/iu);
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await expect(page).toHaveURL('/data-fetcher?site=Selasih+Park&year=2026&month=mar&q=GATE&sort=title');
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
  const titles = await table(page).getByRole('rowheader').allTextContents();
  expect(titles.length).toBeGreaterThan(0);

  expect(url).toBe('/maintenance?year=2026&month=mar');
  await bodyRows(page).first().getByRole('rowheader').click();
  await page.getByRole('link', { name: /^Maintenance Report ?, March 2026$/u }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
  await page.getByRole('link', { name: 'Previous month: February 2026' }).click();
  await expect(page).toHaveURL('/maintenance?year=2026&month=february&site=Selasih+Park');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('GATE');
  await expect(month(page, 'March 2026')).toBeChecked();
  await expect.poll(() => table(page).getByRole('rowheader').allTextContents()).toEqual(titles);
  // another step back leads to the previous page, not to a filter
  await page.goBack();
  await expect(page).toHaveURL(/\/profile\?site=[^&]+$/);
});

test('a client gets the emergencies of the contract year in three presses, and a week for the police', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Service History' }).click();
  await expect(bodyRows(page).first()).toBeVisible();
  const listTop = async () => (await table(page).boundingBox())?.y ?? Infinity;
  await expect.poll(listTop).toBeLessThan(320);
  await page.getByLabel('Dates').selectOption('This contract year');
  await page.getByLabel('Kind').selectOption('Emergency call');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&kind=emergency$/u);
  await expect(bodyRows(page).first()).toContainText('Emergency call');
  await expect(bodyRows(page).filter({ hasNotText: 'Emergency call' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Dates').selectOption('From … to …');
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2/3/2026');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('8 mac 2026');
  await expect(page).toHaveURL(/from=2026-03-02&to=2026-03-08$/u);
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('button')).toHaveCount(2);
  const days = await bodyRows(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.textContent.replace(/ at .*$/u, '')));
  expect(days.length).toBeGreaterThan(0);
  for (const day of days) expect(day).toMatch(/^[2-8] March 2026/u);
});

test('an admin picks a site, whose list starts in the first view, and goes on to a month of it', async ({ page }) => {
  await logIn(page, keys.admin, '/data-fetcher');
  await page.getByLabel('Site', { exact: true }).fill('Selasih Park');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'This site' })).toBeVisible();
  await expect(bodyRows(page).first()).toBeVisible();
  await expect.poll(() => top(page)).toBeLessThan(360);
  await year(page).selectOption('2026');
  await month(page, 'March 2026').check();
  await page.getByRole('link', { name: /^Maintenance Report ?, March 2026$/u }).click();
  await expect(page).toHaveURL('/maintenance?year=2026&month=mar&site=Selasih+Park');
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
});
