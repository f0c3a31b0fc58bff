import { expect } from '@playwright/test';
import { layoutFaults, photosOn } from '../support/layout-faults.ts';
import { saveReport, test, textOf } from './report-support.ts';
import { keys, submitKey } from './support.ts';

test('a client saves the report of a year from the profile: score, failures, and every visit with its photos', async ({
  page,
}) => {
  await page.goto('/profile');
  await submitKey(page, keys.selasih);
  await page.getByLabel('Year of the report').selectOption('2025');
  const { name, read } = await saveReport(page, 'Year report');
  expect(name).toBe('Selasih-Park_Year-Report_2025.pdf');
  expect(layoutFaults(read, 'Year Report')).toEqual([]);
  expect(read.info.title).toBe('Year Report 2025, Residensi Selasih Park');
  const text = textOf(read);
  expect(text).toContain('40 visits in 2025');
  expect(text).toMatch(/Failures by type .*RFID Reader Not Reading 15 6 21 21/u);
  expect(text).toContain('Worst post');
  expect(text).toContain('31 December 2026');
  // 35 of the 40 visits have photos, of which two are shown
  const pages = read.pages.map((one) => photosOn(one).length);
  expect(pages[0]).toBe(0);
  expect(pages.reduce((sum, count) => sum + count, 0)).toBe(70);
});
