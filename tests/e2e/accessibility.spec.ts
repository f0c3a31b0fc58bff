import { expect } from '@playwright/test';
import { looseTexts } from '../support/translate-page.ts';
import { allScreens } from './all-screens.ts';
import { show } from './screens.ts';
import { answerUntil, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

/** Screens per test and login: few enough for two workers to share them evenly, and for a busy machine within a minute. */
const together = 5;

for (const who of new Set(allScreens.map(({ key }) => key))) {
  const screens = allScreens.filter(({ key }) => key === who);
  for (let from = 0; from < screens.length; from += together)
    test(`screens are well made, and survive a translation, for ${who ?? 'nobody'}, from number ${from + 1}`, async ({
      page,
    }) => {
      // accepts the question whether to leave what an earlier screen has typed
      page.on('dialog', (question) => void question.accept());
      for (const screen of screens.slice(from, from + together))
        await test.step(screen.name, async () => {
          await show(page, screen, 'within');
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          expect(await page.evaluate(looseTexts)).toEqual([]);
          if (screen.judged !== false) await expectWellMade(page);
        });
    });
}

test('what turns unreadable or wrong is noticed on a screen that was judged before', async ({ page }) => {
  await logIn(page, keys.selasih, '/no-such-page');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expectWellMade(page);
  await heading.evaluate((one) => one.style.setProperty('color', '#ddd'));
  await expect(expectWellMade(page)).rejects.toThrow(/1280 px, light[^]*color-contrast/u);
  await heading.evaluate((one) => one.removeAttribute('style'));
  await expectWellMade(page);
  await heading.evaluate((one) => one.setAttribute('aria-level', 'none'));
  await expect(expectWellMade(page)).rejects.toThrow(/aria-valid-attr-value|empty-heading|heading/u);
  await heading.evaluate((one) => one.removeAttribute('aria-level'));
  const menu = page.getByRole('link', { name: 'Guide' });
  await menu.evaluate((one) => one.setAttribute('aria-label', 'Documents'));
  await expect(expectWellMade(page)).rejects.toThrow(/label-content-name-mismatch/u);
  await page.getByRole('link', { name: 'Documents' }).evaluate((one) => one.removeAttribute('aria-label'));
  await heading.evaluate((one) => {
    one.style.setProperty('font-size', '16px');
    one.style.setProperty('max-width', 'none');
    one.parentElement?.parentElement?.parentElement?.style.setProperty('max-width', 'none');
    one.textContent = 'As wide as the window. '.repeat(20);
  });
  await expect(expectWellMade(page)).rejects.toThrow(/lines of more than 100 characters/u);
});

test('a screen that is on its way, and one that takes long, are well made too', async ({ page }) => {
  await page.clock.install();
  await logIn(page, keys.selasih);
  let hangs = true;
  await page.route('**/assets/FailureAnalyticsRoute-*', (route) => (hangs ? undefined : route.continue()));
  await page.goto('/charts');
  // inside the frame, which was itself loading a moment before
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics (loading)' })).toBeVisible();
  await expectWellMade(page);
  await page.clock.fastForward(15_000);
  await expect(page.getByText('This page is taking a long time to load.')).toBeVisible();
  await expectWellMade(page);
  hangs = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics', exact: true })).toBeVisible();
});

test.describe('a screen that breaks', () => {
  test.use({ expectedProblem: /Broken by the test/u });
  test('is well made too', async ({ page }) => {
    await logIn(page, keys.selasih, '/guide');
    await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
    await page.evaluate(() => {
      globalThis.ResizeObserver = class extends ResizeObserver {
        override observe() {
          throw new Error('Broken by the test');
        }
      };
    });
    await page.getByRole('link', { name: 'Service History' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    await expectWellMade(page);
  });
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
  const loadCode = await answerUntil(page, '**/assets/*.js', () => undefined);
  await page.goto('/guide', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  loadCode();
  await page.goto('/guide');
  await page.getByRole('contentinfo').getByRole('button', { name: 'System' }).click();
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('dark');
});

test('a report in progress is well made too', async ({ page }) => {
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await page.route('**/object/sign/**/*.jpg?*', () => undefined);
  await page.getByRole('button', { name: 'Download Report' }).click();
  await expect(page.getByRole('region', { name: 'Report in progress' })).toBeVisible();
  await expectWellMade(page);
});
