import { expect, type Page } from '@playwright/test';
import { mainScreens, show } from './screens.ts';
import { answerUntil, disableDeviceStores, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

/** The headings of cards whose content overflows. */
const stickingOut = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards
        .filter((card) => card.scrollWidth > card.clientWidth + 1)
        .map(
          (card) => `${card.querySelector('h3')?.textContent.slice(0, 40)}: ${card.scrollWidth} in ${card.clientWidth}`,
        ),
    );

test('cards hold missing photos, a title without a single space, and photos that cannot be signed', async ({
  page,
}) => {
  // a device with offline copies shows another message
  await disableDeviceStores(page);
  await page.route('**/object/sign/**/*.jpg?*', (route) => route.abort());
  await logIn(page, keys.selasih, '/maintenance?year=2026&month=mar');
  await page
    .getByRole('button', { name: /^View Photos/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Error loading image')).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText(/^2 \/ /)).toBeVisible();

  await page.route('**/storage/v1/**', (route) => route.abort());
  await page.route('**/rest/v1/maintables*', async (route) => {
    const response = await route.fetch();
    const rows: unknown = JSON.parse(
      (await response.text()).replaceAll(/"title":\s*"[^"]*"/g, `"title": "${'W'.repeat(200)}"`),
    );
    await route.fulfill({ response, json: rows });
  });
  await page.goto('/maintenance?year=2026&month=mar');
  await expect(page.getByText('The photos could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^W{200}/ }).first()).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => stickingOut(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('a screen that the network did not bring, or brought without its styles, can be requested again', async ({
  page,
}) => {
  const missingScript = '**/assets/MaintenanceRoute-*';
  const lostStyles = '**/assets/MaintenanceRoute-*.css';
  const findCode = await answerUntil(page, missingScript, (route) => route.abort());
  await logIn(page, keys.selasih);
  await page.getByRole('link', { name: /\(March 2026, kept\)$/u }).click();
  const failed = page.getByText('This page could not be loaded.');
  await expect(failed).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByText('/assets/')).toHaveCount(0);
  // now the code is loaded, but not its styles
  findCode();
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  const findStyles = await answerUntil(page, lostStyles, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await refused;
  await expect(failed).toBeVisible();
  findStyles();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  // the screen is never shown without its styles
  const styles = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? ''));
  expect(styles.filter((href) => href.includes('/MaintenanceRoute-'))).toHaveLength(1);
});

test('the lists of keys and sites hold names without a single space', async ({ page }) => {
  await page.route(/\/rest\/v1\/(?:maintable|main)\?/u, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(/"(name|label|sitename)":\s*"[^"]+"/gu, (_, column: string) =>
      JSON.stringify({ [column]: `${column}${'W'.repeat(50)}` }).slice(1, -1),
    );
    await route.fulfill({ response, body: text });
  });
  await logIn(page, keys.admin, '/DataEditor/keys');
  for (const [path, tab] of [
    ['/DataEditor/keys', 'Access keys'],
    ['/DataEditor/sites', 'Sites'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('rowheader', { name: /^(?:name|label)W{50}$/u }).first()).toBeVisible();
    for (const width of [1280, 1120, 720, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
        .toBe(width);
    }
  }
});

test('every screen of a building follows the text size that the browser is set to', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  const fontSizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontSize);
  for (const screen of mainScreens.filter(({ key }) => key === 'selasih')) {
    // with large letters, 1280 px are as narrow as 853 px with the usual letters
    await page.setViewportSize({ width: 1280, height: 800 });
    await show(page, screen, 'within');
    // headings of 26, 28 or 32 px with the usual 16, and a paragraph of at least 20 px
    expect(await fontSizeOf('h1'), screen.name).toMatch(/^(?:39|42|48)px$/u);
    expect(await fontSizeOf('main p'), screen.name).not.toMatch(/^1[0-9]px$/u);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${screen.name} at ${width} px`)
        .toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(crowdedElements), screen.name).toEqual([]);
  }
});

/** Elements without enough room: the choice of a select, a month in its box, the barrier beside the words of its band. */
function crowdedElements(): string[] {
  const text = document.createElement('span');
  text.style.cssText = 'position: absolute; white-space: nowrap';
  document.body.append(text);
  const selects = [...document.querySelectorAll<HTMLSelectElement>('main select')].filter((select) => {
    const { fontFamily, fontSize, paddingLeft, paddingRight } = getComputedStyle(select);
    if (!select.checkVisibility()) return false;
    text.textContent = select.selectedOptions[0]?.text ?? '';
    Object.assign(text.style, { fontFamily, fontSize });
    return text.offsetWidth > select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1;
  });
  text.remove();
  const months = [...document.querySelectorAll('ol[aria-label^="Months of"] li')].filter((box) =>
    [...box.querySelectorAll('[class*="name"]')].some((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect().width > box.clientWidth - 8;
    }),
  );
  const barrier = document.querySelector('main svg[data-open]')?.getBoundingClientRect().width ?? 0;
  const names = [...selects, ...months].map(({ textContent }) => textContent.trim());
  return barrier > 0 ? [...names, 'the barrier'] : names;
}
