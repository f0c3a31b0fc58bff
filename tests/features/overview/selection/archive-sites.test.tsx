import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowConsole } from '../../../support/console.ts';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { archivedAt, rpc, serveArchive } from '../../sites/archive/serve-archive.ts';
import { serveMaintable } from '../../sites/serve-maintable.ts';
import { openOverview } from './open-selection.ts';

// Archiving many sites in the overview, and the archive there (decisions §8).

beforeAll(async () => {
  await import('../../../../src/features/overview/OverviewRoute.tsx');
  await import('../../../../src/features/overview/selection/ArchiveSitesDialog.tsx');
});

const site = (id: number, name: string, archived_at: string | null = null) => listedSite({ id, name, archived_at });
const some = () => [site(1, 'Amber'), site(2, 'Birch'), site(3, 'Cedar', archivedAt), site(4, 'Dune')];
const working = { keys: 3, stickers: 0, links: 1 };

const names = () =>
  screen.getAllByRole('checkbox', { name: /^Select (?!all)/u }).map((box) => box.getAttribute('aria-label'));
const chip = (name: RegExp) => screen.getByRole('button', { name });

async function open(rows = some()) {
  const table = serveMaintable(...rows);
  const served = serveArchive(table.rows, working);
  const view = await openOverview(
    rows.map(({ name, archived_at }) => ({ name, archived_at, status: false, keys_unused: 1 })),
  );
  const openDialog = async (button: string, title: string) => {
    await view.user.click(view.bar().getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const press = (name: string) => view.user.click(dialog.getByRole('button', { name }));
    return { dialog, press };
  };
  return { ...view, ...table, ...served, openDialog };
}

describe('the overview', () => {
  it('has archived sites behind their filter only, without anything that they need', async () => {
    const { user } = await open();
    expect(names()).toEqual(['Select Amber', 'Select Birch', 'Select Dune']);
    expect(chip(/^All sites 3$/u)).toBeVisible();
    expect(chip(/^Offline 3$/u)).toBeVisible();
    expect(screen.getByText('3 sites')).toBeVisible();
    await user.click(chip(/^Archived 1$/u));
    expect(location.search).toContain('show=archived');
    expect(names()).toEqual(['Select Cedar']);
    expect(screen.getByText('1 site')).toBeVisible();
    expect(screen.getByText('Archived on 3 May 2027')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Calendar' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  });

  it('shows no such filter if no site is archived', async () => {
    await open([site(1, 'Amber')]);
    expect(screen.queryByRole('button', { name: /^Archived/u })).toBeNull();
  });
});

describe('archiving the selected sites', () => {
  it('shows the valid keys, stickers and links of all sites, archives the sites, and is undone', async () => {
    const { user, all, openDialog, written, asked, rows } = await open();
    await user.click(all());
    const { dialog, press } = await openDialog('Archive', 'Archive 3 sites');
    expect(await dialog.findByText('Working now: 3 keys, 0 stickers, 1 link.')).toBeVisible();
    expect(asked).toEqual([[1, 2, 4]]);
    expect(within(dialog.getByRole('list', { name: 'Sites' })).getAllByRole('listitem')).toHaveLength(3);
    await press('Archive 3 sites');
    expect(await dialog.findByText('3 sites are archived.')).toBeVisible();
    expect(written).toEqual(['Amber: archived', 'Birch: archived', 'Dune: archived']);
    await press('Undo');
    expect(await dialog.findByText('3 sites are back in all lists. What was ended stays ended.')).toBeVisible();
    expect(rows.map(({ archived_at: at }) => at)).toEqual([null, null, archivedAt, null]);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('ends these if that is ticked, and says so', async () => {
    const { user, mark, openDialog, written } = await open();
    await user.click(mark('Birch'));
    const { dialog, press } = await openDialog('Archive', 'Archive 1 site');
    await user.click(await dialog.findByRole('checkbox', { name: 'End its keys, stickers and links' }));
    await press('Archive 1 site');
    expect(await dialog.findByText('1 site is archived. Their keys, stickers and links have ended.')).toBeVisible();
    expect(written).toEqual(['Birch: archived, ended']);
  });

  it('continues after a site that fails, which is tried again, and leaves a site that somebody else has archived', async () => {
    allowConsole(/A site could not be saved/u);
    const { user, all, openDialog, rows, written } = await open();
    await user.click(all());
    const { dialog, press } = await openDialog('Archive', 'Archive 3 sites');
    await dialog.findByRole('checkbox');
    Object.assign(rows[1] ?? {}, { archived_at: archivedAt, revision: 2 });
    let isBroken = true;
    server.use(
      http.post<never, { site_id: number }>(rpc('archive_site'), async ({ request }) =>
        isBroken && (await request.clone().json()).site_id === 1
          ? HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })
          : undefined,
      ),
    );
    await press('Archive 3 sites');
    expect(await dialog.findByText('1 site is archived.')).toBeVisible();
    expect(dialog.getByText('1 site could not be archived:')).toBeVisible();
    expect(dialog.getByText('Birch: Archived on 3 May 2027')).toBeVisible();
    expect(written).toEqual(['Dune: archived']);
    isBroken = false;
    await press('Try again');
    expect(await dialog.findByText('2 sites are archived.')).toBeVisible();
    expect(rows.every(({ archived_at: at }) => at !== null)).toBe(true);
  });
});

describe('bringing the selected sites back', () => {
  it('is all that the archive offers besides its list, and is undone without ending anything', async () => {
    const { user, mark, openDialog, bar, written, rows } = await open();
    await user.click(chip(/^Archived 1$/u));
    await user.click(mark('Cedar'));
    expect(
      bar()
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.slice(0, 10)),
    ).toEqual(['Bring back', 'Export sel', 'Clear']);
    const { dialog, press } = await openDialog('Bring back', 'Bring back 1 site');
    await dialog.findByText('Cedar');
    await press('Bring back 1 site');
    expect(await dialog.findByText('1 site is back in all lists. What was ended stays ended.')).toBeVisible();
    expect(rows[2]?.archived_at).toBeNull();
    await press('Undo');
    expect(await dialog.findByText('1 site is archived.')).toBeVisible();
    expect(written).toEqual(['Cedar: back', 'Cedar: archived']);
  });
});
