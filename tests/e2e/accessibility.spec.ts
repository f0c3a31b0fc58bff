import { expect, type Page } from '@playwright/test';
import { looseTexts } from '../support/translate-page.ts';
import { allScreens } from './all-screens.ts';
import { englishLeft, recordsOf } from './english-left.ts';
import { expectSettled, mainScreens, show, type Shown } from './screens.ts';
import { changeLanguage } from './spoken.ts';
import { answerUntil, keys, logIn, test } from './support.ts';
import { expectFitEverywhere, expectWellMade } from './well-made.ts';

/** The number of screens per test and login: few enough for two workers to share the tests evenly. */
const screensPerTest = 8;

/** Declares tests for the screens of each key, with a few screens each. `first` is the number of the first screen of the test. */
function testInParts(
  allOfKind: readonly Shown[],
  makeTest: (who: string, first: number, screens: readonly Shown[]) => void,
): void {
  for (const who of new Set(allOfKind.map(({ key }) => key))) {
    const screens = allOfKind.filter(({ key }) => key === who);
    for (let first = 0; first < screens.length; first += screensPerTest)
      makeTest(who ?? 'nobody', first + 1, screens.slice(first, first + screensPerTest));
  }
}

/** Axe is slow, so it checks each screen in one of the two languages, alternately. With this variable it checks each in both. */
const inEachLanguage = Boolean(process.env['EVERY_LANGUAGE']);

/** The texts that people have written, as the tests of this worker have last read them. */
let lastRead: readonly string[] = [];

const languages = ['ms', 'zh'] as const;
type OtherLanguage = (typeof languages)[number];

/** Checks the current screen for English words. `written` are the texts that the test itself has typed. */
async function expectTranslated(
  page: Page,
  screen: Shown,
  language: OtherLanguage,
  written: readonly string[],
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(await page.evaluate(looseTexts)).toEqual([]);
  let left = await englishLeft(page, language, [...lastRead, ...written]);
  if (left.length > 0) {
    // other tests write records at the same time
    lastRead = await recordsOf(page);
    left = await englishLeft(page, language, [...lastRead, ...written]);
  }
  expect(left).toEqual([]);
  const isTurn = inEachLanguage || allScreens.indexOf(screen) % languages.length === languages.indexOf(language);
  if (isTurn && screen.judged !== false) await expectWellMade(page);
  else await expectFitEverywhere(page);
}

const checked = 'have no English words and fit, are well made, and survive a translation';

test.describe('in every language', () => {
  test.use({ language: languages[0] });
  testInParts(
    allScreens.filter(({ act }) => !act),
    (who, first, screens) =>
      test(`screens ${checked}, for ${who}, from number ${first}`, async ({ page }) => {
        test.slow();
        let language: OtherLanguage = languages[0];
        for (const screen of screens)
          await test.step(screen.name, async () => {
            await show(page, screen, 'within');
            await expectTranslated(page, screen, language, screen.written ?? []);
            // the next screen starts in the language in which this one ended
            language = language === 'ms' ? 'zh' : 'ms';
            await changeLanguage(page, language);
            await expectSettled(page, screen);
            await expectTranslated(page, screen, language, screen.written ?? []);
          });
      }),
  );
});

for (const language of languages)
  test.describe(language, () => {
    test.use({ language });
    testInParts(
      // a change of the language would close what was opened, and would wait for a form with input
      allScreens.filter(({ act }) => act),
      (who, first, screens) =>
        test(`what opens in screens and is typed there ${checked}, for ${who}, from number ${first}`, async ({
          page,
        }) => {
          test.slow();
          const written: string[] = [];
          // leaves a form of an earlier screen although it has input
          page.on('dialog', (question) => void question.accept());
          for (const screen of screens)
            await test.step(screen.name, async () => {
              await show(page, screen, 'within');
              // a note or a draft is also shown on the next screens
              written.push(...(screen.written ?? []));
              await expectTranslated(page, screen, language, written);
            });
        }),
    );
  });

