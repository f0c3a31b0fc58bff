import { expect, type Page } from '@playwright/test';
import { pickSite } from './sites.ts';
import { anotherPage, keys, logIn, submitKey, test } from './support.ts';

const keyForm = /^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/;
/** A name of this try: what an earlier one made is still in the list. */
const fresh = (name: string) => (test.info().retry === 0 ? name : `${name} ${test.info().retry + 1}`);
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function openKeys(page: Page, query = ''): Promise<void> {
  await logIn(page, keys.admin, `/DataEditor/keys${query}`);
  await expect(page.getByRole('table')).toBeVisible();
}

const row = (page: Page, label: string, state: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }), hasText: state });
const dialog = (page: Page) => page.getByRole('dialog');

/** The key that is shown just now; closes what shows it. */
async function takeKey(page: Page, label: string, copied = false): Promise<string> {
  const shown = page.getByRole('dialog', { name: `The new key for ${label}` });
  const key = (await shown.getByRole('code').innerText()).trim();
  expect(key).toMatch(keyForm);
  await shown.getByRole('button', { name: 'Close' }).click();
  if (!copied) await page.getByRole('button', { name: 'Close without copying' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(key)).toHaveCount(0);
  return key;
}

/** For a site, or for an admin: with an end, so that the demo's admin key stays the last one without. */
async function issue(page: Page, label: string, site?: string): Promise<string> {
  await page.getByRole('button', { name: 'Issue a key' }).click();
  if (site) await pickSite(dialog(page), site);
  else
    await dialog(page)
      .getByRole('radio', { name: /^An admin/ })
      .check();
  await dialog(page).getByLabel('Label').fill(label);
  if (!site) await dialog(page).getByLabel('Last day (optional)').fill(dayFromNow(7));
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  return takeKey(page, label);
}

async function rotate(page: Page, label: string, state: string, keep: string): Promise<string> {
  await row(page, label, state)
    .getByRole('button', { name: `Rotate ${label}` })
    .click();
  await dialog(page).getByLabel('The old key goes on working for').selectOption({ label: keep });
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  return takeKey(page, label);
}

async function revokeKey(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Revoke ${label}` }).click();
  await expect(dialog(page)).toContainText('Everybody who is logged in with it is logged out at once.');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(row(page, label, 'Revoked')).toBeVisible();
}

test('a key of a site opens it, and once revoked leads its client to the login', async ({ page, browser }) => {
  const label = fresh('Guard house');
  await openKeys(page, '?site=Kingfisher+Rise');
  const key = await issue(page, label, 'Kingfisher Rise');
  await expect(row(page, label, 'Active')).toContainText('Never');

  const client = await anotherPage(browser);
  await logIn(client, key);
  await expect(client.getByText('486 vehicles')).toBeVisible();
  await page.reload();
  await expect(row(page, label, 'Active')).not.toContainText('Never');

  await revokeKey(page, label);

  await client.reload();
  await expect(client.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await submitKey(client, key);
  await expect(client.getByText('Invalid token', { exact: true })).toBeVisible();
  await client.context().close();
});

test('after a rotation with an hour both keys log in, after one at once only the new one', async ({
  page,
  browser,
}) => {
  const label = fresh('Reception');
  await openKeys(page, '?site=Menara+Kayangan');
  const first = await issue(page, label, 'Menara Kayangan');
  const second = await rotate(page, label, 'Active', '1 hour');
  expect(second).not.toBe(first);
  await expect(row(page, label, 'Expires soon')).toHaveCount(1);
  for (const key of [first, second]) {
    const client = await anotherPage(browser);
    await logIn(client, key);
    await expect(client.getByRole('heading', { level: 1, name: 'Menara Kayangan Business Park' })).toBeVisible();
    await client.context().close();
  }

  const third = await rotate(page, label, 'Active', 'Not at all: it ends at once');
  await expect(row(page, label, 'Expired')).toHaveCount(1);
  const client = await anotherPage(browser);
  await client.goto('/');
  await submitKey(client, second);
  await expect(client.getByText('Invalid token', { exact: true })).toBeVisible();
  await logIn(client, third);
  await client.context().close();
});

test('an admin who revokes the own key is logged out', async ({ page, browser }) => {
  const label = fresh('Visiting engineer');
  await openKeys(page);
  const key = await issue(page, label);
  await expect(row(page, label, 'Expires soon')).toBeVisible();

  const other = await anotherPage(browser);
  await other.goto('/');
  await submitKey(other, key);
  await other.getByRole('link', { name: 'Access keys' }).click();
  await other.getByRole('button', { name: `Revoke ${label}` }).click();
  await expect(dialog(other)).toContainText('If you logged in with this key, your own session ends too.');
  await dialog(other).getByRole('button', { name: 'Revoke' }).click();
  await expect(other.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await other.context().close();
});

test('the last admin key is not revoked, whatever the list says', async ({ page }) => {
  const second = fresh('Second office');
  const last = 'Service company head office (demo)';
  await openKeys(page, '?for=admins');
  const revoke = page.getByRole('button', { name: `Revoke ${last}` });
  await expect(revoke).toBeDisabled();
  await expect(revoke).toHaveAccessibleDescription(/^The last admin key cannot be revoked\./);

  // a list in which another admin key has no end either
  await issue(page, second);
  await page.route(/\/rest\/v1\/main\?/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll(/"expires_at":"[^"]*"/g, '"expires_at":null') });
  });
  // the database's own words; only its status is another, because a browser reports a 409 as an error of the page
  await page.route('**/rpc/revoke_key', async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(409);
    await route.fulfill({ response, status: 400 });
  });
  await page.reload();
  await revoke.click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    'The last admin key cannot be revoked: nobody could manage the portal any more.',
  );
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(row(page, last, 'Active')).toBeVisible();
  await revokeKey(page, second);
});

test('a new key is copied, and is nowhere else once it is closed', async ({ page, context }) => {
  const label = fresh('Copied key');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await openKeys(page);
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await pickSite(dialog(page), 'Selasih Park');
  await dialog(page).getByLabel('Label').fill(label);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect(dialog(page).getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const key = await takeKey(page, label, true);
  expect(copied).toBe(key);
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie]),
  );
  expect([stored, ...addresses].join('\n')).not.toContain(key);
  await revokeKey(page, label);
});

test('where nothing may be copied the key is selected', async ({ page }) => {
  const label = fresh('Selected key');
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openKeys(page, '?site=Selasih+Park');
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await dialog(page).getByLabel('Label').fill(label);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect(dialog(page)).toContainText('The key is selected: copy it with Ctrl+C');
  const selected = await page.evaluate(() => getSelection()?.toString());
  await page.keyboard.press('Control+c');
  expect(await takeKey(page, label, true)).toBe(selected);
});

test('a new key that was not copied outlives Escape and Back', async ({ page }) => {
  const label = fresh('Kept key');
  // with a page of the portal to go back to
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Access keys' }).click();
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await pickSite(dialog(page), 'Selasih Park');
  await dialog(page).getByLabel('Label').fill(label);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: `The new key for ${label}` });
  const key = await shown.getByRole('code').innerText();
  // a browser may let the second of two pass without asking the page
  for (let times = 1; times <= 4; times += 1) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Close without copying the key?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown.getByRole('code')).toHaveText(key);
  }
  await page.evaluate(() => history.back());
  await page.getByRole('dialog', { name: 'Leave without the key?' }).getByRole('button', { name: 'Stay' }).click();
  expect(await takeKey(page, label)).toBe(key);
});

test('half a date is not taken for none', async ({ page }) => {
  await openKeys(page, '?site=Selasih+Park');
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await dialog(page).getByLabel('Label').fill('Half a date');
  await dialog(page).getByLabel('Last day (optional)').press('1');
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  await expect(dialog(page).getByText('Finish the date, or empty the field.')).toBeVisible();
});

test('a site that was just added leads to its keys and to the first one', async ({ page }) => {
  const site = fresh('Rambutan Villas');
  const label = fresh('Villas office');
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Name', { exact: true }).fill(site);
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('link', { name: 'Issue an access key for it' }).click();
  await expect(page.getByLabel('For', { exact: true })).toHaveValue(`site ${site}`);
  await expect(page.getByText('No key matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await expect(dialog(page).getByLabel('Site', { exact: true })).toHaveValue(site);
  await dialog(page).getByLabel('Label').fill(label);
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  await takeKey(page, label);
  await expect(row(page, label, 'Active')).toContainText(site);
});
