import { expect, type Page } from '@playwright/test';
import { addSite, headersOf, patch } from './sites.ts';
import { anotherPage, api, keys, logIn, rpc, submitKey, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

interface Access {
  session: string;
}

async function change(page: Page, session: string, id: number, values: object): Promise<void> {
  await patch(page, session, `maintable?id=eq.${id}`, values);
}

async function openLog(page: Page, site: string): Promise<void> {
  await page.getByRole('link', { name: 'Change log' }).click();
  await page.getByLabel('Site', { exact: true }).selectOption({ label: site });
  await expect(page).toHaveURL(/history\?site=/);
  await expect(page.getByText(/\d changes?$/)).toBeVisible();
}

const count = (entrance: number) => ({ P1: [{ type: 'Spring Broken', entrance, exit: 0, year: 2026 }] });
const lines = (page: Page) => page.getByRole('region', { name: 'Changes' }).getByRole('listitem');

test('what is changed in a site is in the log, is restored, and that is in the log too', async ({ page }) => {
  await addSite(page, 'Angsana Heights', { capacity: '0' });
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('link', { name: 'Angsana Heights', exact: true }).click();
  await page.getByLabel('Capacity', { exact: true }).fill('640 vehicles');
  await page.getByLabel('Contract End Date', { exact: true }).fill('2027-12-31');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All is saved.')).toBeVisible();

  await openLog(page, 'Angsana Heights');
  await expect(lines(page)).toHaveCount(2);
  const newest = lines(page).first();
  await expect(newest).toContainText('Capacity changed from 0 to 640 vehicles');
  await expect(newest).toContainText('Contract End Date set to 31 December 2027');
  await expect(newest).toContainText('By Service company head office (demo)');
  await expect(lines(page).nth(1)).toContainText('Site “Angsana Heights” added');
  await expect(
    lines(page)
      .nth(1)
      .getByRole('button', { name: /^Restore/ }),
  ).toHaveCount(0);

  await newest.getByRole('button', { name: /^Before and after/ }).click();
  await expect(newest.getByRole('row', { name: /Capacity/ }).getByRole('cell')).toHaveText([/0$/, /640 vehicles$/]);

  await newest.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored. The log has a new line for it.')).toBeVisible();
  await expect(lines(page)).toHaveCount(3);
  await expect(lines(page).first()).toContainText('Capacity changed from 640 vehicles to 0');

  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('link', { name: 'Angsana Heights', exact: true }).click();
  await expect(page.getByLabel('Capacity', { exact: true })).toHaveValue('0');
  await expect(page.getByLabel('Contract End Date', { exact: true })).toHaveValue('');
});

test('an older change is refused with its reason while a newer one stands on it', async ({ page }) => {
  const { id, session } = await addSite(page, 'Jelutong Court', { capacity: '0' });
  for (const capacity of ['1', '2']) await change(page, session, id, { capacity });
  await logIn(page, keys.admin);
  await openLog(page, 'Jelutong Court');
  // the database's own words; only its status is another, because a browser reports a 409 as an error of the page
  await page.route('**/rpc/restore_change', async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(409);
    await route.fulfill({ response, status: 400 });
  });
  await page.getByRole('button', { name: 'Restore: Capacity changed from 0 to 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The same was changed again since');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(lines(page)).toHaveCount(3);
});

test('tasks, failure counts and keys are told in words', async ({ page }) => {
  const { id, session } = await addSite(page, 'Meranti Place', { capacity: '0' });
  const task = {
    id: 1,
    time: '2026-03-26T16:05:00+08:00',
    urls: [],
    year: '2026',
    month: 'mar',
    tasks: 'Arm bolts re-torqued.',
    title: 'Monthly preventive maintenance',
    pdf: '',
    showing: 'True',
  };
  await change(page, session, id, { tasks2024: [task] });
  await change(page, session, id, { tasks2024: [{ ...task, showing: 'False' }] });
  const posts = { headers: headersOf(session), data: { site_id: id, json: count(3) } };
  expect((await page.request.post(`${api}/rest/v1/carpost`, posts)).status()).toBe(201);
  await patch(page, session, `carpost?site_id=eq.${id}`, { json: count(4) });
  const made = await rpc<{ id: number }>(page, 'issue_key', { role: 'user', label: 'Lobby', site_id: id }, session);
  const next = await rpc<{ id: number }>(page, 'rotate_key', { key_id: made.id, keep_old: '1 day' }, session);
  await rpc(page, 'revoke_key', { key_id: next.id }, session);

  await logIn(page, keys.admin);
  await openLog(page, 'Meranti Place');
  await expect(lines(page).getByRole('paragraph').filter({ hasNotText: /^By / })).toHaveText([
    'Key “Lobby” revoked',
    /^Key “Lobby” rotated: the old one works until \d/,
    'Key “Lobby” issued for Meranti Place',
    'Key “Lobby” issued for Meranti Place',
    'Post P1, 2026: Spring Broken, entrance 3 to 4',
    'Car posts set up: P1',
    'Task 1 hidden: Monthly preventive maintenance',
    'Task 1 added: Monthly preventive maintenance',
    'Site “Meranti Place” added',
  ]);

  for (const [name, then] of [
    ['Task 1 hidden', 'Task 1 shown again'],
    ['Post P1, 2026', 'Post P1, 2026: Spring Broken, entrance 4 to 3'],
  ] as const) {
    await page.getByRole('button', { name: `Restore: ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(lines(page).first()).toContainText(then);
  }
});

test('the log is filtered by person, kept in the address', async ({ page, browser }) => {
  const { id, session } = await addSite(page, 'Cengal Villas', { capacity: '0' });
  // with an end, so that the demo's admin key stays the last one without
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const made = await rpc<{ id: number; key: string }>(
    page,
    'issue_key',
    { role: 'admin', label: 'Visiting auditor', expires_at },
    session,
  );
  const visitor = await rpc<Access>(page, 'login', { secret_key: made.key });
  await change(page, visitor.session, id, { capacity: '12' });
  await change(page, session, id, { address: '3 Jalan Cengal' });

  const other = await anotherPage(browser);
  await other.goto('/');
  await submitKey(other, made.key);
  await openLog(other, 'Cengal Villas');
  await expect(lines(other)).toHaveCount(3);
  await other.getByLabel('Changed by').selectOption({ label: 'Visiting auditor' });
  await expect(lines(other)).toHaveCount(1);
  await expect(lines(other)).toContainText('Capacity changed from 0 to 12');
  await expect(lines(other)).toContainText('By Visiting auditor');
  await other.reload();
  await expect(lines(other)).toHaveCount(1);
  await expect(other).toHaveURL(/person=\d+/);
  await other.getByRole('button', { name: 'Clear filters' }).click();
  await expect(other).toHaveURL(/history$/);
  await expect(lines(other)).not.toHaveCount(1);
  await other.context().close();
  await rpc(page, 'revoke_key', { key_id: made.id }, session);
});

test('older changes are shown page by page', async ({ page }) => {
  const { id, session } = await addSite(page, 'Tembusu Lodge', { capacity: '0' });
  for (let capacity = 1; capacity <= 54; capacity++) await change(page, session, id, { capacity: `${capacity}` });
  await logIn(page, keys.admin);
  await openLog(page, 'Tembusu Lodge');
  await expect(page.getByText('The newest 50 changes')).toBeVisible();
  await expect(lines(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(page.getByText('55 changes')).toBeVisible();
  await expect(lines(page).last()).toContainText('Site “Tembusu Lodge” added');
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
});

test('log and question are well made', async ({ page }) => {
  const { id, session } = await addSite(page, 'Looked at', { capacity: '0' });
  await change(page, session, id, {
    capacity: '9 vehicles',
    address: 'x'.repeat(300),
    jmb_name: 'Pn. Noraini Ismail',
  });
  await logIn(page, keys.admin);
  await openLog(page, 'Looked at');
  await expect(lines(page)).toHaveCount(2);
  for (const toggle of await lines(page)
    .getByRole('button', { name: /^Before and after/ })
    .all())
    await toggle.click();
  await expect(page.getByRole('table')).toHaveCount(2);
  await expectWellMade(page);
  await page.getByRole('button', { name: /^Restore: Address/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectWellMade(page);
});
