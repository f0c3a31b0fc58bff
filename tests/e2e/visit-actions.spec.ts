import { expect } from '@playwright/test';
import { nameOf, storedUrl, tasksOf, upload } from './add-task-support.ts';
import { addSite, patch } from './sites.ts';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

function visit(id: number, title: string, urls: string[] = []) {
  const visitRecord = { id, time: `2026-03-1${id}T09:00:00+08:00`, year: '2026', month: 'mar', showing: 'True' };
  return { ...visitRecord, tasks: 'Arm bolts re-torqued.', title, urls, pdf: '' };
}

test('an admin takes back a deletion and moves a visit with its photos', async ({ page }) => {
  const { id, session } = await addSite(page, 'Actions, the wrong site', { status: true });
  const { id: rightId } = await addSite(page, 'Actions, the right site', { address: '9 Lorong Kasturi' });
  const photos = [nameOf(id, 1), nameOf(id, 2)];
  for (const name of [...photos, nameOf(id, 1, 'small.jpg')]) await upload(page, session, name);
  const tasks2024 = [visit(1, 'Loop tuned'), visit(2, 'Photos of another site', photos.map(storedUrl))];
  await patch(page, session, `maintable?id=eq.${id}`, { tasks2024 });
  await logIn(page, keys.admin, '/maintenance?site=Actions%2C+the+wrong+site&year=2026&month=mar');
  const card = (name: string) => page.getByRole('article', { name });
  const dialog = page.getByRole('dialog');
  await expect(card('Loop tuned')).toBeVisible();
  await expectWellMade(page);

  await card('Loop tuned').getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(card('Loop tuned')).toHaveCount(0);
  await expect(card('Photos of another site')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card('Loop tuned')).toBeVisible();

  await card('Photos of another site').getByRole('button', { name: 'Move to another site' }).click();
  await expect(dialog.getByRole('option', { name: 'Actions, the right site' })).toBeVisible();
  await expectWellMade(page);
  // the site is found as everywhere
  await dialog.getByRole('combobox', { name: 'Site' }).fill('kasturi');
  await dialog.getByRole('option', { name: 'Actions, the right site' }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('“Photos of another site” is now at Actions, the right site.')).toBeVisible();
  await expect(card('Photos of another site')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show it there' }).click();
  const movedVisit = dialog.getByRole('article', { name: 'Photos of another site' });
  await movedVisit.getByRole('button', { name: 'View Photos (2)' }).click();
  const photo = page.getByRole('img', { name: /^Photo 1 of 2/u }).last();
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The visit is back at Actions, the wrong site.')).toBeVisible();
  expect((await tasksOf(page, id)).map(({ title }) => title)).toEqual(['Loop tuned', 'Photos of another site']);
  expect(await tasksOf(page, rightId)).toMatchObject([{ id: 1, showing: 'False' }]);
});
