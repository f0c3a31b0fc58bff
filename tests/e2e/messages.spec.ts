import { expect, type Page } from '@playwright/test';
import { keys, logIn, test } from './support.ts';

/** Stores messages on the device that visits were saved, with titles as long as people write them. */
async function storeSavedMessages(page: Page, count: number): Promise<void> {
  await page.evaluate((visits) => {
    const keyId = /"keyId":(\d+)/u.exec(sessionStorage.getItem('portal.session') ?? '')?.[1];
    for (let visit = 1; visit <= visits; visit += 1) {
      const title = 'Quarterly test of all loops and readers at both posts';
      const value = {
        site: 'Residensi Kayangan Damansara Perdana',
        visit: { date: '2026-03-17', clock: `1${visit}:05`, title, answers: [] },
        photos: visit,
        to: '/maintenance',
      };
      const entry = { savedAt: Date.now() + visit, until: Date.now() + 3_600_000, title: null, value };
      localStorage.setItem(`portal.draft/key-${keyId}/saved-visit/${visit}`, JSON.stringify(entry));
    }
  }, count);
  await page.reload();
}

/** Causes an error message that stays: another language cannot be loaded. */
async function failToLoadLanguage(page: Page, other: string): Promise<void> {
  await page.route(/\/assets\/(?:ms|zh)[-.]/u, (route) => route.abort());
  // the guides have links of this name
  await page.locator('button').getByText(other, { exact: true }).click();
}

const heightOfCard = (page: Page) =>
  page
    .getByRole('button', { name: 'Dismiss this message' })
    .first()
    .evaluate((button) => button.closest('[aria-live="polite"] > *')?.getBoundingClientRect().height ?? 0);

test.describe('five messages that stay', () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedProblem: /./u });

  for (const language of ['en', 'ms', 'zh'] as const)
    test.describe(() => {
      test.use({ language });

      test(`are one card of at most a fifth of a phone, and a list with all of them: ${language}`, async ({ page }) => {
        await logIn(page, keys.admin, '/guide');
        await storeSavedMessages(page, 5);
        await expect(page.getByText('5 visits saved')).toBeVisible();
        expect(await heightOfCard(page)).toBeLessThanOrEqual(844 / 5);
        await page.getByRole('button', { name: 'Show all 5' }).click();
        const list = page.getByRole('dialog', { name: '5 visits saved' });
        await expect(list.getByRole('listitem')).toHaveCount(5);
        await expect(list.getByRole('link', { name: 'See it' }).first()).toBeInViewport();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('button', { name: 'Show all 5' })).toBeFocused();
        await failToLoadLanguage(page, language === 'ms' ? '简体中文' : 'Bahasa Melayu');
        await expect(
          page.getByText('The language could not be loaded. Check your connection and try again.'),
        ).toBeVisible();
        await expect(page.getByRole('button', { name: '5 visits saved' })).toBeVisible();
        expect(await heightOfCard(page)).toBeLessThanOrEqual(844 / 5);
        await page.getByRole('button', { name: 'Close all' }).click();
        await page.reload();
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Dismiss this message' })).toHaveCount(0);
      });
    });
});
