import { expect } from '@playwright/test';
import { keys, logIn, rpc, submitKey, test } from './support.ts';

test('a wrong key is refused under the field and the right one leads by the welcome to the profile', async ({
  page,
}) => {
  const reached = new Map<string, number>();
  page.on('framenavigated', (frame) => reached.set(new URL(frame.url()).pathname, Date.now()));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to RFID Boom Gate Portal' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await submitKey(page, 'NOT-A-KEY');
  await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();

  await page.getByLabel('Secret Key').fill(`  ${keys.selasih.toLowerCase()} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
  expect((reached.get('/profile') ?? 0) - (reached.get('/welcome') ?? Infinity)).toBeGreaterThan(2000);
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await expect(page.getByText('System Online')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
});

test('the key and the session are in no address and in no storage but the tab’s', async ({ page }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await logIn(page, keys.selasih);
  await page.getByRole('link', { name: 'Stats' }).click();
  const stored = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    tab: JSON.stringify(sessionStorage),
    cookie: document.cookie,
  }));
  const session = /[0-9a-f]{64}/.exec(stored.tab)?.[0] ?? 'no session found';
  expect(session).toMatch(/^[0-9a-f]{64}$/);
  expect(`${stored.local}${stored.tab}${stored.cookie}${addresses.join()}`).not.toContain('SELASIH');
  expect(`${stored.local}${stored.cookie}${addresses.join()}`).not.toContain(session);
});

test('logging out asks first, and Back shows nothing of the building afterwards', async ({ page }) => {
  await logIn(page, keys.selasih);
  await page.getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to logout?');
  await page.getByRole('button', { name: 'No' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/profile$/);

  await page.getByRole('link', { name: 'Stats' }).click();
  await page.getByRole('button', { name: 'End Session' }).click();
  const session = await page.evaluate(() => /[0-9a-f]{64}/.exec(JSON.stringify(sessionStorage))?.[0]);
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect.poll(() => rpc(page, 'whoami', {}, session)).toMatchObject({ message: 'Session expired' });

  await page.goBack();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect(page.getByText('Selasih')).toHaveCount(0);
});

test('logging out in one tab leaves in the other tab of the same session', async ({ page, context }) => {
  await logIn(page, keys.selasih);
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    // A tab opened from the page starts with a copy of its session.
    page.evaluate(() => window.open('/profile')),
  ]);
  await expect(other.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(other.getByLabel('Secret Key')).toBeVisible();
  await expect(other.getByText('Selasih')).toHaveCount(0);
});

test('a link into the portal goes through the login to where it points', async ({ page }) => {
  await page.goto('/maintenance?year=2026&month=mar');
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await submitKey(page, keys.selasih);
  await expect(page).toHaveURL(/\/maintenance\?year=2026&month=mar$/);
  await expect(page.getByLabel('Month', { exact: true })).toHaveValue('mar');
});

test('a link cannot lead out of the portal', async ({ page }) => {
  await page.goto('/?next=https%3A%2F%2Fexample.com%2F');
  await submitKey(page, keys.selasih);
  await expect(page).toHaveURL(/localhost:\d+\/welcome$/);
});

test('the admin key leads to the admin workspace with the admin menu', async ({ page }) => {
  await logIn(page, keys.admin);
  const menu = page.getByRole('navigation', { name: 'Portal' });
  await expect(menu.getByRole('link')).toHaveText([
    'Admin',
    'Maintenance Report',
    'Inspection Report',
    'Guide',
    'Update ZIP',
    'Files',
  ]);
  await menu.getByRole('link', { name: 'Maintenance Report' }).click();
  await page.getByLabel('Site', { exact: true }).fill('Kingfisher Rise');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Total Tasks')).toBeVisible();
  await expect(page).toHaveURL(/site=Kingfisher/);
});

test('a client on an admin address is told so, and the database refuses too', async ({ page }) => {
  await logIn(page, keys.selasih, '/DataEditor/keys');
  await expect(page.getByText('not available with your key')).toBeVisible();
  const session = await page.evaluate(() => /[0-9a-f]{64}/.exec(JSON.stringify(sessionStorage))?.[0]);
  expect(await rpc(page, 'issue_key', { role: 'admin', label: 'x' }, session)).toMatchObject({ code: 'PT403' });
});

test('a key that is revoked leads its user to the login with a sentence', async ({ page }) => {
  await page.goto('/');
  const admin = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  const issue = { role: 'user', label: 'Guard house', site_id: 1 };
  const made = await rpc<{ id: number; key: string }>(page, 'issue_key', issue, admin.session);
  await logIn(page, made.key);
  // or the profile's own calls would be the ones that are refused
  await expect(page.getByText('System Online')).toBeVisible();
  await expect(page.getByText('Worst post')).toBeVisible();
  await rpc(page, 'revoke_key', { key_id: made.id }, admin.session);
  await page.goto('/maintenance');
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await submitKey(page, keys.selasih);
  await expect(page).toHaveURL(/\/maintenance$/);
});

test('an unknown address has a page with the way back', async ({ page }) => {
  await logIn(page, keys.selasih, '/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i);
});
