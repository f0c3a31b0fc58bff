import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { readZip } from '../support/read-zip.ts';
import { addSite } from './sites.ts';
import { expectPdf, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const names = ['Threefold Amber', 'Threefold Birch', 'Threefold Cedar'];

test('an admin makes the year reports of all sites that match as one ZIP', async ({ page }) => {
  // a test cannot answer the system's own question where to save
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  for (const name of names) await addSite(page, name);
  await logIn(page, keys.admin, '/DataEditor/overview?q=threefold');
  await page.getByLabel('Select all that match').click();
  const bar = page.getByRole('region', { name: 'Selected sites' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWellMade(page);
  await bar.getByRole('button', { name: 'Year reports' }).click();
  const reports = page.getByRole('dialog', { name: 'Year reports of 3 sites' });
  const downloadEvent = page.waitForEvent('download');
  await reports.getByRole('button', { name: 'Make the ZIP' }).click();
  const download = await downloadEvent;
  await expect(reports.getByText(/^Done: 3 reports of \d{4}, /u)).toBeVisible();
  const [, year = ''] = /^Year-Reports_(\d{4})_3-sites_/u.exec(download.suggestedFilename()) ?? [];
  const files = readZip(await readFile(await download.path()));
  expect([...files.keys()]).toEqual(names.map((name) => `${name.replace(' ', '-')}_Year-Report_${year}.pdf`));
  for (const [name, bytes] of files) {
    expectPdf(Buffer.from(bytes));
    const { pages, info } = await readPdf(bytes);
    expect(info.title).toBe(`Year Report ${year}, ${name.split('_')[0]?.replace('-', ' ')}`);
    expect(pages.length).toBeGreaterThan(0);
  }
});
