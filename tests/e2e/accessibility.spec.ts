import { expect, type Page } from '@playwright/test';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

/**
 * Screens with what must be there before they are judged, and how to open what covers them. Those with much that opens are
 * judged in their own tests.
 */
const screens: { name: string; key?: string; path: string; ready: string; open?: (page: Page) => Promise<void> }[] = [
  { name: 'login', path: '/', ready: 'Secret Key' },
  { name: 'welcome', key: keys.selasih, path: '/welcome', ready: 'Continue' },
  { name: 'profile', key: keys.selasih, path: '/profile', ready: 'System Online' },
  { name: 'profile offline', key: keys.kayangan, path: '/profile', ready: 'System Offline' },
  { name: 'profile without data', key: keys.withoutSite, path: '/profile', ready: 'No profile data available' },
  { name: 'maintenance', key: keys.selasih, path: '/maintenance?year=2026&month=mar', ready: 'Total Tasks' },
  { name: 'maintenance empty', key: keys.selasih, path: '/maintenance?year=2030', ready: 'No activities during' },
  { name: 'admin picks a site', key: keys.admin, path: '/maintenance', ready: 'Site' },
  {
    name: 'photos',
    key: keys.selasih,
    path: '/maintenance?year=2026&month=mar',
    ready: 'Total Tasks',
    open: (page) =>
      page
        .getByRole('button', { name: /^View Photos/ })
        .first()
        .click(),
  },
  {
    name: 'PDF',
    key: keys.selasih,
    path: '/maintenance?year=2026&month=mar',
    ready: 'Total Tasks',
    open: (page) => page.getByRole('button', { name: 'Preview PDF' }).first().click(),
  },
  {
    name: 'logout question',
    key: keys.selasih,
    path: '/profile',
    ready: 'System Online',
    open: (page) => page.getByRole('button', { name: 'End Session' }).click(),
  },
  { name: 'not for this key', key: keys.selasih, path: '/DataEditor', ready: 'not available with your key' },
  { name: 'not found', key: keys.selasih, path: '/no-such-page', ready: 'not found' },
  { name: 'sites', key: keys.admin, path: '/DataEditor/sites', ready: 'Selasih Park' },
  { name: 'access keys', key: keys.admin, path: '/DataEditor/keys', ready: 'Issue a key' },
  { name: 'maintenance form', key: keys.admin, path: '/DataEditor/report', ready: 'Select Client' },
  { name: 'project records', key: keys.admin, path: '/fb?open=2024/Month_03', ready: 'Month_03' },
];

for (const key of new Set(screens.map((screen) => screen.key))) {
  test(`screens are well made for ${Object.entries(keys).find(([, one]) => one === key)?.[0] ?? 'nobody'}`, async ({
    page,
  }) => {
    for (const screen of screens.filter((one) => one.key === key)) {
      await test.step(screen.name, async () => {
        if (key && page.url() === 'about:blank') await logIn(page, key, screen.path);
        else await page.goto(screen.path);
        await expect(page.getByText(screen.ready).first()).toBeAttached();
        if (screen.open) {
          await screen.open(page);
          await expect(page.getByRole('dialog')).toBeVisible();
        }
        await expectWellMade(page);
      });
    }
  });
}

test('a failed load and a refused login are well made too', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Secret Key').fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();
  await expectWellMade(page);
  await page.route('**/rest/v1/maintables*', (route) => route.abort());
  await logIn(page, keys.selasih, '/maintenance');
  await expect(page.getByText('Failed to fetch tasks.')).toBeVisible();
  await expectWellMade(page);
});

test('a screen that is on its way, and one that takes long, are well made too', async ({ page }) => {
  await page.clock.install();
  await logIn(page, keys.selasih);
  let hangs = true;
  await page.route('**/assets/FailureAnalyticsRoute-*', (route) => (hangs ? undefined : route.continue()));
  await page.goto('/charts');
  await expect(page.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics (loading)' })).toBeVisible();
  await expectWellMade(page);
  await page.clock.fastForward(15_000);
  await expect(page.getByText('This page takes long to load.')).toBeVisible();
  await expectWellMade(page);
  hangs = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics', exact: true })).toBeVisible();
});

test('a chosen theme stands before any code of the portal runs, and stays chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await logIn(page, keys.selasih);
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor);
  expect([await theme(), await ground()]).toEqual(['light', 'rgb(245, 244, 239)']);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Dark' }).click();
  expect([await theme(), await ground()]).toEqual(['dark', 'rgb(14, 21, 28)']);
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/guide', { waitUntil: 'commit' });
  await expect.poll(theme).toBe('dark');
  await page.unrouteAll();
  await page.goto('/guide');
  await page.getByRole('contentinfo').getByRole('button', { name: 'System' }).click();
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('dark');
});

test('a form without a date and a report in progress are well made too', async ({ page }) => {
  await logIn(page, keys.admin, '/DataEditor/report');
  await page.getByLabel('Date').fill('');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectWellMade(page);
  await page.route('**/object/sign/**/*.jpg?*', () => undefined);
  await page.goto('/maintenance?site=Selasih+Park&year=2026&month=mar');
  await page.getByRole('button', { name: 'Download Report' }).click();
  await expect(page.getByRole('region', { name: 'Report in progress' })).toBeVisible();
  await expectWellMade(page);
});

test('login, profile, a month, its photos and the logout work by keyboard alone', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await tabTo(page, 'Secret Key');
  await page.keyboard.type(keys.selasih);
  // the welcome goes on by itself, maybe before a slow machine has found its button
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/welcome$/);
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await expect(page.getByText('System Online')).toBeVisible();

  await page.goto('/maintenance?year=2026');
  await expect(page.getByRole('article').first()).toBeVisible();
  await tabTo(page, 'Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Month');
  for (const month of ['january', 'february', 'mar']) {
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(new RegExp(`month=${month}$`));
  }
  await tabTo(page, 'View Photos');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(page, 'End Session', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Yes');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Secret Key')).toBeVisible();
});

/** Presses Tab until the focused element carries the words, as somebody without a mouse does. */
async function tabTo(page: Page, words: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const names = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return [];
      const labels = 'labels' in focused && focused.labels instanceof NodeList ? Array.from(focused.labels) : [];
      return [focused.getAttribute('aria-label'), focused.textContent, ...labels.map((one) => one.textContent)];
    });
    if (names.some((name) => name?.trim().startsWith(words))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`"${words}" was not reached with ${key}`);
}
