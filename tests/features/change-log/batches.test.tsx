import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchHeader } from '../../../src/records/change-log/batch.ts';
import type { Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow, issuedKey, keyChange, listedSite, postChange } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import { closeToasts, items, logUrl, openLog, restoreUrl, sitesUrl } from './serve-changes.ts';

const archiveUrl = `${origin}/rest/v1/rpc/archive_site`;

const batch = '5d7f5a3e-5f0e-4b7e-9d53-0a4b1c2d3e4f';
const names = ['Selasih Park', 'Kingfisher Rise', 'Bayu Court'];

/** The lines of one action at three sites, newest first. */
const action = (values: Partial<Change> = {}): Change[] =>
  names
    .map((name, index) =>
      changeRow({
        id: 201 + index,
        site_id: index + 1,
        site_name: name,
        batch,
        batch_lines: 3,
        batch_undoable: 3,
        batch_sites: 3,
        ...values,
      }),
    )
    .toReversed();

/** Answers as the database does: the newest line for the action, and all its lines on request. */
function serveAction(lines: readonly Change[]) {
  const asked: { grouped?: boolean; of_batch?: string; older_than?: number; page_size: number }[] = [];
  const restored: { id: number; batch: string | null }[] = [];
  server.use(
    http.post<never, (typeof asked)[number]>(logUrl, async ({ request }) => {
      const wanted = await request.json();
      asked.push(wanted);
      if (wanted.of_batch === undefined) return HttpResponse.json(wanted.grouped ? lines.slice(0, 1) : lines);
      const older = lines.filter(({ id }) => wanted.older_than === undefined || id < wanted.older_than);
      return HttpResponse.json(older.slice(0, wanted.page_size));
    }),
    http.post<never, { change_id: number }>(restoreUrl, async ({ request }) => {
      const { change_id: id } = await request.json();
      restored.push({ id, batch: request.headers.get(batchHeader) });
      return HttpResponse.json({ revision: 7 });
    }),
  );
  return { asked, restored };
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Undo all that this action changed?' }));

/** Opens the log with the action, and the question whether to undo it. */
async function openUndo(lines: readonly Change[]) {
  // the newest line represents all of them
  const view = await openLog('', ...lines.slice(0, 1));
  const served = serveAction(lines);
  await view.user.click(screen.getByRole('button', { name: /^Undo all: / }));
  return { ...view, ...served };
}

/** The line of a site that was added. */
const addedSite = (id: number, name: string) =>
  changeRow({ id, row_id: id, site_id: id, site_name: name, operation: 'INSERT', before: null, after: { name } });

describe('the changes of one action', () => {
  beforeEach(closeToasts);

  it('are one line, which opens to all of its lines', async () => {
    const { user } = await openLog('', ...action().slice(0, 1));
    const { asked } = serveAction(action());
    expect(items()).toHaveLength(1);
    expect(screen.getByText('and 2 more changes by the same action')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Restore: / })).toBeNull();

    const toggle = screen.getByRole('button', { name: /^All 3 changes: Capacity changed/ });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    const list = within(await screen.findByRole('list', { name: 'What the action changed' }));
    expect(list.getAllByText(/^By Head office/).map(({ textContent }) => textContent)).toEqual(
      names.toReversed().map((name) => `By Head office · ${name}`),
    );
    expect(list.getAllByRole('button', { name: /^Restore: / })).toHaveLength(3);
    expect(asked).toEqual([{ of_batch: batch, page_size: 200 }]);
    await user.click(toggle);
    expect(screen.queryByRole('list', { name: 'What the action changed' })).toBeNull();
  });

  it('are requested as one line, and individually while words are searched for', async () => {
    const { asked } = await openLog('?q=vehicles', ...action());
    expect(items()).toHaveLength(3);
    expect(asked.map((wanted) => 'grouped' in wanted && wanted.grouped)).toEqual([false]);
    expect(screen.queryByRole('button', { name: /^Undo all/ })).toBeNull();
  });

  it('are read to the last one if they are more than a page', async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      changeRow({ id: 500 - index, batch, batch_lines: 250, batch_undoable: 250 }),
    );
    const { asked, user } = await openUndo(many);
    expect(await dialog().findByRole('button', { name: 'Undo 250 changes' })).toBeEnabled();
    expect(asked).toEqual([
      { of_batch: batch, page_size: 200 },
      { of_batch: batch, page_size: 200, older_than: 301 },
    ]);
    expect(dialog().getByText('and 230 more changes')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are reported if they cannot be read, and can be read again', async () => {
    const { user } = await openLog('', ...action().slice(0, 1));
    server.use(http.post(logUrl, () => HttpResponse.json({ message: 'No' }, { status: 400 })));
    await user.click(screen.getByRole('button', { name: /^All 3 changes/ }));
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    serveAction(action());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'What the action changed' })).toBeVisible();
  });

  it('are undone with one further press, the newest first, as a separate action', async () => {
    const { user, restored } = await openUndo(action());
    expect(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus();
    const list = within(await dialog().findByRole('list', { name: 'What will be undone' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      names.toReversed().map((name) => `${name}: Capacity changed from 486 vehicles to 500 vehicles`),
    );
    await user.click(dialog().getByRole('button', { name: 'Undo 3 changes' }));
    expect(await dialog().findByText('3 changes are undone.')).toBeVisible();
    expect(restored.map(({ id }) => id)).toEqual([203, 202, 201]);
    const batches = new Set(restored.map((call) => call.batch));
    expect(batches.size).toBe(1);
    expect(batches).not.toContain(batch);
    expect(batches).not.toContain(null);
  });

  it('are undone except new keys and counts, of which the dialog says how many', async () => {
    const lines = [
      keyChange(null, issuedKey, { id: 303, operation: 'INSERT', batch, batch_lines: 3, batch_undoable: 1 }),
      {
        ...postChange({}, { P1: [] }),
        id: 302,
        operation: 'INSERT' as const,
        batch,
        batch_lines: 3,
        batch_undoable: 1,
      },
      changeRow({ id: 301, batch, batch_lines: 3, batch_undoable: 1 }),
    ];
    const { user, restored } = await openUndo(lines);
    expect(
      await dialog().findByText('2 changes cannot be undone: keys, links and counts that are new stay.'),
    ).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Undo 1 change' }));
    expect(await dialog().findByText('1 change is undone.')).toBeVisible();
    expect(restored.map(({ id }) => id)).toEqual([301]);
  });

  it('are undone by archiving the added sites, except a site that somebody has changed since', async () => {
    const rows = [
      { ...listedSite({ id: 301, name: 'Angsana Court' }), revision: 1 },
      { ...listedSite({ id: 302, name: 'Bayu Villas' }), revision: 2 },
      { ...listedSite({ id: 303, name: 'Cempaka Towers', archived_at: '2026-11-21T02:00:00+00:00' }), revision: 2 },
    ];
    const { user } = await openUndo(
      rows
        .map(({ id, name }) => ({ ...addedSite(id, name), batch, batch_lines: 3, batch_undoable: 3, batch_sites: 3 }))
        .toReversed(),
    );
    const archived: { site_id: number; end_access: boolean; batch: string | null }[] = [];
    server.use(
      http.get(sitesUrl, ({ request }) => {
        const id = Number(new URL(request.url).searchParams.get('id')?.replace('eq.', ''));
        const found = rows.filter((row) => row.id === id);
        return HttpResponse.json(request.headers.get('accept')?.includes('object') ? found[0] : found);
      }),
      http.post<never, { site_id: number; end_access: boolean }>(archiveUrl, async ({ request }) => {
        const { site_id, end_access } = await request.json();
        archived.push({ site_id, end_access, batch: request.headers.get(batchHeader) });
        const ended = { keys: 0, stickers: 0, links: 0 };
        return HttpResponse.json({ revision: 2, archived_at: '2026-11-21T03:00:00+00:00', ended });
      }),
    );
    await user.click(await dialog().findByRole('button', { name: 'Undo 3 changes' }));
    expect(await dialog().findByText('2 changes are undone.')).toBeVisible();
    expect(dialog().getByRole('listitem')).toHaveTextContent(
      /^Bayu Villas: .*This site has been changed since it was added, so it stays\.$/u,
    );
    expect(archived).toEqual([
      { site_id: 301, end_access: false, batch: expect.stringMatching(/^[\da-f-]{36}$/u) as unknown },
    ]);
  });

  it('offer no undo if they are of keys only, because keys have none', async () => {
    await openLog(
      '',
      keyChange({ revoked_at: null }, { revoked_at: 'x' }, { id: 303, batch, batch_lines: 2, batch_sites: 1 }),
    );
    expect(screen.getByText('By Head office · 1 site')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo all/u })).toBeNull();
  });

  it('name what was changed again since, which stays', async () => {
    const { user } = await openUndo(action());
    server.use(
      http.post<never, { change_id: number }>(restoreUrl, async ({ request }) => {
        const { change_id: id } = await request.json();
        return id === 202
          ? HttpResponse.json({ code: 'PT409', message: 'Changed again since' }, { status: 409 })
          : HttpResponse.json({ revision: 7 });
      }),
    );
    await user.click(await dialog().findByRole('button', { name: 'Undo 3 changes' }));
    expect(await dialog().findByText('2 changes are undone.')).toBeVisible();
    expect(dialog().getByText('1 change stays as it is:')).toBeVisible();
    expect(dialog().getByRole('listitem')).toHaveTextContent(
      /^Kingfisher Rise: Capacity changed .* vehiclesThis has been changed again since, so nothing was restored\./u,
    );
    expect(dialog().queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('are undone further after a call failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openUndo(action());
    const undo = await dialog().findByRole('button', { name: 'Undo 3 changes' });
    server.use(http.post(restoreUrl, () => HttpResponse.json({ message: 'No' }, { status: 400 })));
    await user.click(undo);
    expect(await dialog().findByText('3 changes could not be undone:')).toBeVisible();
    const { restored } = serveAction(action());
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await dialog().findByText('3 changes are undone.')).toBeVisible();
    expect(restored).toHaveLength(3);
  });

  it('can be cancelled between two changes, and continued', async () => {
    const { user } = await openUndo(action());
    const undo = await dialog().findByRole('button', { name: 'Undo 3 changes' });
    const { held, release } = hold();
    server.use(
      http.post(restoreUrl, async () => {
        await held;
        return HttpResponse.json({ revision: 7 });
      }),
    );
    await user.click(undo);
    expect(await dialog().findByText(/^Change 1 of 3: Bayu Court: Capacity/)).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    release();
    expect(await dialog().findByText('Cancelled. 1 change is undone.')).toBeVisible();
    expect(dialog().getByText('2 changes not reached:')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Go on' }));
    expect(await dialog().findByText('3 changes are undone.')).toBeVisible();
  });
});

describe('an import', () => {
  it('is named by its file, and undone on the screen of imports', async () => {
    await openLog('', changeRow({ batch, batch_lines: 57, import_file: 'visits.csv' }));
    expect(screen.getByText('Import of “visits.csv”')).toBeVisible();
    expect(screen.getByText('57 changes')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Undo the import' })).toHaveAttribute(
      'href',
      '/DataEditor/sites?import=visits',
    );
    expect(screen.queryByRole('button', { name: /^Undo all/ })).toBeNull();
  });

  it('says so if it was undone', async () => {
    await openLog('', changeRow({ batch, batch_lines: 1, import_file: 'visits.csv', import_undone: true }));
    expect(screen.getByText('1 change; undone since')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Undo the import' })).toBeNull();
    await waitFor(() => expect(items()).toHaveLength(1));
  });
});
