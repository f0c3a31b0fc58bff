import { expect, type Page } from '@playwright/test';
import { anotherPage, keys, logIn, rpc, submitKey, test } from './support.ts';

const keyForm = /^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/;
/** Returns a name for each retry, because what an earlier run created stays in the list. */
const uniqueName = (name: string) => (test.info().retry === 0 ? name : `${name} ${test.info().retry + 1}`);

const row = (page: Page, label: string, state: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }), hasText: state });
const dialog = (page: Page) => page.getByRole('dialog');

/** Reads the key in the open dialog. */
async function shownKey(page: Page, label: string): Promise<string> {
  const keyDialog = page.getByRole('dialog', { name: `The new key for ${label}` });
  const key = (await keyDialog.getByRole('code').innerText()).trim();
  expect(key).toMatch(keyForm);
  return key;
}

async function expectGone(page: Page, key: string): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(key)).toHaveCount(0);
}

test('a new site gets its first key, which is rotated and then revoked, which leads its client to the login', async ({
  page,
  browser,
}) => {
  const site = uniqueName('Rambutan Villas');
  const label = uniqueName('Villas office');
  const urls: string[] = [];
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  page.on('request', (request) => urls.push(request.url()));
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Name', { exact: true }).fill(site);
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('link', { name: 'Issue an access key for it' }).click();
  await expect(dialog(page).getByLabel('Site', { exact: true })).toHaveValue(site);
  await dialog(page).getByLabel('Label').fill(label);

  // an unfinished date does not count as no date
  const lastDay = dialog(page).getByLabel('Last day (optional)');
  await lastDay.press('1');
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  await expect(dialog(page).getByText('Finish the date, or empty the field.')).toBeVisible();
  await lastDay.fill('');
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  const first = await shownKey(page, label);

  // a browser may close the dialog at the second Escape without asking the page, so Escape is pressed three times
  for (let times = 1; times <= 3; times += 1) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Close without copying the key?' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await shownKey(page, label)).toBe(first);
  }
  await page.evaluate(() => history.back());
  await page.getByRole('dialog', { name: 'Leave without the key?' }).getByRole('button', { name: 'Stay' }).click();
  expect(await shownKey(page, label)).toBe(first);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await expectGone(page, first);
  await expect(row(page, label, 'Active')).toContainText(site);
  await expect(row(page, label, 'Active')).toContainText('Never');

  // after the login, a link opens the page that it points to
  const client = await anotherPage(browser);
  await client.goto('/maintenance?year=2026&month=mar');
  await submitKey(client, first);
  await expect(client).toHaveURL(/\/maintenance\?year=2026&month=mar&site=[^&]+$/);
  await expect(client.getByLabel('Month', { exact: true })).toHaveValue('mar');

  await row(page, label, 'Active').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await dialog(page).getByLabel('The old key goes on working for').selectOption({ label: '1 hour' });
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  const second = await shownKey(page, label);
  expect(second).not.toBe(first);
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect(dialog(page).getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(second);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expectGone(page, second);
  // by now the row shows that the first key was used
  await expect(row(page, label, 'Rotated, works until')).not.toContainText('Never');
  const storedTexts = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie]),
  );
  for (const key of [first, second]) {
    expect([storedTexts, ...urls].join('\n')).not.toContain(key);
    expect(await rpc(client, 'login', { secret_key: key })).toMatchObject({ role: 'user', site });
  }

  await row(page, label, 'Rotated, works until').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect(dialog(page)).toContainText('Everybody who is logged in with it is logged out at once.');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(row(page, label, 'Revoked')).toBeVisible();
  await client.reload();
  await expect(client.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await submitKey(client, first);
  await expect(client.getByText('Invalid token', { exact: true })).toBeVisible();
  await client.context().close();
});
