import { expect } from '@playwright/test';
import { fillIn, filesOf, open, tasksOf, test } from './add-task-support.ts';
import { anotherPage, keys, logIn } from './support.ts';
import { bucket, choosePhotos, press, uploaded } from './task-files.ts';
import { expectWellMade } from './well-made.ts';

test('10 photos of 12 megapixels go up, one that is cut off is retried alone, and the task is on the dashboard', async ({
  page,
}) => {
  const siteId = await open(page, 'Add task, ten photos');
  const sent: string[] = [];
  let cutOff = '';
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname;
    sent.push(name);
    // the third photo, in each of its attempts
    if (cutOff === '' && sent.length >= 5 && !name.includes('.small.')) cutOff = name;
    await (name === cutOff ? route.abort() : route.continue());
  });
  await fillIn(page, 'Quarterly test', 'Add task, ten photos');
  await choosePhotos(page, 10);
  await expect(page).toHaveTitle(/^\(\d+\/10\) Uploading/);
  await press(page, 'Add Task');
  await expect(page.getByRole('article', { name: 'New task, not saved yet' })).toContainText('Quarterly test');
  await expect(page.getByRole('button', { name: 'Add Task', exact: true })).toHaveCount(0);
  await press(page, 'Update');
  await expect(page.getByText(/of 10 uploaded\. The task is saved right after/)).toBeVisible();

  await expect(uploaded(page)).toHaveCount(9, { timeout: 90_000 });
  await expect(page.getByRole('alertdialog')).toContainText('One file is not uploaded');
  await press(page, 'OK');
  await expect(page.getByRole('alert')).toHaveText('1 photo not uploaded: retry or remove.');
  expect(await tasksOf(page, siteId)).toEqual([]);

  const before = sent.length;
  cutOff = 'none';
  await page.getByRole('button', { name: /^Retry: IMG_/ }).click();
  await expect(uploaded(page)).toHaveCount(10);
  expect(sent.length - before).toBe(1);
  await expect(page.getByText('File uploaded successfully!')).toBeVisible();
  await press(page, 'Update');
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/maintenance\?site=Add\+task%2C\+ten\+photos&year=2026&month=mar&task=1$/);
  await expect(page.getByRole('article').filter({ hasText: 'Quarterly test' })).toContainText('View Photos (10)');

  const [task] = await tasksOf(page, siteId);
  expect(task).toMatchObject({ id: 1, title: 'Quarterly test', year: '2026', month: 'mar', pdf: '' });
  const stored = await filesOf(page, siteId);
  expect(stored).toHaveLength(20);
  for (const url of task?.urls ?? []) expect(stored).toContain(url.split(`/${bucket}/`)[1]);
  await page.getByRole('button', { name: 'View Photos (10)' }).click();
  const size = () =>
    page
      .getByRole('dialog')
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(size).toBe(2_048);

  // nothing is left of the draft
  await page.goto('/DataEditor');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(/restored/)).toHaveCount(0);
});

test('two admins who add to one site at once both keep their task, under different numbers', async ({
  page,
  browser,
}) => {
  const siteId = await open(page, 'Add task, two admins');
  const other = await anotherPage(browser);
  await logIn(other, keys.admin);
  for (const [one, title] of [
    [page, 'Emergency call'],
    [other, 'Reader check'],
  ] as const) {
    await fillIn(one, title, 'Add task, two admins');
    await press(one, 'Add Task');
  }
  await Promise.all([press(page, 'Update'), press(other, 'Update')]);
  await expect(page).toHaveURL(/\/maintenance\?/);
  await expect(other).toHaveURL(/\/maintenance\?/);
  const stored = await tasksOf(page, siteId);
  expect(stored.map(({ title }) => title).toSorted()).toEqual(['Emergency call', 'Reader check']);
  expect(stored.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2]);
  await other.context().close();
});

test('a save that fails keeps everything, and the next one uploads nothing again', async ({ page }) => {
  const siteId = await open(page, 'Add task, failing save');
  await fillIn(page, 'Repair', 'Add task, failing save');
  await choosePhotos(page, 2, 1_200, 900);
  await expect(uploaded(page)).toHaveCount(2);
  await press(page, 'Add Task');
  await page.route('**/rest/v1/maintable?*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fulfill({ status: 500, json: { message: 'no' } });
    else await route.continue();
  });
  await press(page, 'Update');
  await expect(page.getByRole('alert').filter({ hasText: 'Error updating data.' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Repair');
  await expectWellMade(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/object/${bucket}/`)) sent.push(request.url());
  });
  await page.unrouteAll();
  await press(page, 'Update');
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  expect(sent.filter((url) => !url.includes('/sign/'))).toEqual([]);
  const [task] = await tasksOf(page, siteId);
  expect(task?.urls).toHaveLength(2);
  expect(await filesOf(page, siteId)).toHaveLength(4);
});
