import { expect, type Page } from '@playwright/test';
import { countWork, takeWork } from './counting.ts';
import { addSite } from './sites.ts';
import { keys, logIn, rpc, test } from './support.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const visit = (id: number, title: string) => ({
  id,
  title,
  tasks: 'Greased and adjusted.',
  time: `2026-03-1${id}T10:00:00+08:00`,
  year: '2026',
  month: 'mar',
  urls: [],
  pdf: '',
  showing: 'True',
});

/** Types the name of the person who gets the link, makes the link and copies it. Returns its address. */
async function makeAndCopy(page: Page, label: string): Promise<string> {
  // the field has the focus already
  await page.keyboard.type(label);
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  const newLinkDialog = page.getByRole('dialog', { name: `The link for ${label}` });
  await newLinkDialog.getByRole('button', { name: 'Copy' }).click();
  await expect(newLinkDialog.getByText('Copied.')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(await newLinkDialog.locator('code').textContent()).toBe(address);
  await newLinkDialog.getByRole('button', { name: 'Close' }).click();
  return address;
}

interface OpenedLink {
  site: string;
  visits: { id: number; title: string }[];
}

/** What a link opens for a person who has it, without a session. */
const openLink = (page: Page, address: string) => {
  const { pathname, hash } = new URL(address);
  expect(pathname).toBe('/shared');
  expect(hash).toMatch(/^#[\dA-Z]{4}(?:-[\dA-Z]{4}){6}$/u);
  return rpc<OpenedLink>(page, 'open_link', { secret: hash.slice(1) });
};

test('the office makes a link of two visits with four presses and one field, sees that it was opened, and ends it', async ({
  page,
}) => {
  await addSite(page, 'Link Court', {
    sitename: 'Residensi Link Court',
    status: true,
    tasks2024: [visit(1, 'Arm greased'), visit(2, 'Loop tuned'), visit(3, 'Not for others')],
  });
  await countWork(page);
  await logIn(page, keys.admin, '/data-fetcher?site=Link+Court');
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Choose Arm greased/u }).check();
  await page.getByRole('checkbox', { name: /^Choose Loop tuned/u }).check();
  // counts from here: what was pressed before is not part of making the link
  await takeWork(page);
  await page.getByRole('region', { name: 'Chosen visits' }).getByRole('button', { name: 'Link' }).click();
  await expect(page.getByText(/^2 visits, perhaps with names and number plates\./u)).toBeVisible();
  const address = await makeAndCopy(page, 'Insurer');
  // Link, Make, Copy, Close
  expect(await takeWork(page)).toEqual({ presses: 4, fields: 1, tabs: 0 });

  const { site, visits } = await openLink(page, address);
  expect(site).toBe('Residensi Link Court');
  expect(visits.map(({ title }) => title)).toEqual(['Loop tuned', 'Arm greased']);

  await page.goto('/DataEditor/sites?site=Link+Court');
  const part = page.getByRole('region', { name: 'Links without a login' });
  await expect(part.getByText('Insurer', { exact: true })).toBeVisible();
  await expect(part.getByText('2 visits')).toBeVisible();
  await expect(part.getByText(/^Arm greased, \d/u)).toBeVisible();
  await expect(part.getByText(/^Opened once, on \d/u)).toBeVisible();
  await part.getByRole('button', { name: 'End the link for Insurer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(part.getByText('The link for Insurer has ended.')).toBeVisible();
  await expect(part.getByText(/^Ended on \d/u)).toBeVisible();
  expect(await openLink(page, address)).toMatchObject({ code: 'PT404' });

  await page.goto('/DataEditor/history?kind=links&site=Link+Court');
  await expect(page.getByText(/^Link \d+ ended$/u)).toBeVisible();
  await expect(page.getByText(/^Link \d+ for “Insurer” made: 2 visits, until \d/u)).toBeVisible();
});

test('a client makes a link of one visit with four presses and one field, and ends it on the profile', async ({
  page,
}) => {
  const label = `Contractor ${Date.now()}`;
  await countWork(page);
  await logIn(page, keys.selasih, '/data-fetcher?task=114');
  await expect(page.getByRole('dialog', { name: 'Visit details' })).toBeVisible();
  // counts from here: what was pressed before is not part of making the link
  await takeWork(page);
  await page.getByRole('button', { name: 'Link without a login' }).click();
  await expect(page.getByText(/^1 visit, .* Anybody who has the link sees them\.$/u)).toBeVisible();
  const address = await makeAndCopy(page, label);
  // Link without a login, Make, Copy, Close
  expect(await takeWork(page)).toEqual({ presses: 4, fields: 1, tabs: 0 });
  expect((await openLink(page, address)).visits.map(({ id }) => id)).toEqual([114]);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Links without a login' }).click();
  const row = page.getByRole('listitem').filter({ hasText: label });
  await expect(row.getByText(/^Opened once, on \d/u)).toBeVisible();
  await row.getByRole('button', { name: `End the link for ${label}` }).click();
  await page
    .getByRole('dialog', { name: `End the link for ${label}?` })
    .getByRole('button', { name: 'End', exact: true })
    .click();
  await expect(page.getByText(`The link for ${label} has ended.`)).toBeVisible();
  expect(await openLink(page, address)).toMatchObject({ code: 'PT404' });
});
