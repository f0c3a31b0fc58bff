import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { readZip } from '../support/read-zip.ts';
import { addSite } from './sites.ts';
import { expectPdf, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const texts = { 'Threefold Amber': 'Monthly', 'Threefold Birch': 'setiap 3 bulan', 'Threefold Cedar': 'Bi-monthly' };

test('an admin sets the intervals of all sites that lack one with four clicks, and makes their year reports as one ZIP', async ({
  page,
}) => {
  // no test can answer the system's own question where to save
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  for (const [name, preventive_maintenance] of Object.entries(texts))
    await addSite(page, name, { preventive_maintenance });
  await logIn(page, keys.admin, '/DataEditor/overview?q=threefold');
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  await click(page.getByRole('button', { name: 'No interval agreed 3' }));
  await click(page.getByLabel('Select all that match'));
  const bar = page.getByRole('region', { name: 'Selected sites' });
  await click(bar.getByRole('button', { name: 'Set visit interval' }));
  const intervals = page.getByRole('dialog', { name: 'Visit interval of 3 sites' });
  await expect(intervals.getByText('1 site with nothing to go by: left as they are')).toBeVisible();
  await click(intervals.getByRole('button', { name: 'Set 2 intervals' }));
  await expect(intervals.getByText('2 intervals are set.')).toBeVisible();
  expect(clicks).toBe(4);
  await intervals.getByRole('button', { name: 'Close' }).click();
  // only the one without is left in the list; the others stay selected
  await expect(bar.getByText('3 sites selected, 2 of them not shown')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectWellMade(page);
  await bar.getByRole('button', { name: 'Year reports' }).click();
  const reports = page.getByRole('dialog', { name: 'Year reports of 3 sites' });
  const coming = page.waitForEvent('download');
  await reports.getByRole('button', { name: 'Make the ZIP' }).click();
  const download = await coming;
  await expect(reports.getByText(/^Done: 3 reports of \d{4}, /u)).toBeVisible();
  const [, year = ''] = /^Year-Reports_(\d{4})_3-sites_/u.exec(download.suggestedFilename()) ?? [];
  const files = readZip(await readFile(await download.path()));
  expect([...files.keys()]).toEqual(
    Object.keys(texts).map((name) => `${name.replace(' ', '-')}_Year-Report_${year}.pdf`),
  );
  for (const [name, bytes] of files) {
    expectPdf(Buffer.from(bytes));
    const { pages, info } = await readPdf(bytes);
    expect(info.title).toBe(`Year Report ${year}, ${name.split('_')[0]?.replace('-', ' ')}`);
    expect(pages.length).toBeGreaterThan(0);
  }
});
