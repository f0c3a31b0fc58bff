import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { bodyRows, counted, openHistory, serveTasks, table } from './service-history-support.ts';
import { test } from './support.ts';

test('paper shows all rows of the filter as a plain table, and nothing else', async ({ page }) => {
  await serveTasks(page, 150);
  await openHistory(page, '?year=2026&q=visit');
  await expect(counted(page, /^150 tasks$/)).toBeVisible();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  // one more sheet would have a single row on it
  expect(pages.length).toBeLessThanOrEqual(11);
  const text = pages.map((one) => one.text).join(' ');
  for (const words of ['Service History', 'Selasih Park', '2026, search “visit”', '150 tasks', 'Printed on '])
    expect(pages[0]?.text).toContain(words);
  for (let visit = 1; visit <= 150; visit += 1) expect(text).toContain(`Visit ${visit}`);
  for (const words of ['Export CSV', 'Visits in', 'End Session', 'Sort by']) expect(text).not.toContain(words);

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('section[aria-label="Print"] tbody tr')).toHaveCount(150);
  await expect(table(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('section[aria-label="Print"]')).toHaveCount(0);
  await expect(bodyRows(page).first()).toContainText('Visit 150');
});
