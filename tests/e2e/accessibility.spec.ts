import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { keys, logIn, test } from './support.ts';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every screen with what must be there before it is judged, and how to open what covers it. */
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
  { name: 'failure analytics', key: keys.selasih, path: '/charts?year=2026', ready: 'view-only mode' },
  { name: 'service history', key: keys.selasih, path: '/data-fetcher', ready: 'Service History' },
  { name: 'guides', key: keys.selasih, path: '/guide', ready: 'Please follow the instructions' },
  { name: 'not for this key', key: keys.selasih, path: '/DataEditor', ready: 'not available with your key' },
  { name: 'not found', key: keys.selasih, path: '/no-such-page', ready: 'not found' },
  { name: 'editing failures', key: keys.admin, path: '/charts?site=Selasih+Park&year=2026', ready: 'Update Database' },
  { name: 'add task', key: keys.admin, path: '/DataEditor', ready: 'Need Correction?' },
  { name: 'data deleter', key: keys.admin, path: '/datadeleter', ready: 'Apply' },
  { name: 'sites', key: keys.admin, path: '/DataEditor/sites', ready: 'Selasih Park' },
  { name: 'access keys', key: keys.admin, path: '/DataEditor/keys', ready: 'Issue a key' },
  { name: 'change log', key: keys.admin, path: '/DataEditor/history', ready: 'Change Log' },
  { name: 'maintenance form', key: keys.admin, path: '/DataEditor/report', ready: 'Select Client' },
  { name: 'project records', key: keys.admin, path: '/fb?open=2024/Month_03', ready: 'Month_03' },
  { name: 'update archive', key: keys.admin, path: '/UploadZip', ready: 'Choose a .zip file' },
];

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`nothing is wrong for axe: ${scheme}, ${width} px`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      let current: string | undefined;
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          if (screen.key !== current) {
            await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
            if (screen.key) await logInAt(page, screen.key, width);
            current = screen.key;
          }
          await page.goto(screen.path);
          await expect(page.getByText(screen.ready).first()).toBeAttached();
          if (screen.open) {
            if (width < 720 && screen.name === 'logout question') await openMenu(page);
            await screen.open(page);
            await expect(page.getByRole('dialog')).toBeVisible();
          }
          const axe = new AxeBuilder({ page }).withTags(levels);
          // What lies under an open dialog is inert, which axe does not know.
          if (screen.open) axe.include('dialog[open]').exclude('iframe');
          const found = await axe.analyze();
          expect(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual(
            [],
          );
        });
      }
    });
  }
}

test('a failed load and a refused login are well made too', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Secret Key').fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).withTags(levels).analyze()).violations).toEqual([]);
  await logIn(page, keys.selasih);
  await page.route('**/rest/v1/maintables*', (route) => route.abort());
  await page.goto('/maintenance');
  await expect(page.getByText('Failed to fetch tasks.')).toBeVisible({ timeout: 15_000 });
  expect((await new AxeBuilder({ page }).withTags(levels).analyze()).violations).toEqual([]);
});

test('a form without a date and a report in progress are well made too', async ({ page }) => {
  await logIn(page, keys.admin);
  await page.goto('/DataEditor/report');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect((await new AxeBuilder({ page }).withTags(levels).analyze()).violations).toEqual([]);
  await page.route('**/object/sign/**/*.jpg?*', () => undefined);
  await page.goto('/maintenance?site=Selasih+Park&year=2026&month=mar');
  await page.getByRole('button', { name: 'Download Report' }).click();
  await expect(page.getByRole('region', { name: 'Report in progress' })).toBeVisible();
  expect((await new AxeBuilder({ page }).withTags(levels).analyze()).violations).toEqual([]);
});

test('nothing is wider than 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  let current: string | undefined;
  for (const screen of screens) {
    if (screen.key !== current) {
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
      if (screen.key) await logInAt(page, screen.key, 320);
      current = screen.key;
    }
    await page.goto(screen.path);
    await expect(page.getByText(screen.ready).first()).toBeAttached();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, screen.name).toBeLessThanOrEqual(320);
  }
});

test('login, profile, a month, its photos and the logout work by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, 'Secret Key');
  await page.keyboard.type(keys.selasih);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/welcome$/);
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
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

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
}

async function logInAt(page: Page, key: string, width: number): Promise<void> {
  await logIn(page, key);
  expect(page.viewportSize()?.width).toBe(width);
}
