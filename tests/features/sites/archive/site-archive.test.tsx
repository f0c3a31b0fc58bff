import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowConsole } from '../../../support/console.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { closeToasts, openForm } from '../open-site.ts';
import { serveMaintable } from '../serve-maintable.ts';
import { archivedAt, rpc, serveArchive } from './serve-archive.ts';

// The part of a site's form that archives it, its notice, and the archive in the list of sites (decisions §8).

beforeAll(async () => {
  await import('../../../../src/features/sites/SitesRoute.tsx');
  await import('../../../../src/components/archive/BringBackNotice.tsx');
});
beforeEach(closeToasts);

const some = { keys: 2, stickers: 1, links: 0 };
const archivedSite = () => listedSite({ archived_at: archivedAt });
const note = 'This customer was archived on 3 May 2027.';

async function openDialog(works = some, site = listedSite()) {
  const view = await openForm(site);
  const served = serveArchive(view.rows, works);
  await view.user.click(await screen.findByRole('button', { name: 'Archive…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Selasih Park?' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Archive' })).toBeEnabled());
  return { ...view, ...served, dialog, press: () => view.user.click(dialog.getByRole('button', { name: 'Archive' })) };
}

describe('archiving a site in its form', () => {
  it('explains what happens and which keys, stickers and links are valid, leaves them by default, and can be undone', async () => {
    const { user, dialog, press, written, rows } = await openDialog();
    expect(dialog.getByText(/^The site leaves the overview, all lists and choices/u)).toBeVisible();
    expect(await dialog.findByText('Working now: 2 keys, 1 sticker, 0 links.')).toBeVisible();
    expect(dialog.getByRole('checkbox')).not.toBeChecked();
    expect(
      dialog.getByText(/^They go on: whoever has a key still reads the record, and what is reported/u),
    ).toBeVisible();
    await press();
    expect(await screen.findByText('Selasih Park is archived.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(written).toEqual(['Selasih Park: archived']);
    // the sentence is there before the code of its button is loaded
    expect(await screen.findByRole('button', { name: 'Bring back' })).toBeVisible();
    expect(screen.getByText(note)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Archive…' })).toBeNull();
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { level: 1, name: 'Selasih Park' }));

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(
        'Selasih Park is back in all lists. Keys, stickers and links that were ended stay ended.',
      ),
    ).toBeVisible();
    expect(rows[0]?.archived_at).toBeNull();
    expect(await screen.findByRole('button', { name: 'Archive…' })).toBeVisible();
    expect(screen.queryByText(note)).toBeNull();
  });

  it('ends keys, stickers and links if that is ticked, and says that this is permanent', async () => {
    const { user, dialog, press, written } = await openDialog();
    await user.click(await dialog.findByRole('checkbox', { name: 'End its keys, stickers and links' }));
    expect(dialog.getByText('They end at once, and stay ended when a site is brought back.')).toBeVisible();
    await press();
    expect(await screen.findByText('Selasih Park is archived.')).toBeVisible();
    expect(written).toEqual(['Selasih Park: archived, ended']);
  });

  it('says so if undoing fails', async () => {
    allowConsole(/The site could not be brought back/u);
    const { user, press, rows } = await openDialog();
    await press();
    server.use(
      http.post(rpc('unarchive_site'), () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Error updating data. Try again.')).toBeVisible();
    expect(rows[0]?.archived_at).not.toBeNull();
  });

  it('asks nothing about access if nothing is valid, and changes nothing if it is cancelled', async () => {
    const { user, dialog, written } = await openDialog({ keys: 0, stickers: 0, links: 0 });
    expect(await dialog.findByText('No key, sticker or link works now.')).toBeVisible();
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(written).toEqual([]);
  });

  it('applies to the site as others left it meanwhile', async () => {
    const { press, rows, written } = await openDialog();
    Object.assign(rows[0] ?? {}, { address: 'Moved', revision: 7 });
    await press();
    expect(await screen.findByText('Selasih Park is archived.')).toBeVisible();
    expect(written).toEqual(['Selasih Park: archived']);
    expect(rows[0]).toMatchObject({ address: 'Moved', revision: 8 });
  });

  it('says so if somebody else was faster, and writes nothing', async () => {
    const { press, rows, written } = await openDialog();
    Object.assign(rows[0] ?? {}, { archived_at: archivedAt, revision: 2 });
    await press();
    expect(await screen.findByText('Somebody else has archived Selasih Park already.')).toBeVisible();
    expect(written).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('stays open if it fails, and is done once when it is pressed again', async () => {
    allowConsole(/The site could not be archived/u);
    const { press, dialog, written } = await openDialog();
    server.use(
      http.post(rpc('archive_site'), () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), {
        once: true,
      }),
    );
    await press();
    expect(await dialog.findByText('Error updating data. Try again.')).toBeVisible();
    await press();
    expect(await screen.findByText('Selasih Park is archived.')).toBeVisible();
    expect(written).toEqual(['Selasih Park: archived']);
  });

  it('requests the keys, stickers and links again if they could not be read, and archives anyway', async () => {
    const view = await openForm();
    const { written } = serveArchive(view.rows, some);
    server.use(
      http.post(rpc('site_access'), () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), {
        once: true,
      }),
    );
    await view.user.click(await screen.findByRole('button', { name: 'Archive…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('What works at the site could not be read.')).toBeVisible();
    // what ends with the site is decided once it is known
    expect(dialog.getByRole('button', { name: 'Archive' })).toBeDisabled();
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('checkbox')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Selasih Park is archived.')).toBeVisible();
    expect(written).toEqual(['Selasih Park: archived']);
  });
});

describe('the form of an archived site', () => {
  it('says since when, and brings it back', async () => {
    const { user, rows } = await openForm(archivedSite());
    const { written } = serveArchive(rows, some);
    const button = await screen.findByRole('button', { name: 'Bring back' });
    expect(screen.getByText(note)).toBeVisible();
    await user.click(button);
    expect(await screen.findByText(/^Selasih Park is back in all lists\./u)).toBeVisible();
    expect(written).toEqual(['Selasih Park: back']);
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  });

  it('says so if that fails', async () => {
    allowConsole(/The site could not be brought back/u);
    const { user, rows } = await openForm(archivedSite());
    serveArchive(rows, some);
    server.use(
      http.post(rpc('unarchive_site'), () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), {
        once: true,
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Bring back' }));
    expect(await screen.findByText('Error updating data. Try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Bring back' }));
    expect(await screen.findByText(/^Selasih Park is back in all lists\./u)).toBeVisible();
  });
});

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const openList = async (query: string, ...rows: ReturnType<typeof listedSite>[]) => {
  serveMaintable(...rows);
  const view = renderRoute(`/DataEditor/sites${query}`, adminSession);
  await screen.findByRole('region', { name: 'All sites' });
  return view;
};
const kayangan = () => listedSite({ id: 2, name: 'Menara Kayangan' });

describe('the list of sites', () => {
  it('has archived sites behind a filter only, which is in the address and says how many there are', async () => {
    const { user } = await openList('', archivedSite(), kayangan());
    expect(names()).toEqual(['Menara Kayangan']);
    expect(screen.getByText('1 site')).toBeVisible();
    const filter = screen.getByRole('button', { name: 'Archived 1', pressed: false });
    await user.click(filter);
    expect(names()).toEqual(['Selasih ParkArchived on 3 May 2027']);
    expect(location.search).toBe('?show=archived');
    expect(filter).toHaveAttribute('aria-pressed', 'true');
    await user.click(filter);
    expect(names()).toEqual(['Menara Kayangan']);
  });

  it('has no such filter if no site is archived, unless an address contains it', async () => {
    const view = await openList('', kayangan());
    expect(screen.queryByRole('button', { name: /^Archived/u })).toBeNull();
    view.unmount();
    await openList('?show=archived', kayangan());
    expect(screen.getByText('No site is archived.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Archived 0', pressed: true })).toBeVisible();
  });
});
