import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { readZip } from '../support/read-zip.ts';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

test('a client exports the whole site and opens it without a connection', async ({ page, context }, info) => {
  // a test cannot answer the system's own question where to save
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await logIn(page, keys.selasih);
  await page.getByRole('button', { name: 'Export this site' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export this site' });
  await expect(dialog.getByText(/: about \d+\.\d MB\.$/u)).toBeVisible();
  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await downloadEvent;
  // one photo of the demo is missing on purpose
  await expect(dialog.getByRole('alert')).toHaveText('1 file could not be downloaded. See missing.txt in the ZIP:');
  await expectWellMade(page);
  expect(download.suggestedFilename()).toMatch(/^Selasih-Park_Export_\d{4}-\d\d-\d\d\.zip$/u);

  const files = readZip(await readFile(await download.path()));
  const folder = info.outputPath('export');
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await page.close();
  await context.setOffline(true);
  const offline = await context.newPage();
  await offline.goto(pathToFileURL(path.join(folder, 'index.html')).href);
  await expect(offline.getByRole('article')).toHaveCount(130);
  const photos = offline.locator('img');
  expect(await photos.count()).toBeGreaterThan(50);
  await photos.last().scrollIntoViewIfNeeded();
  await expect.poll(() => photos.last().evaluate((photo: HTMLImageElement) => photo.naturalWidth)).toBeGreaterThan(100);
  // every file that the page links is in the ZIP
  const linkedFiles = await offline
    .locator('[href], [src]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? link.getAttribute('src') ?? ''));
  expect(linkedFiles.filter((name) => !name.startsWith('#') && !files.has(name))).toEqual([]);
});
