import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { keys, logIn } from './support.ts';

/** A screen in a state worth looking at. */
export interface Shown {
  name: string;
  /** Whose key opens it; nobody's where it is left out. */
  key?: keyof typeof keys;
  path: string;
  /** Stands on it once it has all its data. */
  ready: string | RegExp;
  /** Opens what covers it. */
  open?: (page: Page) => Promise<void>;
}

const march = '/maintenance?year=2026&month=mar';

/** The main screens of both roles, over the demo data alone. */
export const mainScreens: readonly Shown[] = [
  { name: 'login', path: '/', ready: 'Forgot Secret Key?' },
  { name: 'profile', key: 'selasih', path: '/profile', ready: 'System Online' },
  { name: 'month', key: 'selasih', path: march, ready: 'Total Tasks' },
  {
    name: 'service history',
    key: 'selasih',
    path: '/data-fetcher',
    ready: /119 (?:tasks|visits)|118 (?:tasks|visits)/u,
  },
  { name: 'visit', key: 'selasih', path: '/data-fetcher?task=114', ready: 'Service History' },
  { name: 'analytics', key: 'selasih', path: '/charts?year=2026', ready: 'RFID Reader Not Reading' },
  { name: 'guide', key: 'selasih', path: '/guide', ready: 'Guidelines' },
  { name: 'overview', key: 'admin', path: '/DataEditor/overview', ready: 'Menara Kayangan' },
  { name: 'add task', key: 'admin', path: '/DataEditor', ready: 'A draft is kept on this device as you type.' },
  { name: 'report form', key: 'admin', path: '/DataEditor/report', ready: 'Visual inspection' },
  { name: 'site editor', key: 'admin', path: '/DataEditor/sites?site=Selasih+Park', ready: 'Building and gates' },
];

/** The others, and what goes wrong on them. */
export const otherScreens: readonly Shown[] = [
  { name: 'welcome', key: 'selasih', path: '/welcome', ready: 'Continue' },
  { name: 'profile, offline and expired', key: 'kayangan', path: '/profile', ready: 'System Offline' },
  { name: 'profile, quiet site', key: 'kingfisher', path: '/profile', ready: 'System Online' },
  { name: 'profile, no site', key: 'withoutSite', path: '/profile', ready: /No profile data available|No data found/u },
  { name: 'month, empty', key: 'selasih', path: '/maintenance?year=2030', ready: 'No activities during' },
  {
    name: 'month, too few for a report',
    key: 'kingfisher',
    path: '/maintenance?year=2025&month=mar',
    ready: 'Total Tasks',
  },
  { name: 'search', key: 'selasih', path: '/data-fetcher?q=spring', ready: 'spring' },
  { name: 'search, nothing', key: 'selasih', path: '/data-fetcher?q=zzz', ready: 'zzz' },
  {
    name: 'analytics, compared',
    key: 'selasih',
    path: '/charts?year=2026&compare=2025',
    ready: 'RFID Reader Not Reading',
  },
  { name: 'analytics, none', key: 'kayangan', path: '/charts?year=2030', ready: 'Car Post Failure Analytics' },
  {
    name: 'photos',
    key: 'selasih',
    path: march,
    ready: 'Total Tasks',
    open: (page) =>
      page
        .getByRole('button', { name: /^View Photos/u })
        .first()
        .click(),
  },
  {
    name: 'PDF',
    key: 'selasih',
    path: march,
    ready: 'Total Tasks',
    open: (page) => page.getByRole('button', { name: 'Preview PDF' }).first().click(),
  },
  {
    name: 'logout question',
    key: 'selasih',
    path: '/guide',
    ready: 'Guidelines',
    open: async (page) => {
      // folded away on a phone
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'End Session' }).click();
    },
  },
  { name: 'not found', key: 'selasih', path: '/no-such-page', ready: /not found/iu },
  { name: 'not for this key', key: 'selasih', path: '/DataEditor', ready: 'not available with your key' },
  { name: 'profile, admin', key: 'admin', path: '/profile?site=Selasih+Park', ready: 'System Online' },
  { name: 'profile, no site picked', key: 'admin', path: '/profile', ready: 'Select a site to see' },
  {
    name: 'service history, admin',
    key: 'admin',
    path: '/data-fetcher?site=Selasih+Park',
    ready: /119 (?:tasks|visits)|118 (?:tasks|visits)/u,
  },
  { name: 'month, admin', key: 'admin', path: `${march}&site=Selasih+Park`, ready: 'Total Tasks' },
  {
    name: 'analytics, admin',
    key: 'admin',
    path: '/charts?year=2026&site=Selasih+Park',
    ready: 'RFID Reader Not Reading',
  },
  { name: 'all visits', key: 'admin', path: '/DataEditor/visits?q=spring', ready: /spring/iu },
  {
    name: 'issue a key',
    key: 'admin',
    path: '/DataEditor/keys',
    ready: 'Issue a key',
    open: (page) => page.getByRole('button', { name: 'Issue a key' }).click(),
  },
  { name: 'sites', key: 'admin', path: '/DataEditor/sites', ready: 'Menara Kayangan' },
  { name: 'access keys', key: 'admin', path: '/DataEditor/keys', ready: 'Issue a key' },
  { name: 'change log', key: 'admin', path: '/DataEditor/history', ready: /changes?$/u },
  { name: 'data deleter', key: 'admin', path: '/datadeleter?site=Selasih+Park&year=2026&month=mar', ready: 'Edit' },
  { name: 'project records', key: 'admin', path: '/fb?open=2024/Month_03', ready: 'Month_03' },
  { name: 'update ZIP', key: 'admin', path: '/UploadZip', ready: 'Update ZIP' },
];

