import { expect } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { addSite, headersOf } from './sites.ts';
import { api, keys, logIn, rpc, test } from './support.ts';

const site = 'Keruing Heights';

const quoted = (row: readonly (string | number)[]) => row.map((cell) => (`${cell}`.includes(';') ? `"${cell}"` : cell));

/** A service log of 30 visits as an office keeps it: a title, typed times, two clocks, names and dates that do not fit. */
function serviceLog(): string {
  const rows = Array.from({ length: 30 }, (_, index) => {
    const [day, month] = [(index % 27) + 1, (index % 9) + 1];
    const odd: Record<number, [date: string, time: string]> = {
      4: ['3/25/2025', '9.15am'],
      9: ['', '10.40am'],
      13: ['14-Mac-25', '1430'],
      17: ['45733', '0.59375'],
      22: ['someday', '2:15 petang'],
    };
    const [date, time] = odd[index] ?? [`${day}/${month}/25`, `${(index % 8) + 1}.${10 + index}pm`];
    const name = index % 10 === 6 ? 'Keruing Height Condo' : site;
    return [
      index + 1,
      name,
      date,
      time,
      '5pm',
      index % 5 === 0 ? 'Breakdown' : 'PM',
      `Visit ${index + 1}`,
      'Loops; arms',
      'Ali',
    ];
  });
  const heads = ['No.', 'Condo', 'Date', 'Time In', 'Time Out', 'Type', 'Subject', 'Work Done', 'Checked by'];
  return [['SERVICE LOG 2025'], [], heads, ...rows.map((row) => quoted(row)), ['Total', '30']]
    .map((row) => `${row.join(';')}\r\n`)
    .join('');
}

test('a spreadsheet of thirty visits with mixed faults is imported whole without leaving the dialog', async ({
  page,
}) => {
  const { id, session } = await addSite(page, site);
  const there = { time: '2025-01-01T00:00:00+08:00', year: '2025', month: 'january', title: 'Visit 1', tasks: 'Loops' };
  const visits = [{ source: 'before', visit: { ...there, showing: 'True', urls: [], pdf: '' } }];
  await rpc(page, 'import_site', { site: { name: site, visits } }, session);
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('button', { name: 'Import visits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import visits' });
  const sheets = [
    { name: 'Cover', rows: [['Service log']] },
    {
      name: '2025',
      rows: [
        ['Date', 'Condo', 'Subject'],
        [new Date('2025-03-17T06:15:00Z'), site, 'Gate 3'],
      ],
    },
  ];
  await dialog.getByLabel('Choose a table').setInputFiles({
    name: 'log.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeXlsx({ sheets })),
  });
  await expect(dialog.getByLabel('Sheet')).toHaveValue('1');
  await expect(dialog.getByRole('row', { name: `row 2 ${site} 17 March 2025 06:15` })).toBeVisible();

  await dialog
    .getByLabel('Choose another table')
    .setInputFiles({ name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from(serviceLog()) });
  await expect(dialog.getByText('Row 3 names the columns; what is above it is not read.')).toBeVisible();
  await expect(dialog.getByText('Not used: No., Time In, Time Out and Checked by.')).toBeVisible();
  await dialog.getByLabel('Time of the visit').selectOption({ label: 'Time In: 1.10pm' });
  await expect(dialog.getByRole('cell', { name: '2 February 2025', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: `It is ${site}` }).click();
  await dialog.getByRole('button', { name: 'Read 1 date month first' }).click();
  await dialog.getByRole('button', { name: 'Take the date of the row above for 1 row' }).click();
  await dialog.getByLabel('Date of row 26').fill('23 May 2025');
  await dialog.getByLabel('Date of row 26').press('Enter');
  await expect(dialog.getByRole('heading', { name: 'All of these rows are read now' })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Add row 4 anyway' }).check();
  await dialog.getByRole('button', { name: 'Import 30 visits' }).click();
  await expect(dialog.getByText('30 visits imported into 1 site. 1 remark:')).toBeVisible();
  const stored = await page.request.get(`${api}/rest/v1/maintable?id=eq.${id}&select=tasks2024`, {
    headers: headersOf(session),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column that was asked for
  const [row] = (await stored.json()) as { tasks2024: { time: string; title: string; kind?: string }[] }[];
  const timeOf = (title: string) => row?.tasks2024.find((one) => one.title === title && one.kind)?.time;
  expect(row?.tasks2024).toHaveLength(31);
  expect(['Visit 1', 'Visit 5', 'Visit 10', 'Visit 14', 'Visit 18', 'Visit 23'].map((title) => timeOf(title))).toEqual([
    '2025-01-01T13:10:00+08:00',
    '2025-03-25T09:15:00+08:00',
    '2025-09-09T10:40:00+08:00',
    '2025-03-14T14:30:00+08:00',
    '2025-03-17T14:15:00+08:00',
    '2025-05-23T14:15:00+08:00',
  ]);
});
