import { expect, type Page } from '@playwright/test';
import { addSite, headersOf } from './sites.ts';
import { anotherPage, api, keys, logIn, rpc, test } from './support.ts';

const entry = (type: string, entrance: number, exit: number) => ({ type, entrance, exit, year: 2024 });
const somePosts = {
  'P1 Main Gate': [entry('Barrier Arm Jammed', 5, 3), entry('Spring Broken', 2, 1)],
  'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4)],
};

/** Adds a separate site, so that tests do not disturb each other. `posts` is null for a site without a record. */
async function ownSite(page: Page, name: string, posts: object | null = somePosts): Promise<{ key: string }> {
  const { id, session } = await addSite(page, name);
  if (posts)
    await page.request.post(`${api}/rest/v1/carpost`, {
      headers: headersOf(session),
      data: { site_id: id, json: posts },
    });
  return rpc<{ key: string }>(page, 'issue_key', { role: 'user', label: name, site_id: id }, session);
}

async function openAsAdmin(page: Page, site: string): Promise<void> {
  await logIn(page, keys.admin, `/charts?${new URLSearchParams({ site }).toString()}`);
  await expect(page.getByRole('button', { name: 'Update Database' })).toBeVisible();
}

const count = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const update = (page: Page) => page.getByRole('button', { name: 'Update Database' }).click();

async function save(page: Page): Promise<void> {
  await update(page);
  await expect(page.getByText('Data updated successfully!').first()).toBeVisible();
  await expect(bar(page).getByText('Everything is saved.')).toBeVisible();
}

const jammed = (page: Page) => count(page, 'Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2024');
const jammedOut = (page: Page) => count(page, 'Exit failures, Barrier Arm Jammed, P1 Main Gate, 2024');

test('an admin gives a site its first post; the client sees it, unlocks, and both edit at once and lose nothing', async ({
  page,
  browser,
}) => {
  const { key } = await ownSite(page, 'Editing First', null);
  await openAsAdmin(page, 'Editing First');
  await page.getByRole('button', { name: 'Add the first post' }).click();
  await page.getByLabel('Post name').fill('P1 Main Gate');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add New Issue' }).click();
  await page.getByLabel('Issue Type').fill('Barrier Arm Jammed');
  await page.getByLabel('Entrance', { exact: true }).fill('5');
  await page.getByLabel('Exit', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Add Issue' }).click();
  await expect(jammed(page)).toHaveValue('5');
  await save(page);
  await jammed(page).fill('7');
  await expect(jammed(page)).toHaveAccessibleDescription('Not saved: was 5, now 7');
  await save(page);

  const client = await anotherPage(browser);
  await logIn(client, key, '/charts');
  await expect(
    client.getByText('You are in view-only mode. Unlock admin access to edit data.', { exact: true }),
  ).toBeVisible();
  await expect(client.getByText('10 failures in 2024: entrance 7, exit 3')).toBeVisible();
  await expect(client.getByRole('spinbutton')).toHaveCount(0);
  await client.getByRole('button', { name: 'Unlock Admin Access' }).click();
  await expect(client.getByLabel('Admin key')).toBeFocused();
  await client.keyboard.insertText(keys.admin);
  await client.keyboard.press('Enter');
  await expect(client.getByRole('button', { name: 'Admin Mode Active' })).toBeFocused();

  // different cells
  await jammed(page).fill('32');
  await jammedOut(client).fill('31');
  await Promise.all([save(page), save(client)]);
  await client.reload();
  await expect(client.getByRole('button', { name: 'Admin Mode Active' })).toBeVisible();
  await expect(jammed(client)).toHaveValue('32');
  await expect(jammedOut(client)).toHaveValue('31');
  const kept = await client.evaluate(() => [localStorage, sessionStorage].map((one) => JSON.stringify(one)).join());
  expect(kept).not.toContain(keys.admin);

  // the same cell
  await jammed(page).fill('12');
  await jammed(client).fill('13');
  await save(client);
  await update(page);
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same counts' });
  await expect(dialog.getByRole('radio', { name: 'Theirs: 13' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Yours: 12' }).check();
  await dialog.getByRole('button', { name: 'Update with these values' }).click();
  await expect(bar(page).getByText('Everything is saved.')).toBeVisible();
  await client.reload();
  await expect(jammed(client)).toHaveValue('12');
  await client.context().close();
});

test('the keyboard edits, leaving asks, large counts and names fit a phone, and a draft outlives a reload', async ({
  page,
}) => {
  // unless limited, the list of sites would be as wide as its longest name
  await ownSite(page, `A condominium with a long name ${'and one more tower '.repeat(4)}`.trim(), null);
  await ownSite(page, 'Editing Small');
  await openAsAdmin(page, 'Editing Small');
  const open = page.getByRole('button', { name: 'Add New Issue' }).first();
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Issue Type')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await jammed(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(jammed(page)).toHaveValue('6');
  await page.mouse.wheel(0, 100);
  await expect(jammed(page)).toHaveValue('6');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Guide', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  await open.click();
  await jammed(page).fill('999999');
  const exit = await page.getByLabel('Exit', { exact: true }).boundingBox();
  expect((exit?.x ?? 360) + (exit?.width ?? 0)).toBeLessThan(344);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(bar(page).getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(jammed(page)).toHaveValue('999999');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(jammed(page)).toHaveValue('5');
  await expect(page.getByRole('button', { name: 'Update Database' })).toBeFocused();
});
