import { expect } from '@playwright/test';
import { countWork, workOf } from './counting.ts';
import { savedBy } from './report-support.ts';
import { addSite } from './sites.ts';
import { keys, logIn, rpc, test } from './support.ts';

/** In names, as a hosted project keeps those of the run before. */
const run = Date.now().toString(36);
const site = `Keranji Court ${run}`;
const until = new Date(Date.now() + 90 * 86_400_000).toISOString();

test('the 57 keys of an old portal are replaced, and their cards saved, in at most six presses', async ({ page }) => {
  // 57 calls, which a busy machine may answer at a tenth of its pace
  test.setTimeout(600_000);
  const { session } = await addSite(page, site);
  for (let number = 1; number <= 57; number += 1)
    await rpc(
      page,
      'import_site',
      { site: { name: site, visits: [], key: { label: `Desk ${number}`, old: `OLD-${run}-${number}-KEY`, until } } },
      session,
    );
  await countWork(page);
  await logIn(page, keys.admin, '/DataEditor/keys');

  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Old portal’s keys');
  await page.getByLabel('Select all that match').click();
  const bar = page.getByRole('region', { name: 'Selected keys' });
  await expect(bar).toContainText('57 keys selected');
  await bar.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog', { name: 'Rotate 57 keys?' }).getByRole('button', { name: 'Rotate' }).click();
  const made = page.getByRole('dialog', { name: '57 new keys' });
  const { name, read } = await savedBy(page, () => made.getByRole('button', { name: 'Save cards (PDF)' }).click());
  // five presses and one choice from a list
  expect(await workOf(page)).toEqual({ presses: 5, fields: 1, tabs: 0 });

  const { pages } = read;
  expect(name).toMatch(/^Key-cards_57_[\d-]{10}\.pdf$/u);
  expect(pages).toHaveLength(57);
  const rows = await made.getByRole('row').allInnerTexts();
  const shown = rows.flatMap((text) => /(?:[\dA-Z]{4}-){6}[\dA-Z]{4}/u.exec(text)?.[0] ?? []);
  expect(new Set(shown).size).toBe(57);
  for (const [index, key] of [shown[0], shown[56]].entries()) {
    for (const group of key?.split('-') ?? []) expect(pages[index === 0 ? 0 : 56]?.text).toContain(group);
    expect(await rpc(page, 'login', { secret_key: key })).toMatchObject({ role: 'user', site });
  }
  // an old key goes on working for a week
  expect(await rpc(page, 'login', { secret_key: `OLD-${run}-1-KEY` })).toMatchObject({ site });

  await made.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(shown[0] ?? '', { exact: true })).toHaveCount(0);
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie, location.href]),
  );
  for (const key of shown) expect(stored).not.toContain(key);

  // what is not needed any more ends together; no link hangs on it
  await page.getByRole('combobox', { name: 'State' }).selectOption('Rotated, still working');
  await page.getByRole('searchbox', { name: 'Search' }).fill(site);
  await page.getByLabel('Select all that match').click();
  await bar.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke 57 keys?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('57 keys are revoked.')).toBeVisible();
});