const summed = {
  status: true,
  visits: 119,
  first_visit: '2024-01-09T10:30:00+08:00',
  last_task: 119,
  kept_months: ['2025', '2026'].flatMap((year) => Array.from({ length: 9 }, (_, month) => `${year}-0${month + 1}`)),
  emergency: { 2025: 3, 2026: 2 },
  keys: 2,
  keys_unused: 0,
};
const overview = [
  {
    ...summed,
    site_id: 1,
    name: 'Selasih Park',
    sitename: 'Residensi Selasih Park',
    contract_until: '2026-12-31',
    visit_every_months: 1,
    last_visit: '2026-09-18T11:00:00+08:00',
    failures: { 2025: 91, 2026: 77 },
  },
  {
    ...summed,
    site_id: 2,
    name: 'Kingfisher Rise',
    sitename: 'Kingfisher Rise Residences',
    contract_until: '2028-03-31',
    visit_every_months: 3,
    last_visit: '2026-11-05T15:20:00+08:00',
    kept_months: [...summed.kept_months, '2026-11'],
    failures: { 2025: 12, 2026: 14 },
    keys_unused: 1,
  },
  {
    ...summed,
    site_id: 3,
    name: 'Menara Kayangan',
    sitename: null,
    status: false,
    contract_until: '2026-06-30',
    visit_every_months: null,
    last_visit: null,
    first_visit: null,
    last_task: null,
    visits: 0,
    kept_months: [],
    failures: { 2025: 0, 2026: 0 },
  },
];

const fontPackage = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/package.json'));

/**
 * Makes what the page looks like depend on nothing but the portal: the time, and the Chinese font, which machines have or
 * have not. Needs a context without content security policy.
 */
export async function steady(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-11-21T14:05:00+08:00');
  const faces = readFileSync(join(fontPackage, '400.css'), 'utf8').replaceAll(
    /font-family:\s*'[^']+'/gu,
    "font-family: 'PingFang SC'",
  );
  await page.route('**/noto-sans-sc-*', (route) =>
    route.fulfill({
      path: join(fontPackage, 'files', new URL(route.request().url()).pathname.split('/').at(-1) ?? ''),
    }),
  );
  // the database counts by its own clock, and other tests add sites
  await page.route('**/rpc/site_overview', (route) => route.fulfill({ json: overview }));
  await page.addInitScript(
    (css) => {
      addEventListener('DOMContentLoaded', () => {
        const sheet = document.createElement('style');
        sheet.textContent = css;
        document.head.append(sheet);
      });
    },
    faces.replaceAll('./files/', '/'),
  );
}

/** Opens a screen and waits until it stands still. A page is logged in with one key at most. */
export async function show(page: Page, { key, path, ready, open }: Shown): Promise<void> {
  const isLoggedIn = await page.evaluate(() => location.protocol !== 'about:' && sessionStorage.length > 0);
  if (key && !isLoggedIn) await logIn(page, keys[key], path);
  else await page.goto(path);
  await expect(page.getByText(ready).first()).toBeAttached();
  if (open) {
    await open(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // pictures come when they are near the window
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
