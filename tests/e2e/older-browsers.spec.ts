import { expect, type Page } from '@playwright/test';
import { siteYear } from '../../src/records/time.ts';
import { press, tasksOf } from './add-task-support.ts';
import { addField, finish, visit, type Field } from './field-day.ts';
import { imitateOlderBrowser, type OlderBrowser } from './older.ts';
import { saveReport } from './report-support.ts';
import { goTo, keys, logIn, submitKey, test as base } from './support.ts';

// A day of a client, of the office and of a technician in the oldest supported browsers, without the features that these lack
// (`decisions §13`).

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const olderBrowsers: Record<string, OlderBrowser> = {
  'iOS Safari 16.4': {
    browser: 'safari_ios',
    version: '16.4',
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) ${webKit} Version/16.4 Mobile/15E148 Safari/604.1`,
  },
  'Safari 17.0': {
    browser: 'safari',
    version: '17',
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.0 Safari/605.1.15`,
  },
  'Firefox 115': {
    browser: 'firefox',
    version: '115',
    userAgent: 'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:109.0) Gecko/20100101 Firefox/115.0',
  },
  'Chrome 111': {
    browser: 'chrome',
    version: '111',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.0.0 Safari/537.36',
  },
};

const test = base.extend({ expectedProblem: /^A photo could not be loaded/u });

const dialog = (page: Page) => page.getByRole('dialog');

async function clientsDay(page: Page): Promise<void> {
  await page.goto('/');
  await submitKey(page, keys.selasih);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(page, '/profile');
  await expect(page.getByLabel('Site details')).toBeVisible();
  await goTo(page, '/maintenance?year=2026&month=mar');
  await page
    .getByRole('button', { name: /^View Photos/u })
    .first()
    .click();
  await expect(dialog(page).getByRole('img').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview PDF' }).first().click();
  await expect(dialog(page).locator('canvas').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const { read } = await saveReport(page);
  expect(read.outline).toHaveLength(7);
  await goTo(page, '/data-fetcher');
  await page.getByRole('searchbox').fill('GATE');
  await expect(page.locator('mark').first()).toHaveText(/gate/iu);
}

/** The year under which `addField` saves its failure counts. */
const countedYear = String(siteYear(new Date(Date.now() - 30 * 86_400_000)));

async function officeDay(page: Page, site: string): Promise<void> {
  await logIn(page, keys.admin, '/DataEditor/overview');
  await expect(page.getByRole('link', { name: site, exact: true })).toBeVisible();
  await goTo(page, `/DataEditor/sites?${new URLSearchParams({ site }).toString()}`);
  await page.getByLabel('Capacity', { exact: true }).fill('300 vehicles');
  await press(page, 'Save');
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await goTo(page, '/DataEditor/keys');
  await press(page, 'Issue a key');
  await dialog(page).getByLabel('Label').fill(`Office of ${site}`);
  await page.keyboard.press('Escape');
  await goTo(page, `/charts?${new URLSearchParams({ site, year: countedYear }).toString()}`);
  const count = page.getByRole('spinbutton', { name: /^Entrance failures, Spring Broken/u });
  await count.fill('7');
  await press(page, 'Update Database');
  await expect(page.getByText('Everything is saved.')).toBeVisible();
}

async function techniciansDay(page: Page, site: string, { ids, key, session }: Field): Promise<void> {
  // on a phone, whose form opens one section at a time
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, key, '/DataEditor/my-sites');
  await press(page, 'Keep my site for offline');
  await expect(page.getByRole('region', { name: 'Offline' }).getByText(/^Your site is on this device/u)).toBeVisible();
  await visit(page, site, 1);
  await finish(page);
  await expect(page.getByRole('article', { name: 'Preventive maintenance' })).toBeVisible();
  const [task] = (await tasksOf(page, ids[0] ?? 0, session)).filter(({ title }) => title !== 'Last visit');
  expect(task?.urls).toHaveLength(1);
  expect(task?.pdf).toMatch(/\.pdf$/u);
}

// a busy machine may do a day at a tenth of its usual speed
test.describe.configure({ timeout: 240_000 });

for (const [name, older] of Object.entries(olderBrowsers))
  test(`a day of a client, of the office and of a technician in ${name}`, async ({ page, context }) => {
    const site = `Older ${name.replace('.', ' ')}`;
    const field = await addField(page, [site], [0]);
    await imitateOlderBrowser(context, older);
    await clientsDay(page);
    for (const day of [officeDay, techniciansDay]) {
      const next = await context.newPage();
      await day(next, site, field);
      await next.close();
    }
  });

for (const width of [1440, 360])
  test(`an even older browser explains why nothing works, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    await page.goto('/profile');
    for (const text of ['This browser is too old for the portal.', 'Pelayar ini terlalu usang', '此浏览器版本过旧'])
      await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('link', { name: '010-000 0009' }).first()).toHaveAttribute('href', 'tel:0100000009');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
