import { EventEmitter, once } from 'node:events';
import { expect, type Locator } from '@playwright/test';
import { fillIn, filesOf, open, tasksOf, test } from './add-task-support.ts';
import { bucket, choosePhotos, press, uploaded } from './task-files.ts';

/** Whether a click in its middle hits it and nothing that covers it. */
const isFree = (button: Locator) =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(hit);
  });

test('on a phone photos of 12 megapixels go through a dead spot, one is cut off and retried alone, and the task is on the dashboard', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const siteId = await open(page, 'Add task, photos');
  const sent: string[] = [];
  let cutOff = '';
  const gate = new EventEmitter();
  const updated = once(gate, 'updated');
  await page.route(`**/storage/v1/object/${bucket}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname;
    sent.push(name);
    // the network is lost while the second photo is being sent
    if (sent.length === 3) await context.setOffline(true);
    // every attempt to send the third photo
    if (cutOff === '' && sent.length >= 5 && !name.includes('.small.')) cutOff = name;
    // fails only once the save waits for it, however slow the machine is
    if (name === cutOff) await updated;
    await (name === cutOff ? route.abort() : route.continue());
  });
  await fillIn(page, 'Quarterly test', 'Add task, photos');
  const button = page.getByRole('button', { name: 'Add Task', exact: true });
  await choosePhotos(page, 3);
  await expect(page.getByText(/^Waiting for the network: \d of 3 uploaded\./)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  expect(await isFree(button)).toBe(true);
  await context.setOffline(false);
  await expect(page).toHaveTitle(/^\(\d\/3\) Uploading/);
  await press(page, 'Add Task');
  await expect(page.getByRole('article', { name: 'New task, not saved yet' })).toContainText('Quarterly test');
  await expect(button).toHaveCount(0);
  await press(page, 'Update');
  await expect(page.getByText(/of 3 uploaded\. The task is saved right after/)).toBeVisible();
  gate.emit('updated');

  await expect(uploaded(page)).toHaveCount(2, { timeout: 90_000 });
  await expect(page.getByRole('alertdialog')).toContainText('One file is not uploaded');
  await press(page, 'OK');
  await expect(page.getByRole('alert')).toHaveText('1 photo not uploaded: retry or remove.');
  expect(await tasksOf(page, siteId)).toEqual([]);

  const before = sent.length;
  cutOff = 'none';
  await page.getByRole('button', { name: /^Retry: IMG_/ }).click();
  await expect(uploaded(page)).toHaveCount(3);
  expect(sent.length - before).toBe(1);
  await expect(page.getByText('File uploaded successfully!')).toBeVisible();
  await press(page, 'Update');
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/maintenance\?site=Add\+task%2C\+photos&year=2026&month=mar&task=1$/);
  await expect(page.getByRole('article').filter({ hasText: 'Quarterly test' })).toContainText('View Photos (3)');

  const [task] = await tasksOf(page, siteId);
  expect(task).toMatchObject({ id: 1, title: 'Quarterly test', year: '2026', month: 'mar', pdf: '' });
  const stored = await filesOf(page, siteId);
  expect(stored).toHaveLength(6);
  for (const url of task?.urls ?? []) expect(stored).toContain(url.split(`/${bucket}/`)[1]);
  await page.getByRole('button', { name: 'View Photos (3)' }).click();
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
