import { expect, type Page } from '@playwright/test';
import { addSite, headersOf } from './sites.ts';
import { anotherPage, api, keys, logIn, rpc, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const entry = (type: string, entrance: number, exit: number, year = 2024) => ({ type, entrance, exit, year });

const somePosts = {
  'P1 Main Gate': [entry('Barrier Arm Jammed', 5, 3), entry('Spring Broken', 2, 1)],
  'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4)],
};

/** Adds a site for a single test, so that tests do not disturb each other. `posts` is null for a site without failure counts. */
async function addSiteOfTest(page: Page, name: string, posts: object | null = somePosts): Promise<{ key: string }> {
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

const jammedAtEntrance = (page: Page) => count(page, 'Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2024');

const jammedAtExit = (page: Page) => count(page, 'Exit failures, Barrier Arm Jammed, P1 Main Gate, 2024');

test('an admin gives a site its first post; the client sees it, unlocks, and both edit at once and lose nothing', async ({
  page,
  browser,
}) => {
  const { key } = await addSiteOfTest(page, 'Editing First', null);
  await openAsAdmin(page, 'Editing First');
  await page.getByRole('button', { name: 'Add the first post' }).click();
  await page.getByLabel('Post name').fill('P1 Main Gate');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add New Issue' }).click();
  await page.getByLabel('Issue Type').fill('Barrier Arm Jammed');
  await page.getByLabel('Entrance', { exact: true }).fill('5');
  await page.getByLabel('Exit', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Add Issue' }).click();
  await expect(jammedAtEntrance(page)).toHaveValue('5');
  await save(page);
  await jammedAtEntrance(page).fill('7');
  await expect(jammedAtEntrance(page)).toHaveAccessibleDescription('Not saved: was 5, now 7');
  await save(page);

  const client = await anotherPage(browser);
  await logIn(client, key, '/charts');
  await expect(
    client.getByText('You are in view-only mode. Unlock admin access to edit data.', { exact: true }),
  ).toBeVisible();
  await expect(client.locator('summary')).toHaveText(['P1 Main Gate7 entrance3 exit']);
  await expect(client.getByRole('spinbutton')).toHaveCount(0);
  await client.getByRole('button', { name: 'Unlock Admin Access' }).click();
  await expect(client.getByLabel('Admin key')).toBeFocused();
  await client.keyboard.insertText(keys.admin);
  await client.keyboard.press('Enter');
  await expect(client.getByRole('button', { name: 'Admin Mode Active' })).toBeFocused();

  // the two admins edit different cells
  await jammedAtEntrance(page).fill('32');
  await jammedAtExit(client).fill('31');
  await Promise.all([save(page), save(client)]);
  await client.reload();
  await expect(client.getByRole('button', { name: 'Admin Mode Active' })).toBeVisible();
  await expect(jammedAtEntrance(client)).toHaveValue('32');
  await expect(jammedAtExit(client)).toHaveValue('31');
  const storedTexts = await client.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join(),
  );
  expect(storedTexts).not.toContain(keys.admin);

  // the two admins edit the same cell
  await jammedAtEntrance(page).fill('12');
  await jammedAtEntrance(client).fill('13');
  await save(client);
  await update(page);
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same counts' });
  await expect(dialog.getByRole('radio', { name: 'Theirs: 13' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Yours: 12' }).check();
  await dialog.getByRole('button', { name: 'Update with these values' }).click();
  await expect(bar(page).getByText('Everything is saved.')).toBeVisible();
  await client.reload();
  await expect(jammedAtEntrance(client)).toHaveValue('12');
  await client.context().close();
});

test('the keyboard edits, leaving asks, large counts and names fit a phone, and a draft outlives a reload', async ({
  page,
}) => {
  // without a limit, the list of sites would be as wide as its longest name
  await addSiteOfTest(page, `A condominium with a long name ${'and one more tower '.repeat(4)}`.trim(), null);
  await addSiteOfTest(page, 'Editing Small');
  await openAsAdmin(page, 'Editing Small');
  const addIssue = page.getByRole('button', { name: 'Add New Issue' }).first();
  await addIssue.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Issue Type')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(addIssue).toBeFocused();
  await jammedAtEntrance(page).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(jammedAtEntrance(page)).toHaveValue('6');
  // the wheel scrolls the page and does not change the count
  await page.mouse.wheel(0, 100);
  await expect(jammedAtEntrance(page)).toHaveValue('6');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Guide', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  await addIssue.click();
  await jammedAtEntrance(page).fill('999999');
  const exit = await page.getByLabel('Exit', { exact: true }).boundingBox();
  // 16 px beside it stay free (`--side`)
  expect((exit?.x ?? 360) + (exit?.width ?? 0)).toBeLessThan(360 - 16);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(bar(page).getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(jammedAtEntrance(page)).toHaveValue('999999');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(jammedAtEntrance(page)).toHaveValue('5');
  await expect(page.getByRole('button', { name: 'Update Database' })).toBeFocused();
});

const longType = 'Loopdetectorfault'.repeat(4);

const lines = (page: Page) => page.getByRole('region', { name: 'Changes' }).getByRole('listitem');

const types = (page: Page, post: string) => page.getByRole('region', { name: post }).getByRole('heading', { level: 3 });

test('a wrong post is removed, a wrong type is renamed in all posts, and the log describes each change and restores it', async ({
  page,
}) => {
  const site = 'Editing Names';
  const { id, session } = await addSite(page, site);
  const json = {
    'P1 Main Gate': [entry('Sprng Brokn', 5, 3), entry('Sprng Brokn', 1, 0, 2023), entry('Spring Broken', 2, 1)],
    'P2 Rear Gate': [entry('Sprng Brokn', 4, 4)],
    'P3 Nowhere': [entry('Arm Hit by Vehicle', 1, 1)],
    ['P4 '.repeat(26).trim()]: [entry(longType, 1, 0)],
    'P5 Ramp': [entry(longType, 0, 1)],
  };
  await page.request.post(`${api}/rest/v1/carpost`, { headers: headersOf(session), data: { site_id: id, json } });
  await logIn(page, keys.admin, `/charts?${new URLSearchParams({ site }).toString()}`);

  // the dialogs have room for the longest names
  await page.setViewportSize({ width: 360, height: 740 });
  for (const action of ['Rename', 'Remove']) {
    const actionButton = page.getByRole('button', { name: `${action} ${longType}, P5 Ramp` });
    await actionButton.click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    const box = await page.getByRole('dialog').boundingBox();
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(
      await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth),
    ).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(actionButton).toBeFocused();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Remove post: P3 Nowhere' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove P3 Nowhere with its counts?' });
  await expect(remove.getByRole('listitem')).toHaveText(['P3 Nowhere, 2024: 2 failures (entrance 1, exit 1)']);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('P3 Nowhere was removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Database' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(types(page, 'P3 Nowhere')).toHaveText(['Arm Hit by Vehicle']);
  await page.getByRole('button', { name: 'Remove post: P3 Nowhere' }).click();
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('region', { name: 'P3 Nowhere' })).toHaveCount(0);

  // with the keyboard
  await page.getByRole('button', { name: 'Rename Sprng Brokn, P1 Main Gate' }).press('Enter');
  const rename = page.getByRole('dialog', { name: 'Rename “Sprng Brokn”' });
  await expect(rename.getByLabel('Failure type')).toBeFocused();
  await page.keyboard.type('Spring Broken');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(rename.getByText('Renamed in every year of these posts: 2023 and 2024.')).toBeVisible();
  await rename.getByLabel('Failure type').press('Enter');
  const together = page.getByRole('dialog', { name: 'Add the counts to “Spring Broken”?' });
  await expect(together.getByRole('listitem')).toHaveText(['P1 Main Gate, 2024: entrance 5 + 2 = 7, exit 3 + 1 = 4']);
  await expectWellMade(page);
  await together.getByRole('button', { name: 'Add together and rename' }).click();
  await expect(page.getByRole('button', { name: 'Rename Spring Broken, P1 Main Gate' })).toBeFocused();
  await expect(types(page, 'P1 Main Gate')).toHaveText(['Spring Broken']);
  await expect(types(page, 'P2 Rear Gate')).toHaveText(['Spring Broken']);

  await expect(page.getByText('Everything is saved.')).toBeVisible();

  await page.goto(`/DataEditor/history?${new URLSearchParams({ site }).toString()}`);
  // each change is restored separately
  const newest = lines(page).first();
  await expect(lines(page).nth(1)).toContainText('Car post removed: P3 Nowhere (1 entry)');
  await expect(lines(page).nth(2)).toContainText('Car post added: P3 Nowhere (1 entry)');
  await expect(newest.getByRole('paragraph').filter({ hasNotText: /^By / })).toHaveText([
    'Type Sprng Brokn renamed to Spring Broken, counts added together, in P1 Main Gate',
    'Type Sprng Brokn renamed to Spring Broken in P2 Rear Gate',
  ]);
  await newest.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(lines(page).first()).toContainText('Spring Broken renamed to Sprng Brokn');

  await page.goto(`/charts?${new URLSearchParams({ site }).toString()}`);
  await expect(types(page, 'P1 Main Gate')).toHaveText(['Sprng Brokn', 'Spring Broken']);
  await expect(page.getByRole('region', { name: 'P3 Nowhere' })).toHaveCount(0);
});
