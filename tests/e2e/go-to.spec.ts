import { expect } from '@playwright/test';
import { countWork, takeWork } from './counting.ts';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

test('the office goes to a screen of a site by half its name, and finds visits by a word, without the mouse', async ({
  page,
}) => {
  await countWork(page);
  await logIn(page, keys.admin, '/DataEditor/overview');
  // until the screen is there, nothing listens to keys
  await expect(page.getByRole('row').filter({ hasText: 'Kingfisher Rise' })).toBeVisible();
  await takeWork(page);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to…' });
  await expect(dialog.getByRole('group', { name: 'Screens' })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.type('kingf prof');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(/^Kingfisher Rise: Profile/u);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Kingfisher Rise' })).toBeVisible();
  expect(await takeWork(page)).toMatchObject({ presses: 0 });

  await page.keyboard.press('Control+k');
  await page.keyboard.type('loop');
  await expect(dialog.getByRole('group', { name: 'Visits' })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a client finds the search in the folded menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, keys.selasih, '/profile');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Go to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Go to…' });
  await dialog.getByRole('combobox').fill('user manual');
  await expect(dialog.getByRole('group', { name: 'Guides' })).toBeVisible();
  await expectWellMade(page);
  await expect(dialog.getByRole('group', { name: 'Access keys' })).toHaveCount(0);
  await dialog.getByRole('combobox').fill('history');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/data-fetcher/u);
});
