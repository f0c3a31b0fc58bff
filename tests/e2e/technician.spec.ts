import { expect, type Page } from '@playwright/test';
import { addSite } from './sites.ts';
import { rpc, submitKey, test } from './support.ts';
import { choosePhotos, press, uploaded } from './task-files.ts';
import { expectWellMade } from './well-made.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** The key of a technician for a site of the test's own, which has the name, and for the demo's sites of these numbers. */
async function technicianOf(page: Page, name: string, others: number[] = []): Promise<{ id: number; key: string }> {
  const { id, session } = await addSite(page, name, { status: true, tasks2024: [] });
  const asked = { role: 'technician', label: name, site_ids: [id, ...others] };
  return { id, key: (await rpc<{ key: string }>(page, 'issue_key', asked, session)).key };
}

const kept = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

test("a technician's day: form, visit with photos, correction, taken back, logged out", async ({ page, context }) => {
  const { key } = await technicianOf(page, 'Field day', [2]);
  await page.goto('/');
  await page.getByLabel('Keep me logged in on this device').check();
  await submitKey(page, key);
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('');

  await page.getByRole('link', { name: 'Maintenance Report form' }).click();
  await page.getByLabel('Select Client').selectOption({ label: 'Field day' });
  await press(page, 'Attach to a new task');
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

  // the login is kept: another tab needs none
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await expect(secondTab.getByRole('article', { name: 'Preventive maintenance' })).toBeVisible();

  await visit.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Loop detector replaced');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const corrected = page.getByRole('article', { name: 'Loop detector replaced' });
  await expect(corrected.getByRole('button', { name: 'View Photos (1)' })).toBeVisible();

  await corrected.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(corrected).toHaveCount(0);
  await press(page, 'Undo');
  await expect(corrected).toBeVisible();

  await press(page, 'Menu');
  await press(page, 'End Session');
  await press(page, 'Yes');
  for (const tab of [page, secondTab]) {
    await expect(tab.getByLabel('Secret Key')).toBeVisible();
    expect(await kept(tab)).toEqual([]);
  }
});

test('the only site of a technician is chosen already', async ({ page }) => {
  const { key } = await technicianOf(page, 'Field alone');
  await page.goto('/');
  await submitKey(page, key);
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('Field alone');
  await page.getByRole('link', { name: 'Maintenance Report form' }).click();
  await expect(page.getByLabel('Select Client').locator(':checked')).toHaveText('Field alone');
});

test('what is not a technician’s is refused by screen and server', async ({ page }) => {
  const { id, key } = await technicianOf(page, 'Field limits');
  await page.goto('/DataEditor/keys');
  await submitKey(page, key);
  await expect(page.getByText('This page is not available with your key.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Add New Task' }).click();
  await expect(page).toHaveURL(/\/DataEditor$/);
  // one of a site that is not its own
  await page.goto('/data-fetcher?site=Selasih+Park');
  await expect(page.getByText('No data found for the selected name.')).toBeVisible();

  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: key });
  for (const name of ['list_changes', 'site_overview'])
    expect(await rpc(page, name, {}, session)).toMatchObject({ message: expect.stringMatching(/not allowed/iu) });
  expect(await rpc(page, 'my_visits', { site_id: id }, session)).toEqual([]);
});
