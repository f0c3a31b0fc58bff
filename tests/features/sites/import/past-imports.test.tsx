import { screen, waitFor, within } from '@testing-library/react';
import { writeXlsx } from 'hucre/xlsx';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite, task } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { serveMaintable, serveTasks } from '../serve-maintable.ts';
import { nothingUndone, pastImport, rpc, serveImport, type StoredVisit } from './serve-import.ts';

const csv = (...rows: string[]) => new File([rows.join('\r\n')], 'visits.csv', { type: 'text/csv' });
const heading = 'site,date,time,title,text,reference';

async function openDialog(tasks: Parameters<typeof serveTasks>[0] = {}) {
  serveMaintable(listedSite());
  serveTasks(tasks);
  const { user } = renderRoute('/DataEditor/sites', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Import visits' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Import visits' }));
  return {
    user,
    dialog,
    choose: (file: File) => user.upload(screen.getByLabelText(/Choose (?:a|another) table/u), file),
  };
}

describe('undoing an import', () => {
  it('takes one press right after it, and the file is ready to be imported again', async () => {
    const sent = serveImport();
    const undone: string[] = [];
    server.use(
      http.post<never, { import_id: string }>(`${rpc}/undo_import`, async ({ request }) => {
        undone.push((await request.json()).import_id);
        sent.length = 0;
        return HttpResponse.json({
          ...nothingUndone,
          sites: 1,
          hidden: 1,
          stayed: [{ site: 'Selasih Park', task_id: 4, time: '2025-03-18T10:00:00+08:00', title: 'Arm hit' }],
          made_keys: ['Menara Kayangan'],
        });
      }),
    );
    const { user, dialog, choose } = await openDialog();
    await choose(csv(heading, 'Selasih Park,2025-03-17,10:05,Monthly,Tested,V-1'));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    const run = sent[0]?.import?.id;
    await user.click(await dialog.findByRole('button', { name: 'Undo this import' }));
    expect(
      await dialog.findByText(
        'The import is undone. 1 visit deleted at 1 site. Access keys that it made stay: Menara Kayangan. 1 visit was changed or moved since and stays:',
      ),
    ).toBeVisible();
    expect(undone).toEqual([run]);
    const stayed = within(dialog.getByRole('table', { name: 'Changed or moved since' }));
    expect(stayed.getAllByRole('row')[1]).toHaveTextContent('Selasih Park18 March 2025 at 10:00Arm hit');
    // again, in a separate import run
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    expect(await dialog.findByText('1 visit imported into 1 site.')).toBeVisible();
    expect(sent[0]?.import?.id).not.toBe(run);
    expect(dialog.queryByText(/^The import is undone/u)).toBeNull();
  });

  it('is possible later from the list of imports, and takes several requests', async () => {
    serveImport();
    let calls = 0;
    server.use(
      http.post(`${rpc}/list_imports`, () =>
        HttpResponse.json([
          pastImport(calls < 2 ? {} : { sites_left: 0, undone_at: '2026-11-28T07:00:00Z' }),
          pastImport({
            id: '2',
            at: '2026-11-01T06:10:00Z',
            file: null,
            by: null,
            sites: 1,
            added: 0,
            updated: 3,
            sites_left: 1,
          }),
        ]),
      ),
      http.post(`${rpc}/undo_import`, () => {
        calls += 1;
        return HttpResponse.json({
          ...nothingUndone,
          sites: 57,
          hidden: 2_000,
          reverted: 2,
          sites_left: calls < 2 ? 30 : 0,
        });
      }),
    );
    const { user, dialog } = await openDialog();
    const table = within(await dialog.findByRole('table', { name: 'Earlier imports' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'WhenFileWhatUndo',
      '28 November 2026 at 14:10earlier.csvHead office2000 visits at 57 sites.Undo',
      '1 November 2026 at 14:10Not known3 visits updated.Undo',
    ]);
    await user.click(table.getByRole('button', { name: 'Undo the import of 28 November 2026 at 14:10' }));
    const question = within(screen.getByRole('dialog', { name: 'Undo this import?' }));
    expect(question.getByText(/^2000 visits at 57 sites\. Its visits are deleted/u)).toBeVisible();
    expect(calls).toBe(0);
    await user.click(question.getByRole('button', { name: 'Undo' }));
    expect(
      await dialog.findByText('The import is undone. 2000 visits deleted at 57 sites. 2 visits are as before.'),
    ).toBeVisible();
    expect(calls).toBe(2);
    await waitFor(() => expect(table.getByText('Undone')).toBeVisible());
  });
});

/** An imported visit as the database reports it (`import_state`). */
const importedVisit = (source: string, state: string, taskId: number): StoredVisit => ({
  source: `reference ${source}`,
  row: null,
  task_id: taskId,
  state,
  time: '2025-03-17T10:05:00+08:00',
  title: 'Monthly',
  text: 'Tested',
});

/** The record of an imported visit. */
const savedVisit = (id: number, title: string, more: object = {}) =>
  task({
    id,
    title,
    time: '2025-03-17T10:05:00+08:00',
    year: '2025',
    month: 'mar',
    tasks: 'Tested',
    ref: `V-${id}`,
    ...more,
  });

describe('a file that was imported before', () => {
  it('shows the differences, and updates the chosen ones', async () => {
    const sent = serveImport([
      importedVisit('V-1', 'same', 1),
      importedVisit('V-2', 'same', 2),
      importedVisit('V-3', 'changed', 3),
      importedVisit('V-4', 'hidden', 4),
      importedVisit('V-5', 'moved', 5),
    ]);
    const { user, dialog, choose } = await openDialog({
      'Selasih Park': [
        savedVisit(1, 'Same'),
        savedVisit(2, 'Old title', { tasks: 'Old text' }),
        savedVisit(3, 'Corrected by hand'),
        savedVisit(4, 'Deleted', { showing: 'False' }),
        savedVisit(5, 'Of another site', { showing: 'False' }),
      ],
    });
    await choose(
      csv(
        heading,
        'Selasih Park,2025-03-17,10:05,Same,Tested,V-1',
        'Selasih Park,2025-03-17,11:00,New title,New text,V-2',
        'Selasih Park,2025-03-17,10:05,As in the file,Tested,V-3',
        'Selasih Park,2025-03-17,10:05,Deleted,Tested,V-4',
        'Selasih Park,2025-03-17,10:05,Of another site,Tested,V-5',
      ),
    );
    expect(await dialog.findByText('No visits to import. 5 visits imported earlier, left as they are.')).toBeVisible();
    expect(dialog.getByText('1 visit was moved to another site and stays there as it is.')).toBeVisible();
    const table = within(dialog.getByRole('table', { name: '2 imported visits differ from the file' }));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      'row 3Selasih Park, 17 March 2025 at 10:05: Old titleDate and time17 March 2025 at 10:05becomes17 March 2025 at 11:00TitleOld titlebecomesNew titleTextOld textbecomesNew textUpdate',
      'row 4Selasih Park, 17 March 2025 at 10:05: Corrected by handChanged here sinceTitleCorrected by handbecomesAs in the fileUpdate',
    ]);
    expect(dialog.queryByRole('button', { name: /^Update \d/u })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Update the 1 that nobody changed' }));
    expect(dialog.getByRole('checkbox', { name: 'Update row 3' })).toBeChecked();
    expect(dialog.getByRole('checkbox', { name: 'Take row 4 from the file' })).not.toBeChecked();
    expect(dialog.getByText('1 visit was deleted here and stays deleted.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Bring them back' }));
    expect(dialog.getByText('1 visit that was deleted here comes back.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Update 2 visits' }));
    expect(await dialog.findByText('2 visits updated. 3 visits imported earlier, left as they are.')).toBeVisible();
    expect(sent).toMatchObject([
      {
        visits: [],
        updates: [
          {
            source: 'reference V-2',
            was: { id: 2, title: 'Old title' },
            visit: {
              time: '2025-03-17T11:00:00+08:00',
              year: '2025',
              month: 'mar',
              title: 'New title',
              tasks: 'New text',
            },
          },
          { source: 'reference V-4', was: { id: 4 }, visit: { showing: 'True' } },
        ],
      },
    ]);
    expect(dialog.getByRole('button', { name: 'Undo this import' })).toBeVisible();
  });

  it('is recognized by its rows if other columns are used, and by the minute if a title was corrected in it', async () => {
    const row = 'Selasih Park,2025-03-17,10:05,Monthly,Remarkable,';
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog({
      'Selasih Park': [savedVisit(1, 'Remarkable'), savedVisit(2, '#N/A', { time: '2025-03-20T09:15:00+08:00' })],
    });
    await choose(csv(heading, row));
    // another visit exists at its minute
    await user.click(await dialog.findByRole('button', { name: 'Add all anyway' }));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    await dialog.findByText('1 visit imported into 1 site.');
    const rowSource = sent[0]?.visits[0]?.row ?? '';
    sent.length = 0;
    // x was imported with other columns, so only its row is the same; the title of y was an error of the spreadsheet, which the file has
    // corrected, so only its minute is the same
    serveImport([
      { ...importedVisit('x', 'same', 1), source: 'content of other columns', row: rowSource },
      { ...importedVisit('y', 'same', 2), source: 'content #N/A', time: '2025-03-20T09:15:00+08:00', title: '#N/A' },
    ]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Import visits' }));
    await choose(csv(heading, row, 'Selasih Park,2025-03-20,09:15,Arm greased,Tested,'));
    const table = within(await screen.findByRole('table', { name: '2 imported visits differ from the file' }));
    expect(table.getByText('Monthly')).toBeVisible();
    expect(table.getByText('Arm greased')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Update all' }));
    expect(screen.getByRole('button', { name: 'Update 2 visits' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Update none' }));
    expect(screen.queryByRole('button', { name: /^Update \d/u })).toBeNull();
  });
});

const remarkRows = ({ dialog }: Pick<Awaited<ReturnType<typeof openDialog>>, 'dialog'>) =>
  within(dialog.getByRole('table', { name: 'Remarks' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('a job number of another visit', () => {
  const remedy = 'Nothing is left out: visits can share a job number.';

  it('is mentioned beside the row, stored or in the file, and refuses nothing', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog({
      'Selasih Park': [
        savedVisit(1, 'Repair', { ref: 'JHR 1023', time: '2025-03-03T10:05:00+08:00' }),
        savedVisit(2, 'Deleted', { ref: 'V-9', showing: 'False' }),
        savedVisit(3, 'Greased', { ref: 'V-8', time: '2025-03-20T09:00:00+08:00' }),
      ],
      'Menara Kayangan': [savedVisit(1, 'Elsewhere', { ref: 'V-1' })],
    });
    await choose(
      csv(
        heading,
        'Selasih Park,2025-03-21,10:05,Loops,Tested,jhr-1023',
        'Selasih Park,2025-03-22,10:05,Arm,Tested,V-7',
        'Selasih Park,2025-03-23,10:05,Spring,Tested,V-7',
        'Selasih Park,2025-03-24,10:05,Own,Tested,V-1',
        'Selasih Park,2025-03-25,10:05,Of none,Tested,n/a',
        'Selasih Park,2025-03-26,10:05,Of none too,Tested,n/a',
        'Selasih Park,2025-03-27,10:05,Of a deleted one,Tested,V-9',
        // it may be the stored visit itself, so the dialog asks
        'Selasih Park,2025-03-20,,Greased,Tested,V-8',
      ),
    );
    expect(await dialog.findByText(/^7 visits to import into 1 site\..* 3 remarks below\.$/u)).toBeVisible();
    expect(remarkRows({ dialog })).toEqual([
      `row 2Job number jhr-1023 is on another visit of this site: 3 March 2025, Repair.${remedy}`,
      `row 3Job number V-7 is on row 4 too: 23 March 2025, Spring.${remedy}`,
      `row 4Job number V-7 is on row 3 too: 22 March 2025, Arm.${remedy}`,
    ]);
    await user.click(dialog.getByRole('button', { name: 'Import 7 visits' }));
    await dialog.findByText(/^7 visits imported into 1 site\./u);
    expect(sent[0]?.visits).toHaveLength(7);
  });

  it('is mentioned once if all visits of a contract have it, and also if an update adds it', async () => {
    serveImport([{ ...importedVisit('x', 'same', 2), source: 'content 2', title: 'Repair' }]);
    const { dialog, choose } = await openDialog({
      'Selasih Park': [
        savedVisit(1, 'Monthly', { ref: 'C-77' }),
        savedVisit(2, 'Repair'),
        savedVisit(3, 'Arm', { ref: 'V-5' }),
      ],
    });
    await choose(
      csv(
        heading,
        ...[1, 2, 3].map((day) => `Selasih Park,2025-02-0${day},10:05,Visit ${day},Tested,C-77`),
        'Selasih Park,2025-03-17,10:05,Repair,Tested,V-5',
      ),
    );
    await dialog.findByText(/2 remarks below\.$/u);
    expect(remarkRows({ dialog })).toEqual([
      `row 2Job number C-77 is on another visit of this site: 17 March 2025, Monthly. 2 more visits have it.${remedy}`,
      `row 5Job number V-5 is on another visit of this site: 17 March 2025, Arm.${remedy}`,
    ]);
  });

  it('with the same title on another day of the month means that visit with a corrected date, without a remark', async () => {
    serveImport([importedVisit('V-1', 'same', 1)]);
    const { dialog, choose } = await openDialog({ 'Selasih Park': [savedVisit(1, 'Monthly')] });
    await choose(csv(heading, 'Selasih Park,2025-03-19,10:05,Monthly,Tested,V-1'));
    const table = within(await dialog.findByRole('table', { name: '1 imported visit differs from the file' }));
    expect(table.getAllByRole('row')[1]).toHaveTextContent(
      'Date and time17 March 2025 at 10:05becomes19 March 2025 at 10:05',
    );
    expect(dialog.queryByRole('table', { name: 'Remarks' })).toBeNull();
  });
});

const row = (day: number, title: string) => [
  'Selasih Park',
  new Date(Date.UTC(2025, 2, day)),
  '09:00',
  title,
  'Tested',
];

describe('peculiarities of a workbook', () => {
  const heads = ['Site', 'Date', 'Time', 'Title', 'Text'];

  it('are mentioned, and chosen or repaired in the table: hidden rows, other sheets, errors', async () => {
    serveImport();
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'March',
          rows: [heads, row(1, 'Seen'), row(2, 'Filtered'), row(3, '#N/A')],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        { name: 'April', rows: [heads, row(4, 'Of April')] },
        {
          name: 'Parts',
          rows: [
            ['Site', 'Date', 'Part'],
            ['Selasih Park', '2025-03-01', 'Arm'],
          ],
        },
      ],
    });
    const { user, dialog, choose } = await openDialog();
    await choose(new File([new Uint8Array(bytes)], 'visits.xlsx'));
    expect(await dialog.findByRole('button', { name: 'Import 2 visits' })).toBeVisible();
    expect(dialog.getByText('1 row is hidden in the workbook.')).toBeVisible();
    expect(dialog.getByText('Not read: “April” (1 row) and “Parts” (1 row).')).toBeVisible();
    expect(dialog.getByText('2 visits to import into 1 site. 1 row to repair below.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: '1 row to repair' })).toBeVisible();
    expect(dialog.getByText(/^Title: “#N\/A” is an error of the spreadsheet\./u)).toBeVisible();
    await user.type(dialog.getByLabelText('Title of row 4'), 'Arm greased{Enter}');
    expect(await dialog.findByText('Read: 3 March 2025 at 09:00, Arm greased')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Hidden rows'), 'Read too');
    expect(await dialog.findByRole('button', { name: 'Import 3 visits' })).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Sheet'), 'The 2 sheets with the same columns');
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    // another table, so nothing is decided about its rows
    expect(await dialog.findByRole('button', { name: 'Import 3 visits' })).toBeVisible();
    expect(await dialog.findByText('Not read: “Parts” (1 row).')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Import 3 visits' }));
    await user.click(await dialog.findByRole('button', { name: 'Go on with the sheet “Parts” (1 row)' }));
    expect(await dialog.findByLabelText('Sheet')).toHaveValue('2');
  });
});

it('a link opens the dialog with the earlier imports, which closes to the list of sites', async () => {
  serveMaintable(listedSite());
  serveTasks({});
  serveImport();
  server.use(http.post(`${rpc}/list_imports`, () => HttpResponse.json([pastImport()])));
  const { user } = renderRoute('/DataEditor/sites?import=visits', adminSession);
  const dialog = within(await screen.findByRole('dialog', { name: 'Import visits' }));
  expect(await dialog.findByRole('button', { name: /^Undo the import of/u })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.search).toBe('');
});
