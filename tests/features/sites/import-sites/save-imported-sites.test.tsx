import { writeXlsx } from 'hucre/xlsx';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allowConsole } from '../../../support/console.ts';
import { origin, server } from '../../../support/server.ts';
import { hold } from '../../../support/waiting.ts';
import { tableUrl } from '../serve-maintable.ts';
import { answerAdding, openSiteImport, sitesFile, bare, north, park } from './open-site-import.ts';

beforeAll(() => import('../../../../src/features/sites/import-sites/SiteImportDialog.tsx'));

const archived = () => bare(2, 'Menara Kayangan', { archived_at: '2026-11-01T09:00:00+08:00', address: '1 Road' });

const sheet = (name: string, address: string) => ({
  name,
  rows: [
    ['Site', 'Address'],
    ['Selasih Park', address],
    ['Bukit Damai', address],
  ],
});

describe('the saving of imported sites', () => {
  it('lists a site that could not be saved with the reason, and tries it again', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows, writes } = await openSiteImport(park());
    const attempts: (string | null)[] = [];
    const batches: (string | null)[] = [];
    answerAdding('Bukit Damai', (headers) => {
      batches.push(headers.get('x-portal-batch'));
      attempts.push(headers.get('x-portal-attempt'));
      return attempts.length === 1 ? HttpResponse.json({ message: 'Down' }, { status: 500 }) : undefined;
    });
    await choose(sitesFile('Site,Address', 'Bukit Damai,1 Road', 'Taman Sari,2 Road'));
    await press('Add 2 sites');
    expect(await dialog.findByText('1 site is added.')).toBeVisible();
    expect(dialog.getByRole('alert')).toHaveTextContent('1 site could not be saved:');
    expect(dialog.getByRole('listitem')).toHaveTextContent('Bukit Damai');
    await press('Try again');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    expect(rows.map(({ name }) => name)).toEqual(['Selasih Park', 'Taman Sari', 'Bukit Damai']);
    // the same attempt, of the same press
    expect([new Set(attempts).size, attempts.length]).toEqual([1, 2]);
    expect(new Set([...batches, ...writes.map(({ batch }) => batch)]).size).toBe(1);
  });

  it('adds a site once if the answer was lost', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows } = await openSiteImport(park());
    const attempts: (string | null)[] = [];
    server.use(
      http.post<never, { name?: string }>(tableUrl, async ({ request }) => {
        const attempt = request.headers.get('x-portal-attempt');
        const values = await request.clone().json();
        if (attempts.includes(attempt))
          return HttpResponse.json(
            { code: 'PT409', message: 'This was done before', hint: 'done-before', details: '{"id":2,"revision":1}' },
            { status: 409 },
          );
        attempts.push(attempt);
        rows.push({ ...bare(2, values.name ?? ''), ...values, revision: 1 });
        return HttpResponse.error();
      }),
    );
    await choose(sitesFile('Site,Address', 'Bukit Damai,1 Road'));
    await press('Add 1 site');
    expect(await dialog.findByText('Nothing was saved.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Bukit Damai: The service does not answer.');
    await press('Try again');
    expect(await dialog.findByText('1 site is added.')).toBeVisible();
    expect(rows.map(({ name }) => name)).toEqual(['Selasih Park', 'Bukit Damai']);
  });

  it('says that a name is taken, or what somebody else has changed, and overwrites nothing', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows } = await openSiteImport(park(), north());
    await choose(sitesFile('Site,Address', 'Selasih Park,2 Road', 'Bukit Damai,3 Road'));
    await dialog.findByRole('button', { name: 'Add 1 and change 1 site' });
    Object.assign(rows[0] ?? {}, { address: 'Elsewhere', revision: 2 });
    rows.push({ ...bare(3, 'Bukit Damai'), revision: 1 });
    await press('Add 1 and change 1 site');
    expect(await dialog.findByText('Nothing was saved.')).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Bukit Damai: Another site has this name. Names are unique.',
      'Selasih Park: Address: Elsewhere',
    ]);
    expect(rows[0]).toMatchObject({ address: 'Elsewhere' });
  });

  it('leaves an added site that somebody else has changed before the undo', async () => {
    const { choose, press, dialog, rows, steps } = await openSiteImport(park());
    await choose(sitesFile('Site,Address', 'Bukit Damai,3 Road'));
    await press('Add 1 site');
    await dialog.findByText('1 site is added.');
    Object.assign(rows[1] ?? {}, { address: 'Elsewhere', revision: 2 });
    await press('Undo');
    expect(await dialog.findByText('Nothing was taken back.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Bukit Damai: changed after it was added');
    expect(steps).toEqual([]);
  });

  it('ends with Cancel, and saves the other sites when it is continued', async () => {
    const { choose, press, dialog, rows } = await openSiteImport(park());
    const { held, release } = hold();
    answerAdding('Bukit Damai', async () => {
      await held;
      return undefined;
    });
    await choose(sitesFile('Site,Address', 'Bukit Damai,1 Road', 'Taman Sari,2 Road'));
    await press('Add 2 sites');
    expect(await dialog.findByText('Site 1 of 2: Bukit Damai')).toBeVisible();
    await press('Cancel');
    release();
    expect(await dialog.findByText('Cancelled. 1 site is added.')).toBeVisible();
    expect(dialog.getByText('1 site not reached:')).toBeVisible();
    await press('Go on');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    expect(rows).toHaveLength(3);
  });

  it('tries a site that may have been saved again before anything is taken back', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows, steps } = await openSiteImport(park());
    let attempt: string | null = null;
    answerAdding('Bukit Damai', (headers) => {
      if (attempt === headers.get('x-portal-attempt'))
        return HttpResponse.json(
          { code: 'PT409', message: 'This was done before', hint: 'done-before', details: '{"id":9,"revision":1}' },
          { status: 409 },
        );
      attempt = headers.get('x-portal-attempt');
      rows.push({ ...bare(9, 'Bukit Damai', { status: true, address: '1 Road' }), revision: 1 });
      return new HttpResponse('Gateway timeout', { status: 504 });
    });
    await choose(sitesFile('Site,Address', 'Bukit Damai,1 Road', 'Taman Sari,2 Road'));
    await press('Add 2 sites');
    expect(await dialog.findByText('1 site is added.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(
      dialog.getByText(
        'It is not known yet whether all of these were saved. Undo is offered once it is: try again first.',
      ),
    ).toBeVisible();
    await press('Try again');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    await press('Undo');
    expect(await dialog.findByText('2 added sites are archived.')).toBeVisible();
    expect(steps).toHaveLength(2);
  });

  it('undoes as one change that a site was brought back and, after a refusal, its columns were saved', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows, steps } = await openSiteImport(park(), archived());
    let isRefused = true;
    server.use(
      http.patch(tableUrl, () =>
        isRefused ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }) : undefined,
      ),
    );
    await choose(sitesFile('Site,Address', 'Menara Kayangan,2 Road'));
    await press('Bring the site back, and take its row');
    await press('Change 1 site');
    expect(await dialog.findByText('1 site is back in all lists.')).toBeVisible();
    isRefused = false;
    await press('Try again');
    expect(await dialog.findByText('1 site is changed.')).toBeVisible();
    await press('Undo');
    expect(await dialog.findByText('1 site is as before.')).toBeVisible();
    expect(rows[1]).toMatchObject({ address: '1 Road' });
    expect(rows[1]?.archived_at).not.toBeNull();
    expect(steps).toEqual(['unarchive_site 2', 'archive_site 2']);
  });

  it('archives a site again that was brought back before its columns were refused', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows, steps } = await openSiteImport(park(), archived());
    server.use(http.patch(tableUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })));
    await choose(sitesFile('Site,Address', 'Menara Kayangan,2 Road'));
    await press('Bring the site back, and take its row');
    await press('Change 1 site');
    expect(await dialog.findByText('1 site is back in all lists.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Menara Kayangan: The service refused it.');
    await press('Undo');
    expect(await dialog.findByText('1 site is as before.')).toBeVisible();
    expect(rows[1]?.archived_at).not.toBeNull();
    expect(steps).toEqual(['unarchive_site 2', 'archive_site 2']);
  });

  it('says that a site is archived again whose other values cannot be taken back', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, rows, steps } = await openSiteImport(park(), archived());
    await choose(sitesFile('Site,Address', 'Menara Kayangan,2 Road'));
    await press('Bring the site back, and take its row');
    await press('Change 1 site');
    expect(await dialog.findByText('1 site is changed.')).toBeVisible();
    server.use(http.patch(tableUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })));
    await press('Undo');
    expect(await dialog.findByText('1 site is archived.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Menara Kayangan: The service refused it.');
    expect(rows[1]).toMatchObject({ address: '2 Road' });
    expect(steps).toEqual(['unarchive_site 2', 'archive_site 2']);
  });

  it('can be cancelled after a site was brought back, before its columns are set', async () => {
    const { choose, press, dialog, rows, steps } = await openSiteImport(park(), archived());
    const { held, release } = hold();
    let isAsked = false;
    server.use(
      http.post(`${origin}/rest/v1/rpc/unarchive_site`, async () => {
        isAsked = true;
        await held;
      }),
    );
    await choose(sitesFile('Site,Address', 'Menara Kayangan,2 Road'));
    await press('Bring the site back, and take its row');
    await press('Change 1 site');
    await vi.waitFor(() => expect(isAsked).toBe(true));
    await press('Cancel');
    release();
    expect(await dialog.findByText('Cancelled. 1 site is back in all lists.')).toBeVisible();
    expect(dialog.getByText('1 site not reached:')).toBeVisible();
    expect(rows[1]).toMatchObject({ archived_at: null, address: '1 Road' });
    expect(steps).toEqual(['unarchive_site 2']);
  });

  it('says that a site is in all lists that somebody else has just brought back', async () => {
    const { choose, press, dialog, rows, steps } = await openSiteImport(park(), archived());
    await choose(sitesFile('Site,Address', 'Menara Kayangan,1 Road'));
    await press('Bring the site back, and take its row');
    Object.assign(rows[1] ?? {}, { archived_at: null, revision: 2 });
    await press('Change 1 site');
    expect(await dialog.findByText('Nothing was saved.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Menara Kayangan: in all lists');
    expect(steps).toEqual([]);
  });

  it('undoes what two sheets did to the same sites as one change of each', async () => {
    const { choose, press, dialog, rows, steps } = await openSiteImport(park());
    const bytes = await writeXlsx({ sheets: [sheet('North', '2 Road'), sheet('South', '3 Road')] });
    await choose(new File([new Uint8Array(bytes)], 'customers.xlsx'));
    await press('Add 1 and change 1 site');
    await press('Go on with the sheet “South” (2 rows)');
    await press('Change 2 sites');
    expect(await dialog.findByText('1 site is added. 1 site is changed.')).toBeVisible();
    expect(rows.map(({ address }) => address)).toEqual(['3 Road', '3 Road']);
    await press('Undo');
    expect(await dialog.findByText('1 added site is archived. 1 site is as before.')).toBeVisible();
    expect(rows[0]).toMatchObject({ address: '18 Jalan Selasih' });
    expect(steps).toEqual(['archive_site 2']);
  });

  it('goes on after a refused site with the undo and with the rows that wait', async () => {
    allowConsole(/A site could not be saved/u);
    const { choose, press, dialog, user, rows } = await openSiteImport(park());
    let refusals = 0;
    answerAdding('Bukit Damai', () => {
      refusals += 1;
      return HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 });
    });
    // 18 is no interval, so its row waits for a correction
    await choose(sitesFile('Site,Visit every (months)', 'Bukit Damai,3', 'Taman Sari,3', 'Villa Indah,18'));
    await press('Add 2 sites');
    expect(await dialog.findByText('1 site is added.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Bukit Damai: The service refused it.');
    expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
    await press('Go on with 2 rows that wait');
    const interval = dialog.getByRole('textbox', { name: 'Visit Every (Months) of row 4' });
    await user.clear(interval);
    await user.type(interval, '6{Enter}');
    await user.click(await dialog.findByRole('checkbox', { name: 'Add Bukit Damai (row 2)' }));
    await press('Add 1 site');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    expect(rows.map(({ name }) => name)).toEqual(['Selasih Park', 'Taman Sari', 'Villa Indah']);
    expect(refusals).toBe(1);
  });
});
