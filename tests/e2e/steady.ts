import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const fixedColumns = {
  status: true,
  visits: 119,
  first_visit: '2024-01-09T10:30:00+08:00',
  last_task: 119,
  kept_months: ['2025', '2026'].flatMap((year) => Array.from({ length: 9 }, (_, month) => `${year}-0${month + 1}`)),
  emergency: { 2025: 3, 2026: 2 },
  revision: 1,
  posts_revision: 1,
  keys: 2,
  keys_unused: 0,
};
/** An emergency call: the day, the time of the report, and the time of the arrival. */
const emergencyCall = (id: number, day: string, reported: string, arrived: string) => ({
  id,
  time: `${day}T${arrived}:00+08:00`,
  reported: `${day}T${reported}:00+08:00`,
  arrived: `${day}T${arrived}:00+08:00`,
});
const overview = [
  {
    ...fixedColumns,
    site_id: 1,
    name: 'Selasih Park',
    sitename: 'Residensi Selasih Park',
    address: '18 Jalan Selasih Emas 3, 47620 Subang Jaya, Selangor',
    jmb_name: 'Pn. Noraini Ismail',
    person_in_charge: 100000001,
    contract_until: '2026-12-31',
    visit_every_months: 1,
    last_visit: '2026-09-18T11:00:00+08:00',
    failures: { 2025: 91, 2026: 77 },
    response_hours: 4,
    calls: [emergencyCall(84, '2026-02-03', '09:10', '11:20'), emergencyCall(97, '2026-07-02', '01:35', '06:50')],
    follow: 2,
    follow_since: '2026-07-02T06:50:00+08:00',
  },
  {
    ...fixedColumns,
    site_id: 2,
    name: 'Kingfisher Rise',
    sitename: 'Kingfisher Rise Residences',
    address: '12 Kingfisher Rise, Singapore 998012',
    jmb_name: 'Mr Lim Wei Jie',
    person_in_charge: 100000002,
    contract_until: '2028-03-31',
    visit_every_months: 3,
    last_visit: '2026-11-05T15:20:00+08:00',
    kept_months: [...fixedColumns.kept_months, '2026-11'],
    failures: { 2025: 12, 2026: 14 },
    keys_unused: 1,
    response_hours: 3,
    emergency_calls_a_year: 6,
    calls: [emergencyCall(41, '2026-04-27', '06:20', '08:10'), emergencyCall(47, '2026-08-12', '14:05', '16:00')],
  },
  {
    ...fixedColumns,
    site_id: 3,
    name: 'Menara Kayangan',
    sitename: null,
    address: '3 Persiaran Kayangan, 81299 Johor Bahru, Johor',
    jmb_name: null,
    person_in_charge: null,
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

/** Makes the overview show only the sites of the demo, because the database uses its own clock and other tests add sites. */
export async function steadyOverview(page: Page): Promise<void> {
  await page.route('**/rpc/site_overview', (route) => route.fulfill({ json: overview }));
}

/**
 * Makes the page look the same on every machine: fixes the time, and adds a Chinese font, which some machines lack. Needs a
 * context that bypasses the content security policy.
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
  await steadyOverview(page);
  await page.addInitScript(
    (css) => {
      addEventListener('DOMContentLoaded', () => {
        const sheet = document.createElement('style');
        sheet.textContent = css;
        document.head.append(sheet);
        // after the first page of a visit the browser has this font, but the routes of a test turn off its cache
        void document.fonts.load('600 1em Barlow');
      });
    },
    faces.replaceAll('./files/', '/'),
  );
}
