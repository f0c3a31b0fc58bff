import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { countWork, takeWork } from './counting.ts';
import { savedBy } from './report-support.ts';
import { headersOf } from './sites.ts';
import { anotherPage, api, keys, logIn, rpc, test } from './support.ts';

// The month of an office with sixty sites. One person does the jobs from screen to screen, with the number of presses. Each job
// has its own tests; this test shows that the jobs can follow each other.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** A suffix for each name, because a hosted project still has the records of the run before. */
const run = Date.now().toString(36);
const sites = Array.from({ length: 48 }, (_, index) => `Meranti ${index + 1} ${run}`);
const [firstSite = '', leavingSite = ''] = sites;
const buildings = [
  'Angsana',
  'Bayu',
  'Cempaka',
  'Damai',
  'Embun',
  'Flora',
  'Gading',
  'Harmoni',
  'Inai',
  'Jati',
  'Kenari',
  'Lagenda',
];
const newSites = buildings.map((building) => `${building} Residence ${run}`);

const visit = {
  id: 1,
  title: 'Monthly check',
  tasks: 'Arm bolts re-torqued. Loops tuned.',
  time: '2026-10-12T10:00:00+08:00',
  year: '2026',
  month: 'oct',
  urls: [],
  pdf: '',
  showing: 'True',
};

/** Adds the sites, each with a visit and a key. */
async function fillPortal(page: Page): Promise<void> {
  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  const data = sites.map((name) => ({ name, status: true, tasks2024: [visit] }));
  const response = await page.request.post(`${api}/rest/v1/maintable?select=id`, { headers: headersOf(session), data });
  expect(response.status(), await response.text()).toBe(201);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column that was asked for
  for (const { id } of (await response.json()) as { id: number }[])
    await rpc(page, 'issue_key', { role: 'user', site_id: id, label: `Desk ${id} ${run}` }, session);
}

/** Opens a screen by typing its name, without a press. */
async function openByName(page: Page, words: string, target: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to…' });
  await page.keyboard.type(words);
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(target);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function rotateKeys(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(`desk ${run}`);
  await page.getByLabel('Select all that match').click();
  const bar = page.getByRole('region', { name: 'Selected keys' });
  await bar.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog', { name: 'Rotate 48 keys?' }).getByRole('button', { name: 'Rotate' }).click();
  const newKeysDialog = page.getByRole('dialog', { name: '48 new keys' });
  const { read } = await savedBy(page, () => newKeysDialog.getByRole('button', { name: 'Save cards (PDF)' }).click());
  expect(read.pages).toHaveLength(48);
  await newKeysDialog.getByRole('button', { name: 'Close' }).click();
}

/** Makes the reports of all selected sites as one ZIP. Returns its name. */
async function makeReports(page: Page, kind: 'Month' | 'Year'): Promise<string> {
  await page
    .getByRole('region', { name: 'Selected sites' })
    .getByRole('button', { name: `${kind} reports` })
    .click();
  const reports = page.getByRole('dialog', { name: `${kind} reports of 48 sites` });
  if (kind === 'Month') await reports.getByLabel('Month of the reports').selectOption('October 2026');
  const downloadEvent = page.waitForEvent('download', { timeout: 180_000 });
  await reports.getByRole('button', { name: 'Make the ZIP' }).click();
  const download = await downloadEvent;
  await expect(reports.getByText(/^Done: 48 reports /u)).toBeVisible();
  await page.keyboard.press('Escape');
  return download.suggestedFilename();
}

async function fileDocuments(page: Page): Promise<void> {
  const buffer = await readFile(join(import.meta.dirname, '../support/files/plain.pdf'));
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByLabel('Choose PDFs').setInputFiles(
    ['AMC_contract.pdf', 'Lane drawing.pdf', 'Handbook.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer,
    })),
  );
  await documents.getByRole('button', { name: 'File 3 documents' }).click();
  await expect(page.getByText('3 documents filed.')).toBeVisible();
}

