import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { testExif, withExif, testJpeg } from '../support/test-jpeg.ts';
import { saveReport, textOf } from './report-support.ts';
import { addSite, pickSite } from './sites.ts';
import { keys, logIn, test } from './support.ts';

const site = 'Visit date';
const inSite = new URLSearchParams({ site }).toString();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The second line of the file that Service History exports: the newest visit. */
async function exportedVisit(page: Page): Promise<string | undefined> {
  const download = page.waitForEvent('download');
  await press(page, 'Export CSV');
  const text = await readFile(await (await download).path(), 'utf8');
  return text.split('\r\n')[1];
}

/** Other visits of the same March, because a month with fewer than five tasks has no report. */
const earlier = Array.from({ length: 4 }, (_, index) => ({
  id: index + 1,
  time: `2026-03-0${index + 1}T09:00:00+08:00`,
  urls: [],
  year: '2026',
  month: 'mar',
  title: `Earlier visit ${index + 1}`,
  tasks: 'Loop checked',
  pdf: '',
  showing: 'True',
}));

/** Opens another screen of the site. */
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'This site' }).getByRole('link', { name, exact: true }).click();

/** Checks the newest visit of the site on every screen that shows its date. */
async function expectVisit(page: Page, day: string, month: string, csv: string): Promise<void> {
  await page.goto(`/maintenance?${inSite}`);
  await expect(page.getByRole('heading', { level: 2, name: month })).toBeVisible();
  await expect(page.getByRole('article').first().locator('time')).toHaveText(day);
  await follow(page, 'Service History');
  // the column heads and the heading of the month are rows too
  await expect(page.getByRole('row').nth(1)).toContainText(month);
  await expect(page.getByRole('row').nth(2)).toContainText(day);
  expect(await exportedVisit(page)).toBe(csv);
  await follow(page, 'Profile');
  await expect(page.getByRole('region', { name: 'Latest activity' })).toContainText(`${day}Emergency call`);
}

test('a visit of last March that is filed today is listed under March everywhere, and moves with its corrected date', async ({
  page,
}) => {
  await addSite(page, site, { status: true, tasks2024: earlier });
  await logIn(page, keys.admin);
  await pickSite(page, site);
  const exif = testExif({ taken: '2026:03:17 10:05:41' });
  await page.getByLabel('Add photos').setInputFiles({
    name: 'gate.jpg',
    mimeType: 'image/jpeg',
    buffer: withExif(testJpeg({ width: 640, height: 480 }), exif),
  });
  await press(page, 'Taken on 17 March 2026 at 10:05: use it');
  await expect(page.getByLabel('Visit date')).toHaveValue('2026-03-17');
  await expect(page.getByLabel('Month')).toHaveValue('mar');
  await page.getByLabel('Title').fill('Emergency call');
  await expect(page.getByLabel('Kind of visit')).toHaveValue('emergency');
  await page.getByLabel('Task text').fill('Arm replaced');
  await press(page, 'Add Task');
  await expect(page.getByText('Visit on 17 March 2026 at 10:05, filed under March 2026.')).toBeVisible();
  await press(page, 'Update');
  await expect(page).toHaveURL(/\/maintenance\?.*year=2026&month=mar&task=5$/);
  const march = '2026-03-17,10:05,2026,March,Emergency call,Emergency call,Arm replaced,No,1,,,,,,,,';
  await expectVisit(page, '17 March 2026 at 10:05', 'March 2026 5 visits', march);

  await page.goto(`/maintenance?${inSite}&year=2026&month=mar`);
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible();
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/noto.*\.woff2?$/u.test(request.url())) fonts.push(request.url());
  });
  const monthly = textOf((await saveReport(page)).read);
  expect(monthly).toContain('Maintenance Report, March 2026');
  // all texts are in Latin letters, so no other font is needed
  expect(fonts).toEqual([]);
  expect(monthly).toMatch(/17 March 2026 at 10:05.{0,80}Emergency call.*Arm replaced/u);
  await page.goto(`/data-fetcher?${inSite}&year=2026`);
  const yearly = textOf((await saveReport(page, 'Year report')).read);
  expect(yearly).toMatch(/17 March 2026.{0,80}Emergency call.*Arm replaced/u);

  await page.goto(`/datadeleter?${inSite}&year=2026&month=mar`);
  await page.getByRole('button', { name: 'Edit', description: 'Emergency call', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Need Correction?' });
  await form.getByLabel('Visit date').fill('2026-04-02');
  await expect(form.getByLabel('Month')).toHaveValue('apr');
  await press(page, 'Save');
  await expect(page.getByText('“Emergency call” is now under April 2026.')).toBeVisible();
  await expectVisit(
    page,
    '2 April 2026 at 10:05',
    'April 2026 1 visit',
    march.replace('-03-17', '-04-02').replace('March', 'April'),
  );
});
