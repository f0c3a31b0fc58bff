import { expect, type Page } from '@playwright/test';
import { addSite, pickSite } from './sites.ts';
import { anonKey, anotherPage, api, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

interface SavedTask {
  id: number;
  time: string;
  urls: string[];
  year: string;
  month: string;
  tasks: string;
  title: string;
  pdf: string;
  showing: 'True' | 'False';
}

function task(id: number, title: string, values: Partial<SavedTask> = {}): SavedTask {
  const time = `2026-03-${String(1 + (id % 28)).padStart(2, '0')}T09:00:00+08:00`;
  const tasks = 'Arm bolts re-torqued.\n天线插头进水';
  return { id, time, urls: [], year: '2026', month: 'mar', tasks, title, pdf: '', showing: 'True', ...values };
}

async function headers(page: Page): Promise<Record<string, string>> {
  const session = await page.evaluate(() => sessionStorage.getItem('portal.session'));
  const token = /"token":"(\w+)"/.exec(session ?? '')?.[1] ?? '';
  return { apikey: anonKey, 'x-portal-session': token };
}

// names of sites in this region can be this long
const site = 'Deleter, with a name that is as long as the names of sites in this town can be';
// this title does not fit on one line of a phone
const longTitle = `Repair ${'x'.repeat(60)}`;

async function savedTasks(page: Page): Promise<SavedTask[]> {
  const response = await page.request.get(
    `${api}/rest/v1/maintable?select=tasks2024&name=eq.${encodeURIComponent(site)}`,
    {
      headers: await headers(page),
    },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the database allows in the column
  const [row] = (await response.json()) as { tasks2024: SavedTask[] }[];
  return row?.tasks2024 ?? [];
}

const url = `/datadeleter?${new URLSearchParams({ site, year: '2026', month: 'mar' })}`;
const row = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });

async function remove(page: Page, title: string): Promise<void> {
  await row(page, title).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this task?' });
  await expect(dialog).toContainText(title);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, title)).toHaveCount(0);
}

test('two admins delete and correct tasks of one month at once and lose nothing; what was deleted is restored', async ({
  page,
  browser,
}) => {
  await addSite(page, site, {
    status: true,
    tasks2024: [task(1, 'Quarterly test'), task(2, longTitle), task(3, 'Reader check')],
  });
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Need Correction? Enter Data Deleter' }).click();
  await pickSite(page, site, 'Name');
  await page.getByLabel('Year').selectOption('2026');
  await page.getByLabel('Month').selectOption('mar');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })).toHaveCount(3);

  // a changed form asks before Back discards it
  await row(page, longTitle).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Half a tit');
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a tit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await remove(page, 'Reader check');
  await expect(row(page, longTitle)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Visit restored.')).toBeVisible();
  await expect(row(page, 'Reader check')).toBeVisible();

  const other = await anotherPage(browser);
  await logIn(other, keys.admin, url);
  await Promise.all([remove(page, 'Reader check'), remove(other, 'Quarterly test')]);
  for (const adminPage of [page, other]) await expect(adminPage.getByText('Visit removed.').first()).toBeVisible();
  expect((await savedTasks(page)).map(({ id, showing }) => `${id} ${showing}`)).toEqual([
    '1 False',
    '2 True',
    '3 False',
  ]);

  // both correct the same task, so the dialog asks about the field that both changed
  for (const adminPage of [page, other]) await row(adminPage, longTitle).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Need Correction?' });
  await form.getByLabel('Title').fill(`${longTitle} of the arm`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Data updated successfully!')).toBeVisible();
  await other.getByLabel('Title').fill('Repair of the motor');
  await other.getByLabel('Task text').fill('Motor replaced');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('dialog', { name: 'Somebody else changed this visit first' })).toBeVisible();
  await expectWellMade(other);
  await other.getByRole('radio', { name: `Theirs ${longTitle} of the arm` }).check();
  await other.getByRole('button', { name: 'Save choice' }).click();
  await expect(other.getByText('Data updated successfully!')).toBeVisible();
  await other.context().close();

  await page.goto(`${url}&show=deleted`);
  await expect(row(page, 'Quarterly test')).toBeVisible();
  await expectWellMade(page);
  await row(page, 'Reader check').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Visit restored.')).toBeVisible();
  await page.getByRole('link', { name: 'Shown' }).click();
  await expect(row(page, 'Reader check')).toBeVisible();
  expect(await savedTasks(page)).toEqual([
    task(1, 'Quarterly test', { showing: 'False' }),
    task(2, `${longTitle} of the arm`, { tasks: 'Motor replaced' }),
    task(3, 'Reader check'),
  ]);
});
