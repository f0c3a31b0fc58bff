import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite, task } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { serveMaintable, serveTasks, tableUrl } from '../serve-maintable.ts';
import { serveImport, type Sent } from './serve-import.ts';

const heading = 'site,date,time,title,text,kind,photos,pdf,showing,reference';
const visit = 'Selasih Park,2025-03-17,10:05,Monthly,All posts tested,preventive,,,,V-1';
const other = 'Menara Kayangan,2025-03-18,09:00,Arm hit,Replaced,emergency,,,,V-2';
const csv = (...rows: string[]) => new File([[heading, ...rows].join('\r\n')], 'visits.csv', { type: 'text/csv' });

async function openDialog(values: Parameters<typeof listedSite>[0] = {}) {
  serveMaintable(
    listedSite(),
    listedSite({ id: 3, name: 'Menara Kayangan', sitename: null, address: '1 Jalan Kerinchi', ...values }),
  );
  serveTasks();
  const { user } = renderRoute('/DataEditor/sites', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Import visits' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Import visits' }));
  return {
    user,
    dialog,
    choose: (file: File) => user.upload(screen.getByLabelText(/Choose (?:a|another) table/u), file),
  };
}

describe('the import of visits', () => {
  it('says which visits belong to archived customers, and imports them anyway', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog({ archived_at: '2027-05-03T02:00:00+00:00' });
    await choose(csv(visit, other));
    expect(
      await dialog.findByText(
        '1 visit is of archived customers: Menara Kayangan. They are imported, and the sites stay archived.',
      ),
    ).toBeVisible();
    const archived = dialog.getAllByRole('cell').filter(({ textContent }) => textContent?.endsWith('archived'));
    expect(archived.map(({ textContent }) => textContent)).toEqual(['Menara Kayangan archived']);
    await user.click(dialog.getByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByText('2 visits imported into 2 sites.')).toBeVisible();
    expect(sent.map(({ name }) => name)).toEqual(['Selasih Park', 'Menara Kayangan']);
  });

  it('shows what would happen, row by row, and writes after confirmation', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit, 'Nowhere,2025-03-17,,T,X', other.replace('emergency,', 'emergency,gate.jpg')));
    expect(await dialog.findByText('2 visits to import into 2 sites. 1 row left out. 1 remark below.')).toBeVisible();
    const remarks = within(dialog.getByRole('table', { name: 'Remarks' }));
    expect(
      remarks
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['row 4The photo “gate.jpg” is not there.Imported without it.']);
    expect(dialog.getByRole('combobox', { name: 'Site “Nowhere” (1 row)' })).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByText('2 visits imported into 2 sites. 2 remarks:')).toBeVisible();
    expect(sent.map(({ name }) => name)).toEqual(['Selasih Park', 'Menara Kayangan']);
    expect(sent.slice(0, 1)).toEqual([
      {
        name: 'Selasih Park',
        import: { id: sent[1]?.import?.id, file: 'visits.csv' },
        updates: [],
        visits: [
          {
            source: 'reference V-1',
            row: sent[0]?.visits[0]?.row,
            visit: {
              time: '2025-03-17T10:05:00+08:00',
              year: '2025',
              month: 'mar',
              title: 'Monthly',
              tasks: 'All posts tested',
              showing: 'True',
              kind: 'preventive',
              ref: 'V-1',
              urls: [],
              pdf: '',
            },
          },
        ],
      },
    ]);
    expect(sent[1]?.visits.map(({ source }) => source)).toEqual(['reference V-2']);
    // all of one import run, and each with its row number
    expect(sent[0]?.import?.id).toMatch(/^[0-9a-f-]{36}$/u);
    expect(sent.map(({ visits }) => visits[0]?.row?.slice(0, 4))).toEqual(['row ', 'row ']);
    expect(dialog.queryByRole('button', { name: /^Import/u })).toBeNull();
  });

  it('does not import again from a file that was imported earlier', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    await dialog.findByText('1 visit imported into 1 site.');
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Import visits' }));
    await choose(csv(visit));
    expect(await screen.findByText('No visits to import. 1 visit imported earlier, left as they are.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import 1 visit' })).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('continues with the other sites when one failed, and keeps the chosen file', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const sent = serveImport();
    server.use(
      http.post(`${origin}/rest/v1/rpc/import_site`, () => HttpResponse.json({ message: 'no' }, { status: 500 }), {
        once: true,
      }),
    );
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit, other));
    await user.click(await dialog.findByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Error updating data. It is not known whether the visits of these sites were imported: Selasih Park. Press Import again; nothing is imported twice.',
    );
    expect(sent.map(({ name }) => name)).toEqual(['Menara Kayangan']);
    await user.click(dialog.getByRole('button', { name: 'Import 1 visit' }));
    expect(await dialog.findByText('1 visit imported into 1 site.')).toBeVisible();
    expect(sent.map(({ name }) => name)).toEqual(['Menara Kayangan', 'Selasih Park']);
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('reports an unknown result if a response was lost, and finds the visits stored at the next try', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const sent = serveImport();
    const network = { away: false };
    server.use(
      http.post<never, { site: Sent }>(
        `${origin}/rest/v1/rpc/import_site`,
        async ({ request }) => {
          sent.push((await request.json()).site);
          network.away = true;
          return HttpResponse.error();
        },
        { once: true },
      ),
      http.post(`${origin}/rest/v1/rpc/*`, () => (network.away ? HttpResponse.error() : undefined)),
    );
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Error updating data. It is not known whether the visits of these sites were imported: Selasih Park. Press Import again; nothing is imported twice.',
    );
    network.away = false;
    await user.click(dialog.getByRole('button', { name: 'Import 1 visit' }));
    expect(
      await dialog.findByText('0 visits imported into 0 sites. 1 visit imported earlier, left as they are.'),
    ).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('refuses a file that is no table with advice, and accepts the next one', async () => {
    serveImport();
    const { dialog, choose } = await openDialog();
    await choose(new File(['%PDF-1.7'], 'visits.csv'));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'This is a PDF. Import the table that it was made from.',
    );
    await choose(csv(visit));
    expect(await dialog.findByRole('button', { name: 'Import 1 visit' })).toBeVisible();
  });

  it('says how columns are used, asks what the rows do not show, and previews the visits', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    const rows = [
      'Site Name,Date,Start,End,Type,Title,Remarks,Checked by',
      'Residensi Selasih Park,5/3/2025,9.15am,10am,PM,Monthly check,Loops tested,Ali',
      'Selasih Park,4/2/2025,2.30pm,3pm,PM,February check,Arms tested,Ali',
    ];
    await choose(new File([rows.join('\r\n')], 'log.csv'));
    expect(await dialog.findByText('Not used: Start, End and Checked by.')).toBeVisible();
    expect(dialog.getByText('Answer what is asked above to see the visits.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Import/u })).toBeNull();
    expect(dialog.getByLabelText('Encoding')).toHaveValue('utf-8');
    expect(dialog.getByLabelText('Separator')).toHaveValue(',');
    await user.selectOptions(dialog.getByLabelText('Time of the visit'), 'Start: 9.15am');
    expect(await dialog.findByText('Not used: End and Checked by.')).toBeVisible();
    // the answered question is gone
    expect(dialog.getByRole('heading', { name: 'How it is read' })).toHaveFocus();
    await user.selectOptions(dialog.getByLabelText('Dates'), 'Day first: 5 March 2025');
    const preview = within(await dialog.findByRole('table', { name: 'As they will be stored' }));
    const first = () => preview.getAllByRole('row')[1];
    expect(first()).toHaveTextContent(
      'row 2Selasih Park5 March 202509:15Preventive maintenanceTitleMonthly checkTextLoops tested',
    );
    // with another order of dates the file is read again at once
    await user.selectOptions(dialog.getByLabelText('Dates'), 'month-first');
    await waitFor(() => expect(first()).toHaveTextContent('3 May 2025'));
    await user.selectOptions(dialog.getByLabelText('Dates'), 'day-first');
    await user.selectOptions(dialog.getByLabelText('Checked by'), 'Text');
    await waitFor(() => expect(first()).toHaveTextContent('5 March 2025'));
    await waitFor(() => expect(first()).toHaveTextContent('Remarks: Loops tested Checked by: Ali'));
    await user.click(dialog.getByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByText('2 visits imported into 1 site.')).toBeVisible();
    expect(sent[0]?.visits).toMatchObject([
      { visit: { time: '2025-03-05T09:15:00+08:00', kind: 'preventive' } },
      { visit: { time: '2025-02-04T14:30:00+08:00' } },
    ]);
  });

  it('lets rows be repaired in the table, one or all of a kind, and asks before the repairs are lost', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    const rows = [
      'site,date,time,title,kind',
      'Selasih Park,17/3/2025,9am,A,PM',
      'Selasih Park,18/3/2025,9am,B,PM',
      'Selasih Park,19/3/2025,9am,C,PM',
      'Selasih Park,3/20/2025,9am,D,PM',
      'Selasih Park,,9am,E,PM',
      'Selasih Park,someday,9am,F,PM',
      'Selasih Park,23/3/2025,lunch,G,PM',
      'Kayangan Tower,24/3/2025,9am,H,PM',
      'Selasih Park,25/3/2025,9am,I,washing',
      ',26/3/2025,9am,J,PM',
    ];
    await choose(new File([rows.join('\r\n')], 'log.csv'));
    expect(await dialog.findByRole('heading', { name: '4 rows to repair' })).toBeVisible();
    expect(dialog.getByText(/“3\/20\/2025” does not fit its column, which has the day first/u)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Read 1 date month first' }));
    expect(await dialog.findByText('Read: 20 March 2025 at 09:00, D')).toBeVisible();
    expect(dialog.getByRole('heading', { name: '3 rows to repair' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Take the date of the row above for 1 row' }));
    expect(await dialog.findByText('Read: 20 March 2025 at 09:00, E')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Leave the time of 1 row empty' }));
    expect(await dialog.findByText('Read: 23 March 2025 at 00:00, G')).toBeVisible();
    const field = dialog.getByLabelText('Date of row 7');
    await user.clear(field);
    await user.type(field, '22 Mac 25');
    // ends a word of a Chinese keyboard; in Safari only the key code shows that
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(field, { key: 'Enter', ...composing });
    expect(dialog.queryByText('Read: 22 March 2025 at 09:00, F')).toBeNull();
    expect(field).toHaveValue('22 Mac 25');
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('Read: 22 March 2025 at 09:00, F')).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'All of these rows are read now' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'It is Menara Kayangan' }));
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Names that are not known' })).toHaveFocus());
    // undone by emptying the field, and found by its address
    const named = dialog.getByRole('combobox', { name: /^Site “/u });
    await user.clear(named);
    await user.tab();
    expect(await dialog.findByRole('button', { name: 'It is Menara Kayangan' })).toBeVisible();
    await user.type(named, 'kerinchi{Enter}');
    expect(named).toHaveValue('Menara Kayangan');
    await user.click(dialog.getByRole('button', { name: 'Take the site of the row above' }));
    await user.selectOptions(await dialog.findByLabelText('Kind “washing” (1 row)'), 'Other work');
    expect(await dialog.findByText('10 visits to import into 2 sites.')).toBeVisible();

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await user.click(dialog.getByRole('button', { name: 'Import 10 visits' }));
    expect(await dialog.findByText('10 visits imported into 2 sites.')).toBeVisible();
    expect(sent.map(({ name, visits }) => `${name} ${visits.length}`)).toEqual(['Selasih Park 9', 'Menara Kayangan 1']);
    expect(sent[0]?.visits.at(-2)).toMatchObject({ visit: { title: 'I', kind: 'other' } });
  });

  it('shows who came, the times and the recommendations of a visit, and lets wrong times be repaired in the table', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    const rows = [
      'Site,Date,Technician,Call time,Time In,Time Out,Title,Follow up',
      'Selasih Park,17/3/2025,Aziz,23:50,00:40,01:30,A,"Order an arm',
      'Paint it"',
      'Selasih Park,18/3/2025,Aziz,,9am,soon,B,',
      'Selasih Park,19/3/2025,Aziz,,noonish,10am,C,',
    ];
    await choose(new File([rows.join('\r\n')], 'log.csv'));
    const preview = within(await dialog.findByRole('table', { name: 'As they will be stored' }));
    expect(preview.getAllByRole('row')[1]).toHaveTextContent(
      'row 2Selasih Park17 March 202500:40Not specifiedTitleAWho came: AzizReported: 16 March 2025 at 23:50' +
        'Arrived: 00:40Left: 01:30Answered in: 50 minFollow up: Order an armFollow up: Paint itText',
    );
    expect(dialog.queryByText('A visit without a time is stored at 00:00.')).toBeNull();
    expect(dialog.getByRole('table', { name: 'Remarks' })).toHaveTextContent(
      'row 2It was reported at 23:50, and the arrival is at 00:40.The report is taken as of the day before, 16 March 2025.',
    );
    expect(dialog.getByRole('heading', { name: '2 rows to repair' })).toBeVisible();
    const left = dialog.getByLabelText('Left of row 3');
    await user.clear(left);
    await user.type(left, '10.05am{Enter}');
    await user.click(await dialog.findByRole('button', { name: 'Leave the time of 1 row empty' }));
    // a time of leaving without one of arrival
    expect(await dialog.findByText('Read: 19 March 2025 at 00:00, C')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Import 3 visits' }));
    expect(await dialog.findByText(/^3 visits imported into 1 site\. 1 remark/u)).toBeVisible();
    expect(sent[0]?.visits).toMatchObject([
      {
        visit: {
          time: '2025-03-17T00:40:00+08:00',
          arrived: '2025-03-17T00:40:00+08:00',
          follow: [
            { line: 1, text: 'Order an arm' },
            { line: 2, text: 'Paint it' },
          ],
        },
      },
      { visit: { arrived: '2025-03-18T09:00:00+08:00', left: '2025-03-18T10:05:00+08:00' } },
      { visit: { time: '2025-03-19T00:00:00+08:00', left: '2025-03-19T10:00:00+08:00' } },
    ]);
  });

  it('leaves out visits that seem to exist on their day, unless they are confirmed', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    const there = task({ time: '2025-03-17T00:00:00+08:00', year: '2025', title: 'Monthly' });
    serveTasks({ 'Selasih Park': [there] });
    server.use(
      http.get(
        tableUrl,
        ({ request }) =>
          request.url.includes('tasks2024')
            ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })
            : undefined,
        { once: true },
      ),
    );
    await choose(csv(visit, 'Selasih Park,2025-03-19,,Loops,Tested,,,,,', other));
    expect(await dialog.findByText('Error fetching data.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(
      await dialog.findByText(/^2 visits to import into 2 sites\. 1 visit on a day that has one like it/u),
    ).toBeVisible();
    const row = within(dialog.getByRole('table', { name: '1 visit may be there already' })).getAllByRole('row')[1];
    expect(row).toHaveTextContent('Selasih Park, 17 March 2025 at 10:05: Monthly17 March 2025 at 00:00: Monthly');
    await user.click(dialog.getByRole('checkbox', { name: 'Add row 2 anyway' }));
    expect(dialog.getByRole('button', { name: 'Import 3 visits' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Leave all out' }));
    await user.click(dialog.getByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByText('2 visits imported into 2 sites.')).toBeVisible();
    expect(sent[0]?.visits).toMatchObject([{ visit: { title: 'Loops' } }]);
  });

  it('can be checked again when the server did not respond', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    serveImport();
    server.use(http.post(`${origin}/rest/v1/rpc/import_state`, () => HttpResponse.error(), { once: true }));
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit));
    expect(await dialog.findByText('Error fetching data.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Import 1 visit' })).toBeVisible();
  });

  it('offers a template and the remarks as files', async () => {
    serveImport();
    const saved: [string, string][] = [];
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push([this.download, this.href]);
    });
    const { user, dialog, choose } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Save a template' }));
    await waitFor(() => expect(saved.map(([name]) => name)).toEqual(['visits.csv']));
    await choose(csv('Nowhere,2025-03-17,,T,X'));
    await user.click(await dialog.findByRole('button', { name: 'Save the remarks (CSV)' }));
    expect(saved.map(([name]) => name)).toEqual(['visits.csv', 'visits_remarks.csv']);
    save.mockRestore();
  });
});
