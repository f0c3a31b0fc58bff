import { expect, type Page, type Route } from '@playwright/test';
import { sumLayoutShifts } from './page-metrics.ts';
import { answerUntil, keys, logIn, test } from './support.ts';

const entry = /\/assets\/index-[\w-]+\.js$/u;

/**
 * Opens a page whose script is held back, so that only the page itself is shown. Returns a function that lets the script come.
 */
async function openWithoutScript(page: Page, path = '/'): Promise<() => Promise<void>> {
  const heldRoutes: Route[] = [];
  const stopHolding = await answerUntil(page, entry, (route) => heldRoutes.push(route));
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'interactive');
  await expect.poll(() => heldRoutes.length).toBe(1);
  return async () => {
    stopHolding();
    for (const route of heldRoutes) await route.continue();
    await page.waitForFunction(() => !window.takeOverLogin && document.getElementById('root')?.firstChild);
  };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome to RFID Boom Gate Portal' });
const field = (page: Page) => page.getByLabel('Secret Key');
const stayLoggedIn = (page: Page) => page.getByLabel('Keep me logged in on this device');
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
/** A font that loads late has slightly wider letters: a layout shift up to this is not noticed. */
const noticeableLayoutShift = 0.001;
const layoutShift = (page: Page) => page.evaluate(() => window.layoutShift);

/** Remembers the heading of the page. Returns a function that says whether the page still has the same element. */
async function rememberHeading(page: Page): Promise<() => Promise<boolean>> {
  const element = await heading(page).elementHandle();
  return async () => (await element?.evaluate((current) => current.isConnected)) ?? false;
}

test('the login is painted without its script, which takes over the page and moves nothing', async ({ page }) => {
  await sumLayoutShifts(page);
  const letScriptCome = await openWithoutScript(page);
  await expect(heading(page)).toBeVisible();
  const paintCount = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paintCount).toBe(1);
  // typing can begin at once
  await expect(field(page)).toBeFocused();
  const isSame = await rememberHeading(page);
  await letScriptCome();
  await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
  expect(await isSame()).toBe(true);
  await expect(field(page)).toBeFocused();
  expect(await layoutShift(page)).toBeLessThan(noticeableLayoutShift);
});

test('input that is typed, ticked and sent before the script comes logs in, once', async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/login')) requestedUrls.push(request.postData() ?? '');
  });
  const letScriptCome = await openWithoutScript(page);
  await stayLoggedIn(page).check();
  await field(page).pressSequentially(keys.selasih);
  await field(page).press('Enter');
  await field(page).press('Enter');
  await letScriptCome();
  await expect(page).toHaveURL(/\/welcome$/u);
  expect(requestedUrls).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('portal.session'))).toContain('"kept":true');
});

test('buttons that are pressed before the script comes take effect, and the cursor stays where it is', async ({
  page,
}) => {
  const letScriptCome = await openWithoutScript(page);
  await field(page).pressSequentially('ABCD');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Forgot Secret Key?' }).click();
  await field(page).focus();
  for (let step = 1; step <= 2; step += 1) await field(page).press('ArrowLeft');
  await letScriptCome();
  const alert = page.getByRole('alertdialog', { name: 'Please contact support to retrieve your token.' });
  await expect(alert).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  await field(page).focus();
  await page.keyboard.type('X');
  await expect(field(page)).toHaveValue('ABXCD');
});

test('the focus stays where the keyboard has moved it', async ({ page }) => {
  const letScriptCome = await openWithoutScript(page);
  await stayLoggedIn(page).focus();
  await page.evaluate(() => {
    addEventListener('focusin', () => document.documentElement.setAttribute('data-focus-moved', ''), true);
  });
  await page.keyboard.press('Space');
  await letScriptCome();
  await expect(stayLoggedIn(page)).toBeFocused();
  await expect(stayLoggedIn(page)).toBeChecked();
  await expect(page.locator('[data-focus-moved]')).toHaveCount(0);
});

test('a page that an extension has changed is rendered again, with the typed text', async ({ page }) => {
  const letScriptCome = await openWithoutScript(page);
  const isSame = await rememberHeading(page);
  await field(page).fill('ABCD');
  await stayLoggedIn(page).check();
  await page.evaluate(() => document.querySelector('form')?.append(document.createElement('password-manager')));
  await letScriptCome();
  await expect(field(page)).toHaveValue('ABCD');
  await expect(stayLoggedIn(page)).toBeChecked();
  await expect(stayLoggedIn(page)).toBeFocused();
  expect(await isSame()).toBe(false);
  await expect(page.locator('password-manager')).toHaveCount(0);
});

test.describe(() => {
  test.use({ colorScheme: 'dark' });

  test('the login is dark on a dark device from the start', async ({ page }) => {
    const letScriptCome = await openWithoutScript(page);
    await expect(heading(page)).toBeVisible();
    const before = await background(page);
    await letScriptCome();
    expect(await background(page)).toBe(before);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    expect(await background(page)).not.toBe(before);
  });
});

