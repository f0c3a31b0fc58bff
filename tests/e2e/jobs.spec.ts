import { expect, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { siteMonth, siteStamp, siteYear } from '../../src/records/time.ts';
import { layoutFaults, photosOn } from '../support/layout-faults.ts';
import { countWork, takeWork } from './counting.ts';
import { savedBy, textOf } from './report-support.ts';
import { bodyRows } from './service-history-support.ts';
import { addSite, headersOf } from './sites.ts';
import { anotherPage, api, keys, logIn, longJob, rpc, test } from './support.ts';

// The jobs of the office and of the field, each with its number of presses, in a portal with sixty sites and 2,000 visits.

/** A suffix for the name of each site, because a hosted project still has the sites of the run before. */
const run = Date.now().toString(36);
const buildings = ['Selasih', 'Kayangan', 'Angsana', 'Bayu', 'Cempaka', 'Kenanga', 'Orkid'];
const names = Array.from({ length: 60 }, (_, index) => `${buildings[index % buildings.length]} ${index + 1} ${run}`);
const [wrongSite = '', rightSite = '', yearlySite = ''] = names;
const importedSite = `Keruing Heights ${run}`;
names[59] = importedSite;

const day = 86_400_000;
const visits = names.map((_, site) =>
  Array.from({ length: site < 20 ? 34 : 33 }, (__, index) => {
    const visitTime = new Date(Date.parse('2026-11-01T09:00:00+08:00') - index * 9 * day);
    const title = `Monthly check ${index + 1}`;
    const visitRecord = { ...siteMonth(visitTime), id: index + 1, time: siteStamp(visitTime), showing: 'True' };
    return { ...visitRecord, title, tasks: 'Arm bolts re-torqued. Loops tuned.', urls: [], pdf: '' };
  }),
);
/** This visit is also in the spreadsheet. */
const visitInBoth = { id: 34, time: '2025-01-01T00:00:00+08:00', year: '2025', month: 'january', title: 'Visit 1' };

/** The agreed intervals of the sites: two have one, one leaves it open, and for 57 the visits show it. */
const agreedIntervals = names.map((_, site) => {
  if (site < 2) return { visit_every_months: 1, preventive_maintenance: null };
  const texts = ['Monthly', 'setiap 3 bulan', 'Quarterly', '每月一次'];
  return { visit_every_months: null, preventive_maintenance: site === 2 ? 'Bi-monthly' : texts[site % texts.length] };
});

const gates = ['P1 Main Gate', 'P2 Rear Gate', 'P3 Ramp'];
const kinds = [
  'Barrier Arm Jammed',
  'Spring Broken',
  'Loop Detector Fault',
  'Network Fault',
  'Water Ingress',
  'RFID Tag Fault',
];
const entry = (type: string, entrance: number, exit: number, year: number) => ({ type, entrance, exit, year });

interface FilledPortal {
  session: string;
  /** The ids of the sites, in the order of `names`. */
  ids: number[];
}

/** Adds all sites with their visits in one request. */
async function fillPortal(page: Page): Promise<FilledPortal> {
  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  const headers = headersOf(session);
  const data = names.map((name, site) => ({
    name,
    status: true,
    ...agreedIntervals[site],
    tasks2024: [
      ...(visits[site] ?? []),
      ...(name === importedSite ? [{ ...visitInBoth, tasks: 'Loops', urls: [], pdf: '', showing: 'True' }] : []),
    ],
  }));
  const response = await page.request.post(`${api}/rest/v1/maintable?select=id,name`, { headers, data });
  expect(response.status(), await response.text()).toBe(201);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const rows = (await response.json()) as { id: number; name: string }[];
  const ids = names.map((name) => rows.find((row) => row.name === name)?.id ?? 0);
  return { session, ids };
}

/** Reads rows as they are saved. */
async function savedRows<Value>(page: Page, { session }: FilledPortal, path: string): Promise<Value[]> {
  const response = await page.request.get(`${api}/rest/v1/${path}`, { headers: headersOf(session) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calling test knows what it asks for
  return (await response.json()) as Value[];
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** The titles of visits of March 2026, the newest first. */
const [visitToDate = '', visitToMove = ''] = (visits[0] ?? []).flatMap(({ month, title }) =>
  month === 'mar' ? [title] : [],
);

async function correctDate(page: Page): Promise<void> {
  await card(page, visitToDate).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Visit date').fill('2026-03-20');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(card(page, visitToDate).getByText('20 March 2026')).toBeVisible();
}

async function moveVisit(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await card(page, visitToMove).getByRole('button', { name: 'Move to another site' }).click();
  await dialog.getByRole('combobox', { name: 'Site' }).fill(rightSite);
  await dialog.getByRole('option', { name: rightSite, exact: true }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText(`“${visitToMove}” is now at ${rightSite}.`)).toBeVisible();
}

/** Makes the month's reports of all sites that match. */
async function makeMonthReports(page: Page): Promise<void> {
  await page.getByLabel('Select all that match').click();
  await page.getByRole('region', { name: 'Selected sites' }).getByRole('button', { name: 'Month reports' }).click();
  const reports = page.getByRole('dialog', { name: 'Month reports of 60 sites' });
  await reports.getByLabel('Month of the reports').selectOption('October 2026');
  const downloadEvent = page.waitForEvent('download', longJob);
  await reports.getByRole('button', { name: 'Make the ZIP' }).click();
  const download = await downloadEvent;
  await expect(reports.getByText(/^Done: 60 reports of October 2026, /u)).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^Month-Reports_2026-10_60-sites_/u);
}

async function setIntervals(page: Page): Promise<void> {
  await page.getByLabel('Search by name, address or person').fill(run);
  await page.getByRole('button', { name: 'No interval agreed 58' }).click();
  await page.getByLabel('Select all that match').click();
  const selectedSites = page.getByRole('region', { name: 'Selected sites' });
  await selectedSites.getByRole('button', { name: 'Set visit interval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Visit interval of 58 sites' });
  await expect(dialog.getByText('1 site with nothing to go by: left as they are')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set 57 intervals' }).click();
  // the intervals are saved one after the other
  await expect(dialog.getByText('57 intervals are set.')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  // only the site without an interval is left in the list; the others stay selected
  await expect(selectedSites.getByText('58 sites selected, 57 of them not shown')).toBeVisible();
}

/** Starts the next year and types its counts. Returns the counts that are to be saved. */
async function typeYear(page: Page, last: number): Promise<Record<string, unknown>> {
  const next = last + 1;
  await expect(page.getByText(`You are entering ${next}. This year is ${last}.`)).toBeVisible();
  await page.getByRole('button', { name: `Start ${next} with the types of ${last}` }).click();
  const first = `Entrance failures, ${kinds[0]}, ${gates[0]}, ${next}`;
  await expect(page.getByRole('spinbutton', { name: first, exact: true })).toBeFocused();
  const expectedCounts = gates.map((_, gate) =>
    kinds.map((__, kind) => [gate * 100 + kind * 10, gate * 100 + kind * 10 + 7]),
  );
  for (const count of expectedCounts.flat(2)) {
    await page.keyboard.type(`${count}`);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByText('18 unsaved changes')).toBeVisible();
  const after = gates.map((gate, index): [string, ReturnType<typeof entry>[]] => [
    gate,
    [
      ...kinds.map((kind) => entry(kind, 1, 2, last)),
      ...kinds.map((kind, row) =>
        entry(kind, expectedCounts[index]?.[row]?.[0] ?? -1, expectedCounts[index]?.[row]?.[1] ?? -1, next),
      ),
    ],
  ]);
  return Object.fromEntries(after);
}

const csvCells = (row: readonly (string | number)[]) =>
  row.map((cell) => (`${cell}`.includes(';') ? `"${cell}"` : cell));

/**
 * A service log of 30 visits as an office writes it: a title, typed times in two formats, and names and dates that do not fit.
 */
function serviceLog(): string {
  const rows = Array.from({ length: 30 }, (_, index) => {
    const [date, month] = [(index % 27) + 1, (index % 9) + 1];
    const odd: Record<number, [date: string, time: string]> = {
      4: ['3/25/2025', '9.15am'],
      9: ['', '10.40am'],
      13: ['14-Mac-25', '1430'],
      17: ['45733', '0.59375'],
      22: ['someday', '2:15 petang'],
    };
    const typedTime = odd[index] ?? [`${date}/${month}/25`, `${(index % 8) + 1}.${10 + index}pm`];
    const name = index % 10 === 6 ? importedSite.replace('Heights', 'Height') : importedSite;
    const kind = index % 5 === 0 ? 'Breakdown' : 'PM';
    return [index + 1, name, ...typedTime, '9pm', kind, `Visit ${index + 1}`, 'Loops; arms', 'Ali'];
  });
  const heads = ['No.', 'Condo', 'Date', 'Time In', 'Time Out', 'Type', 'Subject', 'Work Done', 'Checked by'];
  return [['SERVICE LOG 2025'], [], heads, ...rows.map((row) => csvCells(row)), ['Total', '30']]
    .map((row) => `${row.join(';')}\r\n`)
    .join('');
}

const workbook = async () =>
  writeXlsx({
    sheets: [
      { name: 'Cover', rows: [['Service log']] },
      {
        name: '2025',
        rows: [
          ['Date', 'Condo', 'Subject'],
          [new Date('2025-03-17T06:15:00Z'), importedSite, 'Gate 3'],
        ],
      },
    ],
  });

async function importLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import visits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import visits' });
  await dialog.getByLabel('Choose a table').setInputFiles({
    name: 'log.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await workbook()),
  });
  await expect(dialog.getByLabel('Sheet')).toHaveValue('1');
  await expect(dialog.getByRole('row', { name: `row 2 ${importedSite} 17 March 2025 06:15` })).toBeVisible();

  const fileChooser = page.waitForEvent('filechooser');
  await dialog.getByLabel('Choose another table').click();
  await (await fileChooser).setFiles({ name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from(serviceLog()) });
  await expect(dialog.getByText('Row 3 names the columns; what is above it is not read.')).toBeVisible();
  await expect(dialog.getByText('Not used: No. and Checked by.')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: '2 February 2025', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: `It is ${importedSite}` }).click();
  await dialog.getByRole('button', { name: 'Read 1 date month first' }).click();
  await dialog.getByRole('button', { name: 'Take the date of the row above for 1 row' }).click();
  await dialog.getByLabel('Date of row 26').fill('23 May 2025');
  await dialog.getByLabel('Date of row 26').press('Enter');
  await expect(dialog.getByRole('heading', { name: 'All of these rows are read now' })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Add row 4 anyway' }).click();
  await dialog.getByRole('button', { name: 'Import 30 visits' }).click();
  await expect(dialog.getByText('30 visits imported into 1 site. 1 remark:')).toBeVisible();
}

/** Checks the visits of the site into which the spreadsheet was imported. */
async function expectImported(page: Page, filled: FilledPortal): Promise<void> {
  interface Imported {
    tasks2024: { time: string; title: string; kind?: string }[];
  }
  const [row] = await savedRows<Imported>(page, filled, `maintable?id=eq.${filled.ids[59]}&select=tasks2024`);
  const timeOf = (title: string) => row?.tasks2024.find((task) => task.title === title && task.kind)?.time;
  expect(row?.tasks2024).toHaveLength(33 + 1 + 30);
  expect(['Visit 1', 'Visit 5', 'Visit 10', 'Visit 14', 'Visit 18', 'Visit 23'].map((title) => timeOf(title))).toEqual([
    '2025-01-01T13:10:00+08:00',
    '2025-03-25T09:15:00+08:00',
    '2025-09-09T10:40:00+08:00',
    '2025-03-14T14:30:00+08:00',
    '2025-03-17T14:15:00+08:00',
    '2025-05-23T14:15:00+08:00',
  ]);
}

test('with sixty sites and 2,000 visits each job takes a few presses', async ({ page, browser }) => {
  // eight jobs, which a busy machine may do at a tenth of its usual speed
  test.setTimeout(360_000);
  expect(visits.flat()).toHaveLength(2_000);
  const filled = await fillPortal(page);
  const { session, ids } = filled;
  await countWork(page);
  // a test cannot answer the system's own question where to save
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));

  await logIn(page, keys.admin, `/maintenance?${new URLSearchParams({ site: wrongSite, year: '2026', month: 'mar' })}`);
  await expect(card(page, visitToDate)).toBeVisible();
  await correctDate(page);
  expect(await takeWork(page)).toEqual({ presses: 2, fields: 1, tabs: 0 });
  await moveVisit(page);
  expect(await takeWork(page)).toEqual({ presses: 3, fields: 1, tabs: 0 });
  const visitsOf = (site: number) => `maintable?id=eq.${ids[site]}&select=tasks2024`;
  expect(await savedRows(page, filled, visitsOf(1))).toMatchObject([
    { tasks2024: expect.arrayContaining([expect.objectContaining({ id: 35, title: visitToMove, month: 'mar' })]) },
  ]);

  await page.goto('/DataEditor/overview');
  await setIntervals(page);
  expect(await takeWork(page)).toEqual({ presses: 4, fields: 1, tabs: 0 });
  const monthly = `maintable?id=in.(${ids.join()})&visit_every_months=not.is.null&select=id`;
  expect(await savedRows(page, filled, monthly)).toHaveLength(2 + 57);

  await page.goto(`/DataEditor/overview?q=${run}`);
  await makeMonthReports(page);
  expect(await takeWork(page)).toEqual({ presses: 3, fields: 1, tabs: 0 });

  const last = siteYear(new Date());
  const json = Object.fromEntries(gates.map((gate) => [gate, kinds.map((kind) => entry(kind, 1, 2, last))]));
  await page.request.post(`${api}/rest/v1/carpost`, { headers: headersOf(session), data: { site_id: ids[2], json } });
  await page.goto(`/charts?${new URLSearchParams({ site: yearlySite, year: `${last + 1}` })}`);
  const expectedYear = await typeYear(page, last);
  expect(await takeWork(page)).toMatchObject({ presses: 1, tabs: 36 });
  await page.getByRole('button', { name: 'Update Database' }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  expect(await savedRows(page, filled, `carpost?site_id=eq.${ids[2]}&select=json`)).toEqual([{ json: expectedYear }]);

  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await takeWork(page);
  await importLog(page);
  expect(await takeWork(page)).toEqual({ presses: 7, fields: 1, tabs: 0 });
  await expectImported(page, filled);

  const keyOptions = { role: 'technician', label: run, site_ids: ids };
  const { key } = await rpc<{ key: string }>(page, 'issue_key', keyOptions, session);
  const phone = await anotherPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await countWork(phone);
  await logIn(phone, key, '/DataEditor/my-sites');
  await phone.getByRole('button', { name: 'Keep all my sites for offline' }).tap();
  await expect(phone.getByText(/^Your 60 sites are on this device/u)).toBeVisible(longJob);
  expect(await takeWork(phone)).toEqual({ presses: 1, fields: 0, tabs: 0 });

  await phone.goto('/DataEditor/report');
  const client = phone.getByRole('combobox', { name: 'Select Client' });
  await client.tap();
  await client.fill(importedSite.slice(0, 7));
  await phone.getByRole('option', { name: importedSite, exact: true }).tap();
  await phone.getByRole('button', { name: 'All pass' }).tap();
  await expect(phone.getByRole('button', { name: 'Go to signatures' })).toBeVisible();
  expect(await takeWork(phone)).toEqual({ presses: 3, fields: 1, tabs: 0 });
  await phone.context().close();
});

test('a key among 75 is found by half its label and renamed', async ({ page }) => {
  // 75 calls, which a busy machine may answer at a tenth of its usual speed
  test.setTimeout(600_000);
  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  const [label, newLabel] = [`Night manager ${run}`, `Night shift ${run}`];
  for (const keyLabel of [label, ...Array.from({ length: 74 }, (_, index) => `Guard ${index + 1} ${run}`)])
    await rpc(page, 'issue_key', { role: 'technician', label: keyLabel }, session);
  await countWork(page);
  await logIn(page, keys.admin, '/DataEditor/keys');
  const key = (name: string) => page.getByRole('rowheader', { name, exact: true });
  await expect(page.getByRole('rowheader')).toHaveCount(25);
  await expect(key(label)).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search' }).fill(`night m ${run}`);
  await page.getByRole('button', { name: `Change the label of ${label}` }).click();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill(newLabel);
  await page.keyboard.press('Enter');
  await expect(key(newLabel)).toBeVisible();
  expect(await takeWork(page)).toEqual({ presses: 1, fields: 2, tabs: 0 });
  await expect(page.getByRole('button', { name: `Change the label of ${newLabel}` })).toBeFocused();
});

/** One photo of the demo is missing on purpose. */
const onePhotoMissing = /^Saved\. 1 of \d+ photos could not be loaded; its place is marked\.$/u;

test('a client passes on the week that the police ask for as one PDF', async ({ page }) => {
  await countWork(page);
  await logIn(page, keys.selasih);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Service History' }).click();
  await page.getByLabel('Dates').selectOption('From … to …');
  await page.getByRole('textbox', { name: 'From', exact: true }).click();
  await page.keyboard.type('9/3/2026');
  await page.keyboard.press('Tab');
  await page.keyboard.type('15 mac 2026');
  await expect(bodyRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Chosen visits' });
  await bar.getByRole('button', { name: 'Choose all 2 that match' }).click();
  await expect(bar.getByText('Chosen: 2 visits, 10 photos and 1 PDF')).toBeVisible();
  const { name, read } = await savedBy(page, () => bar.getByRole('button', { name: 'One PDF' }).click());
  expect(await takeWork(page)).toEqual({ presses: 5, fields: 3, tabs: 1 });

  await expect(page.getByText(onePhotoMissing)).toBeVisible();
  expect(name).toBe('Selasih-Park_Visits_2026-03-10_2026-03-11.pdf');
  expect(layoutFaults(read, 'Chosen visits')).toEqual([]);
  expect(read.pages[0]?.text).toContain('Chosen visits\n10 March 2026 to 11 March 2026');
  expect(read.outline.map(({ title }) => title)).toEqual([
    '1. Penyelenggaraan bulanan, P2 Rear Gate',
    '2. Panggilan kecemasan: palang tersekat separuh terbuka',
  ]);
  expect(textOf(read).match(/Error loading image/gu)).toHaveLength(1);
  expect(read.pages.flatMap((pdfPage) => photosOn(pdfPage))).toHaveLength(9);
});

test('a client passes on the incident that an insurer asks for as one file', async ({ page }) => {
  await countWork(page);
  await logIn(page, keys.selasih, '/data-fetcher?year=2026&month=mar&task=89');
  const visit = page.getByRole('dialog', { name: 'Visit details' });
  const { name, read } = await savedBy(page, () => visit.getByRole('button', { name: 'Visit as PDF' }).click());
  expect(await takeWork(page)).toEqual({ presses: 1, fields: 0, tabs: 0 });

  await expect(page.getByText(onePhotoMissing)).toBeVisible();
  expect(name).toBe('Selasih-Park_2026-03-11_Panggilan-kecemasan-palang-tersekat-separuh-terbuka.pdf');
  expect(layoutFaults(read, 'Visit Report')).toEqual([]);
  expect(textOf(read)).toContain('11 March 2026 at 21:18');
  expect(read.pages.flatMap((pdfPage) => photosOn(pdfPage))).toHaveLength(3);
});

test("the office finds a visit by half of a caller's number plate, with typing alone", async ({ page }) => {
  const numberHalf = `${1_000 + (Date.now() % 9_000)}`;
  const name = `Plate ${run}`;
  const [firstVisit] = visits[0] ?? [];
  const repairVisit = (id: number, tasks: string) => ({ ...firstVisit, id, title: `Arm repaired ${id}`, tasks });
  await addSite(page, name, {
    tasks2024: [
      repairVisit(1, 'Loops tuned.'),
      repairVisit(2, `Arm bent by lorry W-VB ${numberHalf}; its driver called.`),
      repairVisit(3, 'Spring set.'),
    ],
  });
  await countWork(page);
  await logIn(page, keys.admin, '/DataEditor/visits');
  await page.getByRole('searchbox', { name: 'Search titles, texts and sites' }).fill(`vb${numberHalf}`);
  const foundVisits = page.getByRole('region', { name: 'Visits' }).getByRole('listitem').filter({ hasText: name });
  await expect(foundVisits).toHaveCount(1);
  await expect(foundVisits.getByRole('link')).toHaveText('Arm repaired 2');
  await expect(foundVisits.locator('mark')).toHaveText(`VB ${numberHalf}`);
  expect(await takeWork(page)).toEqual({ presses: 0, fields: 1, tabs: 0 });
});
