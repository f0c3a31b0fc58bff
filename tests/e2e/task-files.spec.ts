import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { addSite, headersOf, pickSite } from './sites.ts';
import { api, keys, logIn, test } from './support.ts';
import { bucket, choosePhotos, press, uploaded } from './task-files.ts';

/** What the browser says of a network that is gone. */
test.use({
  expectedProblem:
    /^A file could not be uploaded|Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/u,
});

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
  const answer = await page.request.get(
    `${api}/rest/v1/maintable?select=tasks2024&name=eq.${encodeURIComponent(site)}`,
    {
      headers: await headers(page),
    },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the database allows in the column
  const [row] = (await answer.json()) as { tasks2024: TaskRow[] }[];
  return row?.tasks2024 ?? [];
}

/** Whether a press in its middle meets it and nothing that lies on it. */
const isFree = (button: Locator) =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(hit);
  });

async function open(page: Page, site: string): Promise<void> {
  await addSite(page, site, { status: true, tasks2024: [] });
  await logIn(page, keys.admin);
  await pickSite(page, site);
}

test('12 photos go through a dead spot without a press, and nothing covers the next step', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, 'Task files, dead spot');
  let sent = 0;
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    sent += 1;
    // the network goes while the third photo is on its way
    if (sent === 5) await context.setOffline(true);
    await route.continue();
  });
  await choosePhotos(page, 12, 1_200, 900);
  await expect(page.getByText(/^Waiting for the network: \d+ of 12 uploaded\./)).toBeVisible();
  await expect(page.getByText('Waiting for the network', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  expect(await isFree(page.getByRole('button', { name: 'Add Task' }))).toBe(true);
  await context.setOffline(false);
  await expect(uploaded(page)).toHaveCount(12);
  await expect(page.getByText('File uploaded successfully!')).toBeVisible();
  expect(await isFree(page.getByRole('button', { name: 'Add Task' }))).toBe(true);
});

test('a HEIC photo is taken on a desk, upright and in its colours, and a locked PDF is refused beside its field', async ({
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
      const [right, bottom] = [canvas.width - 9, canvas.height - 9];
      return [at(8, 8), at(right, 8), at(8, bottom), at(right, bottom)];
    });
  const drawn = [
    [200, 40, 40],
    [40, 160, 60],
    [40, 80, 200],
    [230, 200, 60],
  ];
  for (const [index, colour] of drawn.entries())
    for (const [channel, value] of colour.entries())
      expect(Math.abs((corners[index]?.[channel] ?? 0) - value)).toBeLessThan(12);

  await page.getByLabel('Choose a PDF').setInputFiles(fixture('locked.pdf'));
  const report = page.getByRole('region', { name: 'PDF report' });
  await expect(report.getByRole('alert')).toContainText('locked.pdf opens with a password only');
  await expect(report.getByRole('alert')).toBeInViewport();
  await page.getByLabel('Choose a PDF').setInputFiles(fixture('no-printing.pdf'));
  await expect(uploaded(page)).toHaveCount(2);
  const listed = await page.request.post(`${api}/storage/v1/object/list/${bucket}`, {
    headers: headersOf(session),
    data: { prefix: `sites/${siteId}`, limit: 100 },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what storage answers
  const names = ((await listed.json()) as { name: string }[]).map(({ name }) => name.split('.').slice(1).join('.'));
  expect(names.toSorted()).toEqual(['jpg', 'pdf', 'small.jpg']);
});

test('photos that the server refuses all go up again with one press', async ({ page }) => {
  await open(page, 'Task files, retry all');
  await page.route(`**/storage/v1/object/${bucket}/**`, (route) => route.abort());
  await choosePhotos(page, 2, 800, 600);
  await expect(page.getByRole('alert')).toHaveText('2 photos not uploaded: retry or remove.');
  await page.unrouteAll();
  await press(page, 'Retry all');
  await expect(uploaded(page)).toHaveCount(2);
});

test('a photo is added to a saved task, one taken away, the PDF replaced, and all restored from the log', async ({
  page,
}) => {
  const site = 'Task files, corrected';
  await open(page, site);
  await page.getByLabel('Title').fill('Site walk');
  await page.getByLabel('Task text').fill('Arm bolts re-torqued.');
  await choosePhotos(page, 2, 800, 600);
  await page.getByLabel('Choose a PDF').setInputFiles(fixture('plain.pdf'));
  await expect(uploaded(page)).toHaveCount(3);
  await press(page, 'Add Task');
  await press(page, 'Update');
  await expect(page.getByRole('article').filter({ hasText: 'Site walk' })).toContainText('View Photos (2)');
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
  await page.getByLabel('Site', { exact: true }).selectOption({ label: site });
  const line = page
    .getByRole('region', { name: 'Changes' })
    .getByRole('listitem')
    .filter({ hasText: 'Task 1 “Site walk”' })
    .first();
  await line.getByRole('button', { name: /^Before and after/ }).click();
  // what was taken away is still there to be seen
  for (const name of ['Before: photo 1 of 2', 'After: photo 1 of 2']) {
    const picture = line.getByRole('img', { name });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  }
  await line.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored. The log has a new line for it.')).toBeVisible();
  const [restored] = await tasksOf(page, site);
  expect(restored).toEqual(before);
  // the files that the task had in between are kept too
  const answer = await page.request.post(`${api}/storage/v1/object/list/${bucket}`, {
    headers: await headers(page),
    data: { prefix: before?.pdf.split('/').slice(-3, -1).join('/'), limit: 100 },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what storage answers
  const listed = ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  for (const url of [...(before?.urls ?? []), ...(after?.urls ?? []), before?.pdf, after?.pdf])
    expect(listed).toContain(url?.split('/').at(-1));
});
