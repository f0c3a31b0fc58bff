import { expect } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { countWork, takeWork } from './counting.ts';
import { addSite, headersOf } from './sites.ts';
import { api, keys, logIn, test } from './support.ts';

/**
 * A suffix for the name of each site, because a hosted project still has the sites of the run before. It is a number, by which
 * sites with similar names are told apart.
 */
const run = String(Date.now()).slice(-6);
const knownSite = `Selayang Mall ${run}`;
const buildings = [
  'Angsana Court',
  'Bayu Villas',
  'Cempaka Towers',
  'Damai Heights',
  'Embun Residence',
  'Flora Mansion',
  'Gading Square',
  'Harmoni Point',
  'Inai Gardens',
  'Jati Lakeside',
  'Kenari Hub',
];

/**
 * A list of customers as an office writes it: titles above the column heads, Excel's own dates and numbers, and two cells that
 * cannot be read.
 */
const customers = async () =>
  writeXlsx({
    sheets: [
      {
        name: 'Customers',
        rows: [
          ['LIST OF CUSTOMERS 2026'],
          [],
          ['No.', 'Building', 'Alamat', 'Contract Expiry', 'Tel No.', 'No. of lots', 'PM Frequency', 'SLA (hours)'],
          [1, knownSite.toUpperCase(), null, new Date(Date.UTC(2028, 11, 31)), null, null, null, null],
          ...buildings.map((building, index) => [
            index + 2,
            `${building} ${run}`,
            `${index + 2} Jalan Besar`,
            index === 4 ? 'renewing' : new Date(Date.UTC(2027, index, 28)),
            index === 7 ? '8123 4567' : 123_456_700 + index,
            400 + index,
            'Quarterly',
            3,
          ]),
          ['Total', 12],
        ],
      },
    ],
  });

test('twelve customers are imported from a workbook, two cells are repaired, and the whole import is undone', async ({
  page,
}) => {
  const { id, session } = await addSite(page, knownSite, { address: '1 Jalan Selayang', contract_until: '2026-12-31' });
  const savedRows = async (path: string): Promise<Record<string, unknown>[]> => {
    const response = await page.request.get(`${api}/rest/v1/${path}`, { headers: headersOf(session) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calling line knows what it asks for
    return (await response.json()) as Record<string, unknown>[];
  };
  const addedSites = `maintable?name=like.*${run}&id=neq.${id}&order=name&select=name,address,contract_until,person_in_charge,capacity,visit_every_months,response_hours,archived_at`;
  await countWork(page);
  await logIn(page, keys.admin, '/DataEditor/sites');
  await takeWork(page);
  await page.getByRole('button', { name: 'Import sites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import sites' });
  const fileChooser = page.waitForEvent('filechooser');
  await dialog.getByLabel('Choose a table').click();
  await (
    await fileChooser
  ).setFiles({
    name: 'customers.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await customers()),
  });
  await expect(dialog.getByText('Row 3 names the columns; what is above it is not read.')).toBeVisible();
  await expect(dialog.getByText('Not used: No..')).toBeVisible();
  await expect(
    dialog.getByText('9 new sites. 1 site to change. 2 rows wait for you below. 1 row left out.'),
  ).toBeVisible();

  await dialog.getByRole('button', { name: 'In Singapore: +65 81234567' }).click();
  await dialog.getByLabel('Contract End Date of row 9').fill('Jun 2028');
  await dialog.getByLabel('Contract End Date of row 9').press('Enter');
  await dialog.getByRole('button', { name: 'Set the visit intervals of 11 rows' }).click();
  await dialog.getByRole('button', { name: 'Add 11 and change 1 site' }).click();
  await expect(dialog.getByText('11 sites are added. 1 site is changed.')).toBeVisible();
  expect(await takeWork(page)).toEqual({ presses: 5, fields: 1, tabs: 0 });
  const now = await savedRows(addedSites);
  expect(now).toHaveLength(11);
  expect(now[0]).toEqual({
    name: `${buildings[0]} ${run}`,
    address: '2 Jalan Besar',
    contract_until: '2027-01-28',
    person_in_charge: 123_456_700,
    capacity: '400',
    visit_every_months: 3,
    response_hours: 3,
    archived_at: null,
  });
  expect([now[4]?.['contract_until'], now[7]?.['person_in_charge']]).toEqual(['Jun 2028', 6_581_234_567]);
  const changedSite = `maintable?id=eq.${id}&select=name,address,contract_until`;
  expect(await savedRows(changedSite)).toEqual([
    { name: knownSite, address: '1 Jalan Selayang', contract_until: '2028-12-31' },
  ]);

  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('11 added sites are archived. 1 site is as before.')).toBeVisible();
  expect(await takeWork(page)).toEqual({ presses: 1, fields: 0, tabs: 0 });
  expect((await savedRows(addedSites)).filter(({ archived_at: at }) => at === null)).toEqual([]);
  expect(await savedRows(changedSite)).toEqual([
    { name: knownSite, address: '1 Jalan Selayang', contract_until: '2026-12-31' },
  ]);
});
