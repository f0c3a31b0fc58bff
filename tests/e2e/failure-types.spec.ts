import { expect, type Page } from '@playwright/test';
import { addSite, headersOf } from './sites.ts';
import { api, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const entry = (type: string, entrance: number, exit: number, year = 2024) => ({ type, entrance, exit, year });

const long = 'Loopdetectorfault'.repeat(4);

const lines = (page: Page) => page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
const types = (page: Page, post: string) => page.getByRole('region', { name: post }).getByRole('heading', { level: 3 });

test('a wrong post goes, a wrong type gets its name in all posts, the log tells each and restores it', async ({
  page,
}) => {
  const site = 'Editing Names';
  const { id, session } = await addSite(page, site);
  const json = {
    'P1 Main Gate': [entry('Sprng Brokn', 5, 3), entry('Sprng Brokn', 1, 0, 2023), entry('Spring Broken', 2, 1)],
    'P2 Rear Gate': [entry('Sprng Brokn', 4, 4)],
    'P3 Nowhere': [entry('Arm Hit by Vehicle', 1, 1)],
    ['P4 '.repeat(26).trim()]: [entry(long, 1, 0)],
    'P5 Ramp': [entry(long, 0, 1)],
  };
  await page.request.post(`${api}/rest/v1/carpost`, { headers: headersOf(session), data: { site_id: id, json } });
  await logIn(page, keys.admin, `/charts?${new URLSearchParams({ site }).toString()}`);

  // the dialogs have room for the longest names
  await page.setViewportSize({ width: 360, height: 740 });
  for (const action of ['Rename', 'Remove']) {
    const pressed = page.getByRole('button', { name: `${action} ${long}, P5 Ramp` });
    await pressed.click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    const box = await page.getByRole('dialog').boundingBox();
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(await page.getByRole('dialog').evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(pressed).toBeFocused();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Remove post P3 Nowhere' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove the post P3 Nowhere?' });
  await expect(remove.getByRole('listitem')).toHaveText(['P3 Nowhere, 2024: 2 failures (entrance 1, exit 1)']);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('P3 Nowhere was removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Database' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(types(page, 'P3 Nowhere')).toHaveText(['Arm Hit by Vehicle']);
  await page.getByRole('button', { name: 'Remove post P3 Nowhere' }).click();
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('region', { name: 'P3 Nowhere' })).toHaveCount(0);

  // by keyboard
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
  // each is a change of its own, which can be restored alone
  const newest = lines(page).first();
  await expect(lines(page).nth(1)).toContainText('Post P3 Nowhere removed (1 entry)');
  await expect(lines(page).nth(2)).toContainText('Post P3 Nowhere added (1 entry)');
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
