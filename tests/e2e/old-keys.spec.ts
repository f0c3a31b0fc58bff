import { expect } from '@playwright/test';
import { countWork, takeWork } from './counting.ts';
import { savedBy } from './report-support.ts';
import { addSite } from './sites.ts';
import { keys, logIn, rpc, test } from './support.ts';

/** A suffix for names, because a hosted project still has the records of the run before. */
const run = Date.now().toString(36);
const site = `Keranji Court ${run}`;
const contractEnd = new Date(Date.now() + 90 * 86_400_000).toISOString();

test('the 57 keys of an old portal are replaced, and their cards saved, in at most six presses', async ({ page }) => {
  // 57 calls, which a busy machine may answer at a tenth of its usual speed
  test.setTimeout(600_000);
  const { session } = await addSite(page, site);
  for (let number = 1; number <= 57; number += 1)
    await rpc(
      page,
      'import_site',
      {
        site: {
          name: site,
          visits: [],
          key: { label: `Desk ${number}`, old: `OLD-${run}-${number}-KEY`, until: contractEnd },
        },
      },
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
  const newKeysDialog = page.getByRole('dialog', { name: '57 new keys' });
  const { name, read } = await savedBy(page, () =>
    newKeysDialog.getByRole('button', { name: 'Save cards (PDF)' }).click(),
  );
  // five presses, and one choice from a list
  expect(await takeWork(page)).toEqual({ presses: 5, fields: 1, tabs: 0 });

  const { pages } = read;
  expect(name).toMatch(/^Key-cards_57_[\d-]{10}\.pdf$/u);
  expect(pages).toHaveLength(57);
  const rows = await newKeysDialog.getByRole('row').allInnerTexts();
  const printedKeys = rows.flatMap((text) => /(?:[\dA-Z]{4}-){6}[\dA-Z]{4}/u.exec(text)?.[0] ?? []);
  expect(new Set(printedKeys).size).toBe(57);
  for (const [index, key] of [printedKeys[0], printedKeys[56]].entries()) {
    for (const group of key?.split('-') ?? []) expect(pages[index === 0 ? 0 : 56]?.text).toContain(group);
    expect(await rpc(page, 'login', { secret_key: key })).toMatchObject({ role: 'user', site });
  }
  // an old key works for another week
  expect(await rpc(page, 'login', { secret_key: `OLD-${run}-1-KEY` })).toMatchObject({ site });

  await newKeysDialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(printedKeys[0] ?? '', { exact: true })).toHaveCount(0);
  const storedTexts = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie, location.href]),
  );
  for (const key of printedKeys) expect(storedTexts).not.toContain(key);

  // the keys that are no longer needed are ended together; no link depends on them
  await page.getByRole('combobox', { name: 'State' }).selectOption('Rotated, still working');
  await page.getByRole('searchbox', { name: 'Search' }).fill(site);
  await page.getByLabel('Select all that match').click();
  await bar.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke 57 keys?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('57 keys are revoked.')).toBeVisible();
});
