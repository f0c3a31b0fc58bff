import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { checkVisits, openChosen, serverReads } from '../../../../src/features/sites/import/check-visits.ts';
import { FileFinder } from '../../../../src/records/import/file-list.ts';
import { noChoices } from '../../../../src/records/import/table-choices.ts';
import { readTable } from '../../../../supabase/operations/import/read-table.ts';
import { serveMaintable, serveTasks } from '../serve-maintable.ts';
import { serveImport } from './serve-import.ts';

const sites = [
  { name: 'Selasih Park', sitename: 'Residensi Selasih Park' },
  { name: 'Kingfisher Rise', sitename: 'Kingfisher Rise Residences' },
];
const utf8 = (...rows: string[]) => new TextEncoder().encode(rows.join('\r\n'));
const heads = ['Site', 'Date', 'Time', 'Title', 'Text', 'Kind'];
const day = (number: number) => new Date(Date.UTC(2025, 11, number));

const files: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'errors of a spreadsheet': () =>
    utf8(
      heads.join(','),
      'Kingfisher Rise,2025-12-14,12:00,#N/A,#REF!,pm',
      'Kingfisher Rise,2025-12-15,12:00,########,Column was too narrow,pm',
      'Kingfisher Rise,2025-12-16,12:00,Arm greased,#VALUE!,pm',
    ),
  'a workbook with hidden rows and months': () =>
    writeXlsx({
      sheets: [
        {
          name: 'December',
          rows: [
            heads,
            ...['A', 'Filtered', '#N/A'].map((title, at) => [
              'Kingfisher Rise',
              day(9 + at),
              '12:00',
              title,
              'Text',
              'pm',
            ]),
          ],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        { name: 'January', rows: [heads, ['Selasih Park', day(1), '09:00', 'B', 'Text', 'pm']] },
      ],
    }),
  'several texts, lists of photos and paths': () =>
    utf8(
      'Site,Date,Work done,Remarks,Photos',
      'Selasih Park,17/3/2025,Loops tested,P2 weak,"IMG_1.jpg, Gate 1, north.jpg"',
      'Selasih Park,18 Mac 2025,,Belt worn,C:\\Photos\\IMG_1.JPG',
    ),
  'a first line of Excel': () =>
    utf8('sep=;', 'site;date;time;title;text', 'Kingfisher Rise;2025-08-13;10:05;Sep line;Saved'),
  'short years': () =>
    utf8('site,date,time,title', 'Kingfisher Rise,17-Mar-25,10:05,A', 'Kingfisher Rise,45733,10.05,B'),
  'American dates': () => utf8('site,date,title', 'Kingfisher Rise,12/31/2025,A', 'Kingfisher Rise,12/01/2025,B'),
};

it.each(Object.keys(files))('%s is read alike by the dialog and the command', async (name) => {
  serveMaintable();
  serveTasks();
  serveImport();
  const bytes = new Uint8Array((await files[name]?.()) ?? []);
  const photos = ['IMG_1.jpg', 'Gate 1, north.jpg'].map((photo) => new File(['x'], photo));
  const checked = await checkVisits(
    await openChosen(new File([bytes], 'visits')),
    { photos, sites, options: { encoding: null, separator: null, sheet: null }, choices: noChoices },
    serverReads(),
    new AbortController().signal,
  );
  const read = await readTable(bytes, sites, {}, () => undefined, new FileFinder(photos));
  expect(read.plan.sites.length).toBeGreaterThan(0);
  expect(checked.reading).toEqual(read);
});