// the tests of their looks check the main screens in English
if (inEachLanguage)
  testInParts(
    allScreens.filter((screen) => screen.judged !== false && !mainScreens.includes(screen)),
    (who, first, screens) =>
      test(`screens in English are well made, for ${who}, from number ${first}`, async ({ page }) => {
        test.slow();
        page.on('dialog', (question) => void question.accept());
        for (const screen of screens)
          await test.step(screen.name, async () => {
            await show(page, screen, 'within');
            await expectWellMade(page);
          });
      }),
  );

test('a defect that appears on a screen after it was checked is found', async ({ page }) => {
  await logIn(page, keys.selasih, '/no-such-page');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expectWellMade(page);
  await heading.evaluate((element) => element.style.setProperty('color', '#ddd'));
  await expect(expectWellMade(page)).rejects.toThrow(/1280 px, light[^]*color-contrast/u);
  await heading.evaluate((element) => element.removeAttribute('style'));
  await expectWellMade(page);
  await heading.evaluate((element) => element.setAttribute('aria-level', 'none'));
  await expect(expectWellMade(page)).rejects.toThrow(/aria-valid-attr-value|empty-heading|heading/u);
  await heading.evaluate((element) => element.removeAttribute('aria-level'));
  const menu = page.getByRole('link', { name: 'Guide' });
  await menu.evaluate((element) => element.setAttribute('aria-label', 'Documents'));
  await expect(expectWellMade(page)).rejects.toThrow(/label-content-name-mismatch/u);
  await page.getByRole('link', { name: 'Documents' }).evaluate((element) => element.removeAttribute('aria-label'));
  await heading.evaluate((element) => {
    element.style.setProperty('font-size', '16px');
    element.style.setProperty('max-width', 'none');
    element.parentElement?.parentElement?.parentElement?.style.setProperty('max-width', 'none');
    element.textContent = 'As wide as the window. '.repeat(20);
  });
  await expect(expectWellMade(page)).rejects.toThrow(/lines of more than 100 characters/u);
  await heading.evaluate((element) => {
    element.style.setProperty('max-width', '60px');
    element.style.setProperty('white-space', 'nowrap');
    element.style.setProperty('overflow', 'hidden');
    element.textContent = 'Unbreakablewordswithoutahyphen';
  });
  await expect(expectFitEverywhere(page, 500)).rejects.toThrow(/cut off: h1/u);
  await heading.evaluate((element) => {
    element.style.setProperty('max-width', '20px');
    element.style.setProperty('font', '16px/1.5 monospace');
    element.style.setProperty('white-space', 'normal');
    element.style.setProperty('word-break', 'break-all');
    element.style.setProperty('line-break', 'anywhere');
    element.textContent = '更换天线。更换天线。更换天线。';
  });
  await expect(expectFitEverywhere(page, 500)).rejects.toThrow(/a line begins with a stop/u);
});

test('an English word is noticed in a page of another language', async ({ page }) => {
  await logIn(page, keys.selasih, '/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await englishLeft(page, 'zh', [])).toContain('Page not found');
  expect(await englishLeft(page, 'ms', [])).toContain('Page not found');
  const records = await recordsOf(page);
  await page.getByRole('heading', { level: 1 }).evaluate((element) => {
    element.textContent = '站点 Residensi Selasih Park';
    element.setAttribute('title', 'Download');
  });
  const left = await englishLeft(page, 'zh', records);
  expect(left).toContain('Download');
  expect(left).not.toContain('站点 Residensi Selasih Park');
});

test('a screen that is loading, and one that loads for long, are well made too', async ({ page }) => {
  await page.clock.install();
  await logIn(page, keys.selasih);
  let hangs = true;
  await page.route('**/assets/FailureAnalyticsRoute-*', (route) => (hangs ? undefined : route.continue()));
  await page.goto('/charts', { waitUntil: 'commit' });
  // inside the frame of the portal, which was itself loading a moment before
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
        override observe(target: Element) {
          // the frame around the screen has no error
          if (target.closest('main')) throw new Error('Broken by the test');
          super.observe(target);
        }
      };
    });
    await page.getByRole('link', { name: 'Service History' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    await expectWellMade(page);
  });
});

test('a chosen theme is applied before any code of the portal runs, and stays chosen', async ({ page }) => {
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
