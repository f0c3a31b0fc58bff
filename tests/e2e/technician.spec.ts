import { expect, type Page } from '@playwright/test';
import { choosePhotos, press, uploaded } from './add-task-support.ts';
import { addSite } from './sites.ts';
import { rpc, submitKey, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const storedNames = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

test("a technician's day: form, visit with photos, correction, deletion, logout", async ({ page, context }) => {
  const { id, session } = await addSite(page, 'Field day', { status: true, tasks2024: [] });
  // and one of the demo's sites
  const keyOptions = { role: 'technician', label: 'Field day', site_ids: [id, 2] };
  const { key } = await rpc<{ key: string }>(page, 'issue_key', keyOptions, session);
  await page.goto('/');
  await page.getByLabel('Keep me logged in on this device').check();
  await submitKey(page, key);
  await page.getByRole('article', { name: 'Field day' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report form' }).click();
  await expect(page.getByLabel('Select Client')).toHaveValue('Field day');
  await press(page, 'Attach to a new task');
  await press(page, 'Attach anyway');
  await expect(page).toHaveURL(/\/DataEditor$/);
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('Field day');
  await choosePhotos(page, 2, 400, 300);
  await expect(uploaded(page)).toHaveCount(3);
  await page.getByRole('button', { name: /^Remove:? IMG_2/ }).click();
  await expect(uploaded(page)).toHaveCount(2);
  await page.getByLabel('Task text').fill('Arm bolts re-torqued.');
  await press(page, 'Add Task');
  await press(page, 'Update');

  const visit = page.getByRole('article', { name: 'Preventive maintenance' });
  await expect(visit.getByText('You can correct this visit until tonight')).toBeVisible();
  await expect(visit.getByRole('button', { name: 'View Photos (1)' })).toBeVisible();
  await expect(visit.getByRole('button', { name: 'Preview PDF' })).toBeVisible();
  await expectWellMade(page);

  // the login is persistent, so another tab needs none
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await expect(secondTab.getByRole('article', { name: 'Preventive maintenance' })).toBeVisible();

  await visit.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Loop detector replaced');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const correctedVisit = page.getByRole('article', { name: 'Loop detector replaced' });
  await expect(correctedVisit.getByRole('button', { name: 'View Photos (1)' })).toBeVisible();

  await correctedVisit.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(correctedVisit).toHaveCount(0);
  await press(page, 'Undo');
  await expect(correctedVisit).toBeVisible();

  await press(page, 'Menu');
  await press(page, 'End Session');
  await press(page, 'Yes');
  for (const tab of [page, secondTab]) {
    await expect(tab.getByLabel('Secret Key')).toBeVisible();
    // the number by which the device is known at its next login, and nothing of the key
    expect(await storedNames(tab)).toEqual(['portal.browser']);
  }
});
