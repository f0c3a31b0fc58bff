import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { bodyRows, counted, openHistory, serveTasks, table } from './service-history-support.ts';
import { test } from './support.ts';

test('the CSV file holds what is filtered, with times of Singapore', async ({ page }) => {
  await openHistory(page, '?year=2026&month=mar&sort=date');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Selasih-Park_Service-History.csv');
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.toString('utf8').slice(1);
  expect(text.startsWith('Date,Time,Year,Month,Kind,Title,Text,PDF,Photos\r\n2026-03-')).toBe(true);
  expect(text.match(/^2026-03-\d\d,\d\d:\d\d,2026,March,/gm)).toHaveLength(7);
  const times = text.match(/^2026-03-\d\d,\d\d:\d\d/gm) ?? [];
  expect(times).toEqual(times.toSorted());
});

test('paper shows all rows of the filter as a plain table, and nothing else', async ({ page }) => {
  await serveTasks(page, 400);
  await openHistory(page, '?year=2026&q=visit');
  await expect(counted(page, /^400 tasks$/)).toBeVisible();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  const text = pages.map((one) => one.text).join(' ');
  for (const words of ['Service History', 'Selasih Park', '2026, search “visit”', '400 tasks', 'Printed on '])
    expect(pages[0]?.text).toContain(words);
  for (let visit = 1; visit <= 400; visit += 1) expect(text).toContain(`Visit ${visit}`);
  for (const words of ['Export CSV', 'Visits in', 'End Session', 'Sort by']) expect(text).not.toContain(words);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('section[aria-label="Print"] tbody tr')).toHaveCount(400);
  await expect(table(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('section[aria-label="Print"]')).toHaveCount(0);
  await expect(bodyRows(page).first()).toContainText('Visit 400');
});