const languagesOfReaders = [
  ['ms', 'ms-MY'],
  ['zh', 'zh-CN'],
] as const;
for (const [language, locale] of languagesOfReaders)
  test.describe(() => {
    test.use({ language });

    test(`the login is in the language of its reader: ${language}`, async ({ page }) => {
      await sumLayoutShifts(page);
      const letScriptCome = await openWithoutScript(page);
      await expect(heading(page)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await field(page).pressSequentially('ABCD');
      const isSame = await rememberHeading(page);
      await letScriptCome();
      await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
      expect(await isSame()).toBe(true);
      await expect(field(page)).toHaveValue('ABCD');
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      expect(await layoutShift(page)).toBeLessThan(noticeableLayoutShift);
    });
  });

test.describe(() => {
  test.use({ locale: 'ms-MY', expectedProblem: /Failed to fetch dynamically imported module/u });

  test('the login is in the chosen language, and in English where the messages do not come', async ({ page }) => {
    const stopFailing = await answerUntil(page, /\/assets\/ms-[\w-]+\.js$/u, (route) => route.abort());
    const letScriptCome = await openWithoutScript(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Selamat datang' })).toBeVisible();
    await page.locator('[name=secret-key]').fill('ABCD');
    await letScriptCome();
    await expect(heading(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await expect(field(page)).toHaveValue('ABCD');

    stopFailing();
    await page.evaluate(() => localStorage.setItem('portal.language', 'en'));
    await openWithoutScript(page);
    await expect(heading(page)).toBeVisible();
  });
});

test('the files that every screen needs are fetched together with the script if somebody is logged in, and only once', async ({
  page,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
  const code = (name: string) => requestedUrls.filter((path) => path.startsWith(`/assets/${name}-`));
  const frame = ['frame', 'supabase'] as const;
  const letScriptCome = await openWithoutScript(page);
  expect(frame.flatMap(code)).toEqual([]);
  await letScriptCome();
  await logIn(page, keys.selasih, '/guide');

  requestedUrls.length = 0;
  const letItComeAgain = await openWithoutScript(page, '/profile');
  // one script each, and the styles of the frame
  await expect.poll(() => frame.flatMap(code).length).toBe(3);
  await letItComeAgain();
  await expect(page.getByText('System Online')).toBeVisible();
  expect(frame.flatMap(code)).toHaveLength(3);
});

test('the service is asked for what the screen shows before the script has come, and only once', async ({ page }) => {
  await logIn(page, keys.selasih, '/guide');
  const requestedCalls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/rest/')) requestedCalls.push(pathname + decodeURIComponent(search));
  });
  const letScriptCome = await openWithoutScript(page, '/profile?site=Selasih+Park');
  const first = [
    '/rest/v1/carpost?select=json,revision,renames&limit=1',
    '/rest/v1/maintables?select=*',
    '/rest/v1/maintables?select=id,name',
    '/rest/v1/rpc/whoami',
  ];
  await expect.poll(() => requestedCalls.toSorted()).toEqual(first);
  await letScriptCome();
  await expect(page.getByText('System Online')).toBeVisible();
  expect(requestedCalls.filter((each) => first.includes(each)).toSorted()).toEqual(first);
});

test('a session that the service has ended while the script was coming leads to the login', async ({ page }) => {
  await logIn(page, keys.selasih, '/guide');
  await page.evaluate(() => {
    const session = sessionStorage.getItem('portal.session') ?? '';
    sessionStorage.setItem('portal.session', session.replace(/"token":"[^"]*"/u, `"token":"${'f'.repeat(64)}"`));
  });
  const letScriptCome = await openWithoutScript(page, '/profile');
  await letScriptCome();
  await expect(field(page)).toBeVisible();
  await expect(page).toHaveURL(/next=/u);
});

const unpainted: readonly (readonly [name: string, path: string, prepare?: () => void])[] = [
  ['somebody who is logged in', '/', () => sessionStorage.setItem('portal.session', '{}')],
  ['a device that stays logged in', '/', () => localStorage.setItem('portal.session', '{}')],
  ['a session that has ended', '/', () => localStorage.setItem('portal.session', '"expired"')],
  ['a device with a draft', '/', () => localStorage.setItem('portal.draft/1/add-task/1', '{}')],
  ['a link', '/?next=%2Fguide'],
  ['a link that hides it', '/?ne%78t=/guide'],
  ['a screen', '/profile'],
  ['no page', '/nowhere'],
];
for (const [name, path, prepare] of unpainted)
  test(`nothing is painted for ${name}`, async ({ page }) => {
    if (prepare) await page.addInitScript(prepare);
    await openWithoutScript(page, path);
    expect(await page.locator('#root').innerHTML()).toBe('');
    expect(await page.evaluate(() => 'takeOverLogin' in window)).toBe(false);
  });
