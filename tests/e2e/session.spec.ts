import { expect } from '@playwright/test';
import { keys, rpc, submitKey, test } from './support.ts';

test('a key is tried, opens the profile by the welcome, is stored nowhere, and the logout ends every tab of it', async ({
  page,
  context,
}) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const reached = new Map<string, number>();
  page.on('framenavigated', (frame) => reached.set(new URL(frame.url()).pathname, Date.now()));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to RFID Boom Gate Portal' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await submitKey(page, 'NOT-A-KEY');
  await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();

  await page.getByLabel('Secret Key').fill(`  ${keys.selasih.toLowerCase()} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile\?site=[^&]+$/);
  expect((reached.get('/profile') ?? 0) - (reached.get('/welcome') ?? Infinity)).toBeGreaterThan(2000);
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await expect(page.getByText('System Online')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();

  const stored = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    tab: JSON.stringify(sessionStorage),
    cookie: document.cookie,
  }));
  const session = /[0-9a-f]{64}/.exec(stored.tab)?.[0] ?? 'no session found';
  expect(session).toMatch(/^[0-9a-f]{64}$/);
  expect(`${stored.local}${stored.tab}${stored.cookie}${urls.join()}`).not.toMatch(/SELASIH-/iu);
  expect(`${stored.local}${stored.cookie}${urls.join()}`).not.toContain(session);

  const [other] = await Promise.all([
    context.waitForEvent('page'),
    // a tab opened from the page starts with a copy of its session
    page.evaluate(() => window.open('/guide')),
  ]);
  await expect(other.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  // one that has no copy asks the open ones
  const opened = await context.newPage();
  await opened.goto('/maintenance?year=2026&month=mar');
  await expect(opened.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'Stats' }).click();
  await page.getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to logout?');
  await page.getByRole('button', { name: 'No' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/charts\?site=[^&]+$/);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  for (const tab of [page, other, opened]) await expect(tab.getByLabel('Secret Key')).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect.poll(() => rpc(page, 'whoami', {}, session)).toMatchObject({ message: 'Session expired' });

  await page.goBack();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect(page.getByText('Selasih')).toHaveCount(0);
});
