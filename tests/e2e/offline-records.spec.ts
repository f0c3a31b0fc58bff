import { expect, type Page } from '@playwright/test';
import { saveReport, test, textOf } from './report-support.ts';
import { goTo, keys, logIn } from './support.ts';
import { expectWellMade } from './well-made.ts';

const notice = (page: Page) => page.getByText(/^Saved copy of \d+ \w+ \d{4}, \d\d:\d\d\. There is no connection\.$/u);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Portal' });

test.use({ expectedProblem: /Failed to load resource|A photo could not be loaded|net::ERR/u });

/** The names of all private data of the portal in the browser: answers, files, drafts, sessions. */
const privateData = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const entryKeys = await new Promise<IDBValidKey[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAllKeys();
          request.addEventListener('success', () => resolve(request.result));
        });
        names.push(...entryKeys.map((key) => `${name}: ${JSON.stringify(key)}`));
      }
      database.close();
    }
    const cacheNames = (await caches.keys()).filter((name) => name.startsWith('portal.saved'));
    const storageNames = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    // allowed to stay: which visits were seen, and the number of this browser, which identifies nobody
    return [...names, ...cacheNames, ...storageNames.filter((name) => !/^portal\.(?:seen|browser)/u.test(name))];
  });

/** Stores the twelve months of the site for offline use, from Service History. */
async function storeSiteOffline(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Service History', exact: true }).click();
  await page.getByRole('button', { name: 'Keep this site for offline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this site for offline' });
  await expect(
    dialog.getByText(/^The last 12 months: \d+ visits with \d+ photos and \d+ PDFs?, [\d.]+ [KM]B\./u),
  ).toBeVisible();
  await dialog.getByRole('button', { name: /^Keep \d/u }).click();
  await expect(dialog.getByText(/^Kept for offline, \d+ \w+ \d{4}: \d+ visits/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
}

/**
 * Opens the dashboard, a report and a PDF once, so that their code is loaded. Other tests check that the code is stored for
 * offline use.
 */
async function loadScreenCode(page: Page): Promise<void> {
  await goTo(page, '/guide?file=sample-document-1.pdf');
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await goTo(page, month('mar'));
  const fonts = page.waitForResponse(/\.(?:ttf|otf|woff2?)/u);
  await page.getByRole('button', { name: 'Download Report' }).hover();
  await fonts;
  await page.waitForLoadState('networkidle');
}

const month = (name: string) => `/maintenance?year=2026&month=${name}`;

/** The browser reports that it is offline, and no request succeeds. */
async function loseSignal(page: Page): Promise<void> {
  await page.context().setOffline(true);
}

const wholeSite =
  'a client reads the site without a signal: profile, visits, photos, a PDF and the report of a month; a logout leaves nothing';
test(wholeSite, async ({ page }) => {
  await logIn(page, keys.selasih);
  await expect(page.getByText('System Online')).toBeVisible();
  await storeSiteOffline(page);
  await expect(page.getByRole('button', { name: /^Kept for offline/u })).toBeVisible();
  await loadScreenCode(page);
  // after a minute, the portal requests data again
  await page.clock.setFixedTime(new Date(Date.now() + 60_000));
  await loseSignal(page);

  await menu(page).getByRole('link', { name: 'Profile' }).click();
  await expect(notice(page)).toHaveCount(1);
  await expect(page.getByText('System Online')).toBeVisible();
  await expect(page.getByText('This needs a connection.')).toBeVisible();
  await expect(page.getByText('The export needs a connection.')).toBeVisible();

  // a month that was not opened before
  await goTo(page, month('feb'));
  await expect(notice(page)).toBeVisible();
  const photo = page.getByRole('article').getByRole('img').first();
  await expect(photo).toHaveAttribute('src', /^blob:/u);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await goTo(page, month('mar'));
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('canvas').first()).toBeVisible();
  await expect(dialog.getByText('Loading the document…')).toHaveCount(0);
  await expectWellMade(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  const report = await saveReport(page);
  expect(report.read.pages.length).toBeGreaterThan(1);
  // one photo of this month is missing on purpose; all others are on this device
  expect(textOf(report.read).match(/Error loading image/gu)).toHaveLength(1);
  await expect(
    page.getByText(/^Saved\. There is no connection, and 1 of \d+ photos is not kept on this device/u),
  ).toBeVisible();

  await page.context().setOffline(false);
  expect((await privateData(page)).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'End Session' }).click();
  await expect(
    page.getByText('The copies of this session’s records and files on this device are deleted.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect.poll(() => privateData(page)).toEqual([]);
});

test('without an answer of the server only a session that the server has confirmed can read copies, for an hour', async ({
  page,
}) => {
  await logIn(page, keys.selasih);
  await expect(page.getByText('System Online')).toBeVisible();
  await expect
    .poll(async () => (await privateData(page)).filter((name) => name.includes('/answer/')).length)
    .toBeGreaterThan(0);
  await page.route('**/rest/v1/**', (route) => route.abort());
  const expectNoCopies = async () => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
    await expect(page.getByText('Selasih')).toHaveCount(0);
  };
  await page.goto('/profile');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText('System Online')).toBeVisible();
  await expectWellMade(page);

  const session = await page.evaluate(() => sessionStorage.getItem('portal.session') ?? '');
  const storeSession = (value: string) =>
    page.evaluate((text) => sessionStorage.setItem('portal.session', text), value);
  await storeSession(session.replace('"role":"user"', '"role":"technician"'));
  await expectNoCopies();
  await expectWellMade(page);
  await storeSession(session);
  await page.clock.setFixedTime(new Date(Date.now() + 61 * 60_000));
  await expectNoCopies();
});
