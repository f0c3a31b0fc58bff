import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { bucket, choosePhotos, press, uploaded } from './add-task-support.ts';
import { addSite, headersOf, pickSite } from './sites.ts';
import { api, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const fixture = (name: string) => join(import.meta.dirname, '../support/files', name);

async function headers(page: Page): Promise<Record<string, string>> {
  const session = await page.evaluate(() => sessionStorage.getItem('portal.session'));
  return headersOf(/"token":"(\w+)"/.exec(session ?? '')?.[1] ?? '');
}

interface TaskRow {
  urls: string[];
  pdf: string;
}

async function tasksOf(page: Page, site: string): Promise<TaskRow[]> {
  const response = await page.request.get(
    `${api}/rest/v1/maintable?select=tasks2024&name=eq.${encodeURIComponent(site)}`,
    {
      headers: await headers(page),
    },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the database allows in the column
  const [row] = (await response.json()) as { tasks2024: TaskRow[] }[];
  return row?.tasks2024 ?? [];
}

async function openAddTask(page: Page, site: string): Promise<void> {
  await addSite(page, site, { status: true, tasks2024: [] });
  await logIn(page, keys.admin);
  await pickSite(page, site);
}

test('a HEIC photo is accepted on a desktop, upright and in its colours; unusable files are refused by name', async ({
  page,
}) => {
  const { id: siteId, session } = await addSite(page, 'Task files, HEIC', { status: true, tasks2024: [] });
  await logIn(page, keys.admin);
  await pickSite(page, 'Task files, HEIC');
  const decoder = page.waitForResponse(/libheif.*\.wasm/u);
  await page.getByLabel('Add photos').setInputFiles(fixture('quadrants.heic'));
  expect((await decoder).status()).toBe(200);
  await expect(uploaded(page)).toHaveCount(1);
  const corners = await page
    .getByRole('img', { name: '1 of 1: quadrants.heic' })
    .evaluate((image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(image, 0, 0);
      const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? [])];
      const [x, y] = [canvas.width - 9, canvas.height - 9];
      return [at(8, 8), at(x, 8), at(8, y), at(x, y)];
    });
  const colours = [
    [200, 40, 40],
    [40, 160, 60],
    [40, 80, 200],
    [230, 200, 60],
  ];
  for (const [index, colour] of colours.entries())
    for (const [channel, value] of colour.entries())
      expect(Math.abs((corners[index]?.[channel] ?? 0) - value)).toBeLessThan(12);

  await page.getByLabel('Add photos').setInputFiles([
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('0000ftypheic0000') },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a photo at all') },
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ]);
  await page.getByLabel('Add photos').evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(60 * 1_048_576)], 'huge.jpg', { type: 'image/jpeg' }));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const refusals = page.getByRole('region', { name: /^Photos/ }).getByRole('alert');
  await expect(refusals).toHaveCount(4);
  for (const message of [
    'IMG_0001.HEIC: This HEIC photo cannot be read. Send it as JPEG',
    'notes.jpg: It is not a photo that this browser can read. Choose a JPEG, PNG or WebP.',
    'nothing.jpg is empty. Choose it again, or another one.',
    'huge.jpg is 60.0 MB; a photo may be at most 50 MB.',
  ])
    await expect(refusals.filter({ hasText: message })).toHaveCount(1);

  await page.getByLabel('Choose a PDF').setInputFiles(fixture('locked.pdf'));
  const report = page.getByRole('region', { name: 'PDF report' });
  await expect(report.getByRole('alert')).toContainText('locked.pdf opens with a password only');
  await expect(report.getByRole('alert')).toBeInViewport();
  await expectWellMade(page);
  await page.getByLabel('Choose a PDF').setInputFiles(fixture('no-printing.pdf'));
  await expect(uploaded(page)).toHaveCount(2);
  const listResponse = await page.request.post(`${api}/storage/v1/object/list/${bucket}`, {
    headers: headersOf(session),
    data: { prefix: `sites/${siteId}`, limit: 100 },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what storage answers
  const names = ((await listResponse.json()) as { name: string }[]).map(({ name }) =>
    name.split('.').slice(1).join('.'),
  );
  // nothing of the files that cannot be used
  expect(names.toSorted()).toEqual(['jpg', 'pdf', 'small.jpg']);
});

test('a photo is added to a saved task, another removed, the PDF replaced, and all of it restored from the log', async ({
  page,
}) => {
  const site = 'Task files, corrected';
  await openAddTask(page, site);
  await page.getByLabel('Title').fill('Site walk');
  await page.getByLabel('Task text').fill('Arm bolts re-torqued.');
  await choosePhotos(page, 2, 800, 600);
  await page.getByLabel('Choose a PDF').setInputFiles(fixture('plain.pdf'));
  await expect(uploaded(page)).toHaveCount(3);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page.getByRole('article').filter({ hasText: 'Site walk' })).toContainText('View Photos (2)');
  // the address of Add Task has the year and the month that the Data Deleter reads
  const { searchParams } = new URL(page.url());
  const [before] = await tasksOf(page, site);
  expect(before?.urls).toHaveLength(2);

  searchParams.set('site', site);
  await page.goto(`/datadeleter?${searchParams}`);
  await page.getByRole('listitem', { name: 'Site walk', exact: true }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Need Correction?' });
  const first = dialog.getByRole('img', { name: '1 of 2: Photo 1' });
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await dialog.getByRole('button', { name: 'Remove: Photo 1' }).click();
  await expect(dialog.getByText('Photo 1 removed.')).toBeVisible();
  await choosePhotos(page, 1, 640, 480);
  await dialog.getByLabel('Replace').setInputFiles(fixture('no-printing.pdf'));
  await expect(uploaded(page)).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Move earlier: IMG_1.jpg' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  const [after] = await tasksOf(page, site);
  expect(after?.urls).toHaveLength(2);
  expect(after?.urls[1]).toBe(before?.urls[1]);
  expect(before?.urls).not.toContain(after?.urls[0]);
  expect(after?.pdf).not.toBe(before?.pdf);

  await page.goto('/DataEditor/history');
  await pickSite(page, site);
  const line = page
    .getByRole('region', { name: 'Changes' })
    .getByRole('listitem')
    .filter({ hasText: 'Visit 1 “Site walk”' })
    .first();
  await line.getByRole('button', { name: /^Before and after/ }).click();
  // the removed photo can still be seen
  for (const name of ['Before: photo 1 of 2', 'After: photo 1 of 2']) {
    const picture = line.getByRole('img', { name });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  }
  await line.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored. The log has a new line for it.')).toBeVisible();
  const [restoredTask] = await tasksOf(page, site);
  expect(restoredTask).toEqual(before);
  // the files that the task had in between are retained too
  const response = await page.request.post(`${api}/storage/v1/object/list/${bucket}`, {
    headers: await headers(page),
    data: { prefix: before?.pdf.split('/').slice(-3, -1).join('/'), limit: 100 },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what storage answers
  const names = ((await response.json()) as { name: string }[]).map(({ name }) => name);
  for (const url of [...(before?.urls ?? []), ...(after?.urls ?? []), before?.pdf, after?.pdf])
    expect(names).toContain(url?.split('/').at(-1));
});
