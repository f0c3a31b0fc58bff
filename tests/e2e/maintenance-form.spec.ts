import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { readPdf } from '../support/read-pdf.ts';
import { keys, logIn, test } from './support.ts';

async function openForm(page: Page): Promise<void> {
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Maintenance Report form' }).click();
  await page.getByLabel('Select Client').selectOption('Residensi Selasih Park');
}

/** Draws a wave across the middle of the box with the mouse. */
async function sign(page: Page, box: Locator): Promise<void> {
  await box.scrollIntoViewIfNeeded();
  const at = await box.boundingBox();
  if (!at) throw new Error('There is no box to sign in');
  const point = (step: number) =>
    [at.x + at.width * (0.1 + step * 0.04), at.y + at.height * (0.5 + 0.3 * Math.sin(step))] as const;
  await page.mouse.move(...point(0));
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(...point(step));
  await page.mouse.up();
}

/** How many pixels of the box have ink on them. */
const inkIn = (box: Locator) =>
  box.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    // a copy: Chromium warns of reading the same canvas again and again
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    return data.filter((value, index) => index % 4 === 3 && value > 100).length;
  });

async function downloadPdf(page: Page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), pdf: await readPdf(new Uint8Array(await readFile(await file.path()))) };
}

test('the form is filled in, signed, left, found again, and handed over as a PDF', async ({ page }) => {
  await openForm(page);
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByRole('alert')).toHaveText('ERROR: Please Insert Date!');
  await expect(page.getByLabel('Date')).toBeFocused();
  await page.getByLabel('Date').fill('2026-03-26');
  await page
    .getByRole('radiogroup', { name: /^Visual inspection/ })
    .getByLabel('Pass')
    .check();
  await page.getByRole('textbox', { name: 'RFID reader test: what was found' }).fill('天线插头进水, reads from 2.1 m');
  await page.getByRole('textbox', { name: 'Issue details' }).fill('Palang tersekat separuh terbuka');
  await page.getByRole('textbox', { name: 'Name of the client' }).fill('Noraini Ismail');
  const box = page.getByRole('img', { name: /^Signature of the client/ });
  await sign(page, box);
  await expect(page.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
  const ink = await inkIn(box);
  expect(ink).toBeGreaterThan(200);

  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d restored\./)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Issue details' })).toHaveValue('Palang tersekat separuh terbuka');
  await expect.poll(() => inkIn(box)).toBeGreaterThan(ink / 2);

  // it goes by itself, and the reading of the PDF may take longer
  const message = page
    .getByText('Report saved: Residensi-Selasih-Park-JMB_Maintenance-Report_2026-03-26.pdf')
    .waitFor();
  const { name, pdf } = await downloadPdf(page);
  expect(name).toBe('Residensi-Selasih-Park-JMB_Maintenance-Report_2026-03-26.pdf');
  const text = pdf.pages.map((one) => one.text).join('\n');
  for (const part of [
    '26 March 2026',
    'KBG-600S boom gate set, 4 lanes',
    '天线插头进水',
    'Palang tersekat',
    'Noraini Ismail',
  ])
    expect(text).toContain(part);
  await message;
});

test('what is typed after the pointer came near the button is in the PDF', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Date').fill('2026-03-26');
  await page.getByRole('textbox', { name: 'Post 1' }).fill('Before');
  const button = page.getByRole('button', { name: 'Download PDF' });
  await button.hover();
  await expect.poll(() => page.workers()).toHaveLength(1);
  await page.getByRole('textbox', { name: 'Post 1' }).fill('After');
  const download = page.waitForEvent('download');
  // the pointer has not moved, and nothing tells of the new words but the press
  await button.evaluate((one: HTMLButtonElement) => one.click());
  const pdf = await readPdf(new Uint8Array(await readFile(await (await download).path())));
  const text = pdf.pages.map((one) => one.text).join('\n');
  expect(text).toContain('After');
  expect(text).not.toContain('Before');
});

test('a signature keeps its shape when the window changes, and can be cleared', async ({ page }) => {
  await openForm(page);
  const box = page.getByRole('img', { name: /^Signature of the sales engineer/ });
  await sign(page, box);
  await expect(page.getByRole('img', { name: 'Signature of the sales engineer, drawn' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => inkIn(box)).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Clear: Signature of the sales engineer' }).click();
  await expect.poll(() => inkIn(box)).toBe(0);
});

test('a form that is left at once keeps its last letters', async ({ page }) => {
  await openForm(page);
  await page.getByRole('textbox', { name: 'Post 1' }).fill('In order');
  await page.getByRole('link', { name: 'Guide' }).click();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Post 1' })).toHaveValue('In order');
});

test('the finished form becomes the PDF report of a new task', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Date').fill('2026-02-20');
  await page.getByRole('button', { name: 'Attach to a new task' }).click();
  await expect(page).toHaveURL(/\/DataEditor$/);
  await expect(page.getByText('Residensi-Selasih-Park-JMB_Maintenance-Report_2026-02-20.pdf')).toBeVisible();
  await expect(page.getByLabel('Month')).toHaveValue('february');
  // it waits for its site, as every file does
  await page.getByLabel('Site').selectOption('Selasih Park');
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  // nothing of it stays behind
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Residensi-Selasih-Park-JMB_Maintenance-Report_2026-02-20.pdf')).toHaveCount(0);
});
