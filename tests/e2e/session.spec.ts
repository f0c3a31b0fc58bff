import { expect, type Page } from '@playwright/test';
import { keys, rpc, submitKey, test, anotherPage } from './support.ts';

test('a key is tried, opens the profile by the welcome and is stored nowhere, and the logout ends every tab of its session', async ({
  page,
  context,
}) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  /** When each path was opened last. */
  const openedAtByPath = new Map<string, number>();
  page.on('framenavigated', (frame) => openedAtByPath.set(new URL(frame.url()).pathname, Date.now()));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to RFID Boom Gate Portal' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await submitKey(page, 'NOT-A-KEY');
  await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();

  await page.getByLabel('Secret Key').fill(`  ${keys.selasih.toLowerCase()} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile\?site=[^&]+$/);
  expect((openedAtByPath.get('/profile') ?? 0) - (openedAtByPath.get('/welcome') ?? Infinity)).toBeGreaterThan(2000);
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();
  await expect(page.getByText('System Online')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Residensi Selasih Park' })).toBeVisible();

  const storedTexts = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    tab: JSON.stringify(sessionStorage),
    cookie: document.cookie,
  }));
  const session = /[0-9a-f]{64}/.exec(storedTexts.tab)?.[0] ?? 'no session found';
  expect(session).toMatch(/^[0-9a-f]{64}$/);
  expect(`${storedTexts.local}${storedTexts.tab}${storedTexts.cookie}${urls.join()}`).not.toMatch(/SELASIH-/iu);
  expect(`${storedTexts.local}${storedTexts.cookie}${urls.join()}`).not.toContain(session);

  const [other] = await Promise.all([
    context.waitForEvent('page'),
    // a tab opened from the page starts with a copy of its session
    page.evaluate(() => window.open('/guide')),
  ]);
  await expect(other.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  // a tab without a copy asks the open tabs
  const newTab = await context.newPage();
  await newTab.goto('/maintenance?year=2026&month=mar');
  await expect(newTab.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'Stats' }).click();
  await page.getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to logout?');
  await page.getByRole('button', { name: 'No' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/charts\?site=[^&]+$/);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  for (const tab of [page, other, newTab]) await expect(tab.getByLabel('Secret Key')).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect.poll(() => rpc(page, 'whoami', {}, session)).toMatchObject({ message: 'Session expired' });

  await page.goBack();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  // the URL may still name the site, but nothing of its records is shown
  await expect(page.getByText('Residensi Selasih Park')).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(0);
});

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const endedWords = 'Your session has ended. Please log in again.';

/** Logs in on the login screen and stays logged in. */
async function logInToStay(page: Page, key: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Keep me logged in on this device').check();
  await submitKey(page, key);
  await expect(page).toHaveURL(/\/profile\?site=[^&]+$/);
  await expect(page.getByText('System Online')).toBeVisible();
}

/** Advances the clock by a minute, after which data is requested again. */
const waitAMinute = (page: Page) => page.clock.setFixedTime(new Date(Date.now() + 60_000));

const storedNames = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].map((name) => name.split('/')[0]));

test('a persistent login is there in every tab and after a restart, and one logout ends all of it', async ({
  page,
  context,
  browser,
}) => {
  const waitingTab = await context.newPage();
  await waitingTab.goto('/guide');
  await expect(waitingTab.getByLabel('Secret Key')).toBeVisible();
  await logInToStay(page, keys.kingfisher);
  // the tab at the login has opened the page of its URL
  await expect(waitingTab.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();

  const later = await anotherPage(browser, { storageState: await context.storageState() });
  await later.goto('/');
  await expect(later).toHaveURL(/\/profile\?site=[^&]+$/);
  await expect(later.getByText('System Online')).toBeVisible();

  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  for (const tab of [page, waitingTab]) {
    await expect(tab.getByLabel('Secret Key')).toBeVisible();
    // only the visits that were seen remain, and the number of this browser, which identifies nobody
    expect((await storedNames(tab)).filter((name) => name !== 'portal.seen')).toEqual(['portal.browser']);
  }
  await waitingTab.reload();
  await expect(waitingTab.getByLabel('Secret Key')).toBeVisible();

  await waitAMinute(later);
  // a request that was running may have told this tab already
  await later.getByRole('link', { name: 'Stats' }).or(later.getByText(endedWords)).click();
  await expect(later.getByText(endedWords)).toBeVisible();
  await later.context().close();
});

test('a client sees the phone that has the same key and this browser with its tabs, and logs the phone out, which then shows the login', async ({
  page,
  context,
  browser,
}) => {
  // a key that no other test uses, so that it has only the sessions of this test
  const admin = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  const issue = { role: 'user', label: 'Two devices', site_id: 1 };
  const { key } = await rpc<{ key: string }>(page, 'issue_key', issue, admin.session);
  const phone = await anotherPage(browser, { userAgent: iPhone, viewport: { width: 360, height: 740 } });
  await phone.goto('/guide');
  await submitKey(phone, key);
  await expect(phone.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();

  const second = await context.newPage();
  for (const tab of [page, second]) await tab.goto('/profile');
  for (const tab of [second, page]) {
    await submitKey(tab, key);
    await expect(tab.getByText('System Online')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sessions of your key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sessions of your key' });
  await expect(dialog.getByRole('listitem')).toHaveText([/^Chrome on \w+, 2 tabsThis device/, /^Safari on iPhoneEnd/]);
  await dialog.getByRole('button', { name: /^End the session on Safari on iPhone/ }).click();
  await expect(dialog.getByText('Safari on iPhone is logged out.')).toBeVisible();
  await expect(dialog.getByText('No other device is logged in with this key.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('System Online')).toBeVisible();

  await phone.getByRole('button', { name: 'Menu' }).click();
  await phone.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Service History' }).click();
  await expect(phone.getByText(endedWords)).toBeVisible();
  await expect(phone.getByLabel('Secret Key')).toBeVisible();
  await phone.context().close();
});