async function importCustomers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import sites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import sites' });
  const rows = newSites.map((name, index) => `${name},${index + 1} Jalan Seraya,31 Dec 2028`);
  await dialog.getByLabel('Choose a table').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Building,Alamat,Contract Expiry', ...rows].join('\n')),
  });
  await dialog.getByRole('button', { name: 'Add 12 sites' }).click();
  await expect(dialog.getByText('12 sites are added.')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function archive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Archive…' }).click();
  const dialog = page.getByRole('dialog', { name: `Archive ${leavingSite}?` });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText(`${leavingSite} is archived.`)).toBeVisible();
}

/** Makes a link to the open visit. Returns its address. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Link without a login' }).click();
  await expect(page.getByLabel('For whom')).toBeFocused();
  await page.keyboard.type('Insurer');
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  const newLinkDialog = page.getByRole('dialog', { name: 'The link for Insurer' });
  await newLinkDialog.getByRole('button', { name: 'Copy' }).click();
  await expect(newLinkDialog.getByText('Copied.')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  await expect(newLinkDialog).toHaveCount(0);
  return address;
}

test('a month with sixty sites: keys, reports, documents, new customers, one who left, and a link', async ({
  page,
  browser,
}) => {
  // seven jobs, which a busy machine may do at a tenth of its usual speed
  test.setTimeout(600_000);
  await fillPortal(page);
  await countWork(page);
  // a test cannot answer the system's own question where to save
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await logIn(page, keys.admin, `/DataEditor/overview?q=${run}`);
  await expect(page.getByText(/^48 of \d+ sites$/u)).toBeVisible();
  await takeWork(page);

  await page.getByLabel('Select all that match').click();
  expect(await makeReports(page, 'Month')).toMatch(/^Month-Reports_2026-10_48-sites_/u);
  expect(await makeReports(page, 'Year')).toMatch(/48-sites_/u);
  expect(await takeWork(page)).toEqual({ presses: 5, fields: 1, tabs: 0 });

  await openByName(page, 'access keys', /^Access keys/iu);
  await rotateKeys(page);
  expect(await takeWork(page)).toMatchObject({ presses: 5 });

  await openByName(page, `${firstSite} editor`, `${firstSite}: Editor`);
  await fileDocuments(page);
  expect(await takeWork(page)).toMatchObject({ presses: 1 });

  await openByName(page, 'sites', /^Sites/iu);
  await importCustomers(page);
  expect(await takeWork(page)).toMatchObject({ presses: 2 });

  await openByName(page, `${leavingSite} editor`, `${leavingSite}: Editor`);
  await archive(page);
  expect(await takeWork(page)).toMatchObject({ presses: 3 });

  await openByName(page, `${firstSite} history`, `${firstSite}: Service History`);
  await page.getByRole('button', { name: 'Monthly check' }).click();
  const address = await makeLink(page);
  expect(await takeWork(page)).toMatchObject({ presses: 4 });

  const stranger = await anotherPage(browser);
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Monthly check' })).toBeVisible();

  // Go to does not cover the details of a visit
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openByName(page, `${firstSite} editor`, `${firstSite}: Editor`);
  const links = page.getByRole('region', { name: 'Links without a login' });
  await expect(links.getByText(/^Opened once, on \d/u)).toBeVisible();
  await links.getByRole('button', { name: 'End the link for Insurer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(links.getByText('The link for Insurer has ended.')).toBeVisible();
  expect(await takeWork(page)).toMatchObject({ presses: 2 });
  await stranger.reload();
  await expect(stranger.getByRole('alert')).toContainText('This link does not work (any more)');
  await stranger.context().close();

  // sixty customers, one of whom left
  await openByName(page, 'overview', /^Overview/iu);
  await page.getByLabel('Search by name, address or person').fill(run);
  await expect(page.getByText(/^59 of \d+ sites$/u)).toBeVisible();
});
