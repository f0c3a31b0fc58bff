import { expect, type Page } from '@playwright/test';
import { addSite, headersOf, patch, pickSite } from './sites.ts';
import { api, keys, logIn, rpc, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const lines = (page: Page) => page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
const countsWith = (entrance: number) => ({ P1: [{ type: 'Spring Broken', entrance, exit: 0, year: 2026 }] });

/** Adds and hides a visit, sets up and edits car posts, and issues, rotates and revokes a key. */
async function changeEverything(page: Page, id: number, session: string): Promise<void> {
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
  await patch(page, session, `maintable?id=eq.${id}`, { tasks2024: [task] });
  await patch(page, session, `maintable?id=eq.${id}`, { tasks2024: [{ ...task, showing: 'False' }] });
  const posts = { headers: headersOf(session), data: { site_id: id, json: countsWith(3) } };
  expect((await page.request.post(`${api}/rest/v1/carpost`, posts)).status()).toBe(201);
  await patch(page, session, `carpost?site_id=eq.${id}`, { json: countsWith(4) });
  const issuedKey = await rpc<{ id: number }>(
    page,
    'issue_key',
    { role: 'user', label: 'Lobby', site_id: id },
    session,
  );
  const next = await rpc<{ id: number }>(page, 'rotate_key', { key_id: issuedKey.id, keep_old: '1 day' }, session);
  await rpc(page, 'revoke_key', { key_id: next.id }, session);
}

test('each change of a site is described in words and can be restored, and the restoring is in the log too', async ({
  page,
}) => {
  const { id, session } = await addSite(page, 'Angsana Heights', { capacity: '0' });
  await changeEverything(page, id, session);
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('link', { name: 'Angsana Heights', exact: true }).click();
  await page.getByLabel('Capacity', { exact: true }).fill('640 vehicles');
  await page.getByLabel('Contract End Date', { exact: true }).fill('2027-12-31');
  await page.getByLabel('Address', { exact: true }).fill('x'.repeat(300));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();

  await page.getByRole('link', { name: 'Change log' }).click();
  await pickSite(page, 'Angsana Heights');
  await expect(page).toHaveURL(/history\?site=/);
  // a press on the field lets another site be typed
  await page.getByRole('combobox', { name: 'Site' }).click();
  await page.keyboard.type('x');
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('x');
  await page.keyboard.press('Escape');
  await expect(lines(page)).toHaveCount(10);
  await expect(lines(page).getByRole('paragraph').filter({ hasNotText: /^By / })).toHaveText([
    /^Address set to x+…$/,
    'Capacity changed from 0 to 640 vehicles',
    'Contract End Date set to 31 December 2027',
    'Key “Lobby” revoked',
    /^Key “Lobby” rotated: the old one works until \d/,
    'Key “Lobby” issued for Angsana Heights',
    'Key “Lobby” issued for Angsana Heights',
    'P1, 2026: Spring Broken, entrance 3 to 4',
    'Car posts set up: P1',
    'Visit 1 hidden: Monthly preventive maintenance',
    'Visit 1 added: Monthly preventive maintenance',
    'Site “Angsana Heights” added',
  ]);
  const newest = lines(page).first();
  await expect(newest).toContainText('By Service company head office (demo)');
  await expect(
    lines(page)
      .last()
      .getByRole('button', { name: /^Restore/ }),
  ).toHaveCount(0);

  await newest.getByRole('button', { name: /^Before and after/ }).click();
  await expect(newest.getByRole('row', { name: /Capacity/ }).getByRole('cell')).toHaveText([/0$/, /640 vehicles$/]);
  await expectWellMade(page);
  await newest.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored. The log has a new line for it.')).toBeVisible();
  await expect(lines(page)).toHaveCount(11);
  await expect(lines(page).first()).toContainText('Capacity changed from 640 vehicles to 0');

  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('link', { name: 'Angsana Heights', exact: true }).click();
  await expect(page.getByLabel('Capacity', { exact: true })).toHaveValue('0');
  await expect(page.getByLabel('Contract End Date', { exact: true })).toHaveValue('');
});
