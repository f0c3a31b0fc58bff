import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SiteCombo } from '../../src/components/SiteChoice.tsx';
import type { SiteRecord } from '../../src/records/site/site-queries.ts';
import { siteYear } from '../../src/records/time.ts';
import { serveArchive } from '../features/sites/archive/serve-archive.ts';
import { siteField } from '../support/pick-site.ts';
import { adminSession, renderRoute } from '../support/render-route.tsx';
import { listedSite, serveSites, siteRow } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const names = ['Bukit Park', 'Kingfisher Rise', 'Park Royal', 'Selasih Park', 'Selasih Park Annexe'];

const withoutDetails = { sitename: null, address: null, jmb_name: null, person_in_charge: null };

/** The details of some of these sites. */
const records: Record<string, Partial<SiteRecord>> = {
  'Kingfisher Rise': { sitename: 'Kingfisher Condominium', address: '5 Orchard Boulevard, Singapore' },
  'Bukit Park': { jmb_name: 'Pn. Noraini Ismail', person_in_charge: 123_456_789 },
};

function serve(all: readonly string[]): void {
  server.use(
    http.get(`${origin}/rest/v1/maintable`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const from = Number(searchParams.get('offset'));
      const rows = all
        .map((name, index) => listedSite({ ...withoutDetails, id: index + 1, name, ...records[name] }))
        .slice(from, from + 1_000);
      return HttpResponse.json(rows, {
        headers: { 'content-range': `${from}-${from + rows.length - 1}/${all.length}` },
      });
    }),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
  );
  serveSites(siteRow());
}

beforeEach(() => serve(names));

async function open(path = '/profile') {
  const { user } = renderRoute(path, adminSession);
  return { user, field: await siteField() };
}

const list = () => within(screen.getByRole('listbox', { name: 'Site' }));
const options = () =>
  list()
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const siteLinks = () => screen.findByRole('navigation', { name: 'This site' });
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the choice of a site', () => {
  it('offers all sites when pressed, and marks the chosen one', async () => {
    const { user, field } = await open('/profile?site=Park+Royal');
    expect(field).toHaveValue('Park Royal');
    await user.click(field);
    expect(options()).toEqual(names);
    expect(list().getByRole('option', { selected: true })).toHaveTextContent('Park Royal');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    await user.click(list().getByText('Kingfisher Rise'));
    await waitFor(() => expect(location.search).toBe('?site=Kingfisher+Rise'));
    expect(field).toHaveValue('Kingfisher Rise');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('finds parts of a name, puts names that start with them first, and Enter takes the first', async () => {
    const { user, field } = await open();
    await user.type(field, 'park');
    expect(options()).toEqual(['Park Royal', 'Bukit Park', 'Selasih Park', 'Selasih Park Annexe']);
    expect(active(field)).toBe('Park Royal');
    expect(screen.getByText('4 to choose from')).toBeInTheDocument();
    await user.type(field, ' sel');
    expect(options()).toEqual(['Selasih Park', 'Selasih Park Annexe']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.search).toBe('?site=Selasih+Park'));
  });

  it('finds a name without its accents, as every search does', async () => {
    serve([...names, 'Résidence Étoile']);
    const { user, field } = await open();
    await user.type(field, 'etoile');
    expect(options()).toEqual(['Résidence Étoile']);
  });

  it.each([
    ['another name', 'condo', 'Kingfisher Rise Kingfisher Condominium', ['Condo']],
    [
      'its address, in any order of words',
      'boul orch',
      'Kingfisher RiseAddress: 5 Orchard Boulevard, Singapore',
      ['Orch', 'Boul'],
    ],
    ['a person in charge', 'noraini', 'Bukit ParkJMB In-charge: Pn. Noraini Ismail', ['Noraini']],
    ['the end of a telephone number', '6789', 'Bukit ParkPerson In-charge: 0123456789', ['6789']],
  ])('finds a site by %s, shows that and marks it', async (_, query, text, markedWords) => {
    const { user, field } = await open();
    await user.type(field, query);
    expect(options()).toEqual([text]);
    expect(Array.from(document.querySelectorAll('[role=option] mark'), (mark) => mark.textContent)).toEqual(
      markedWords,
    );
  });

  it('goes to the first and last option and by pages while the list is open, and otherwise leaves these keys to the text', async () => {
    serve(Array.from({ length: 30 }, (_, index) => `Court ${index + 11}`));
    const { user, field } = await open();
    await user.tab();
    field.focus();
    await user.keyboard('{Home}{End}{PageDown}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(active(field)).toBe('Court 40');
    await user.keyboard('{Home}');
    expect(active(field)).toBe('Court 11');
    // a page has eight options
    await user.keyboard('{PageDown}');
    expect(active(field)).toBe('Court 19');
    await user.keyboard('{End}{PageDown}');
    expect(active(field)).toBe('Court 40');
    await user.keyboard('{PageUp}{PageUp}{PageUp}{PageUp}');
    expect(active(field)).toBe('Court 11');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field).not.toHaveAttribute('inputmode');
  });

  it('hides the keyboard of a phone for a few sites, and ignores the Enter that ends a Chinese word', async () => {
    const { user, field } = await open();
    expect(field).toHaveAttribute('inputmode', 'none');
    await user.type(field, 'king');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    // the event of Safari
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(location.search).toBe('');
    expect(field).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows the keyboard of a phone while the sites load, because there may be many', () => {
    render(<SiteCombo label="Site" value="" onChange={() => undefined} sites={[]} aria-busy />);
    expect(screen.getByRole('combobox', { name: 'Site' })).not.toHaveAttribute('inputmode');
  });

  it('works with the keyboard alone: down, up, and from the end to the start', async () => {
    const { user, field } = await open('/profile?site=Bukit+Park');
    await user.tab();
    field.focus();
    await user.keyboard('{ArrowDown}');
    expect(active(field)).toBe('Bukit Park');
    await user.keyboard('{ArrowUp}');
    expect(active(field)).toBe('Selasih Park Annexe');
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(location.search).toBe('?site=Selasih+Park'));
    await waitFor(() => expect(field).toHaveValue('Selasih Park'));
    await user.keyboard('{ArrowDown}');
    expect(active(field)).toBe('Selasih Park');
    await user.keyboard('king');
    expect(field).toHaveValue('king');
  });

  it.each([
    ['Escape', '{Escape}'],
    ['leaving the field', '{Tab}'],
  ])('does not change after %s', async (_, keys) => {
    const { user, field } = await open('/profile?site=Park+Royal');
    await user.clear(field);
    await user.type(field, 'king');
    await user.keyboard(keys);
    expect(field).toHaveValue('Park Royal');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(location.search).toBe('?site=Park+Royal');
  });

  it('accepts a whole name that was typed when the field is left', async () => {
    const { user, field } = await open();
    await user.type(field, 'sélasih park');
    await user.tab();
    await waitFor(() => expect(location.search).toBe('?site=Selasih+Park'));
  });

  it('offers the sites with the nearest spelling, says so, and Enter takes none of them', async () => {
    const { user, field } = await open();
    await user.type(field, 'selash');
    expect(options()).toEqual(['Selasih Park', 'Selasih Park Annexe']);
    expect(screen.getByText('No site says “selash”; shown: selasih')).toBeVisible();
    expect(field).toHaveValue('selash');
    await user.keyboard('{Enter}');
    expect(location.search).toBe('');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(location.search).toBe('?site=Selasih+Park'));
  });

  it('prefers another option with the typed words to a site with a similar spelling', async () => {
    const site = { ...listedSite({ ...withoutDetails, name: 'Sities Park' }), visit_every_months: null };
    const others = [{ value: 'all', label: 'All sites' }];
    const user = userEvent.setup();
    render(<SiteCombo label="Site" value="" onChange={() => undefined} sites={[site]} others={others} />);
    await user.type(screen.getByRole('combobox', { name: 'Site' }), 'sites');
    expect(options()).toEqual(['All sites']);
    expect(screen.queryByText(/^No site says/u)).not.toBeInTheDocument();
  });

  it('leaves out archived sites except the chosen one; or marks them, or has only them', async () => {
    const archived_at = '2027-05-03T02:00:00+00:00';
    const sites = ['Amber', 'Birch', 'Cedar'].map((name, index) =>
      listedSite({ ...withoutDetails, id: index + 1, name, archived_at: name === 'Amber' ? null : archived_at }),
    );
    const choice = (props: Partial<ComponentProps<typeof SiteCombo>>) => (
      <SiteCombo label="Site" value="" onChange={() => undefined} sites={sites} {...props} />
    );
    const user = userEvent.setup();
    const { rerender } = render(choice({}));
    await user.click(screen.getByRole('combobox', { name: 'Site' }));
    expect(options()).toEqual(['Amber']);
    rerender(choice({ value: 'Birch' }));
    expect(options()).toEqual(['Amber', 'Birch Archived on 3 May 2027']);
    rerender(choice({ archived: 'marked' }));
    expect(options()).toEqual(['Amber', 'Birch Archived on 3 May 2027', 'Cedar Archived on 3 May 2027']);
    rerender(choice({ archived: 'only' }));
    expect(options()).toEqual(['Birch Archived on 3 May 2027', 'Cedar Archived on 3 May 2027']);
    await user.type(screen.getByRole('combobox', { name: 'Site' }), 'ced');
    expect(options()).toEqual(['Cedar Archived on 3 May 2027']);
    rerender(choice({}));
    expect(list().queryByRole('option')).toBeNull();
  });

  it('says since when a site from an old link is archived, and brings it back', async () => {
    const rows = [listedSite({ archived_at: '2027-05-03T02:00:00+00:00' })];
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(rows)));
    const { written } = serveArchive(rows, { keys: 0, stickers: 0, links: 0 });
    const { user, field } = await open('/profile?site=Selasih+Park');
    await waitFor(() => expect(field).toHaveValue('Selasih Park'));
    const bringBack = await screen.findByRole('button', { name: 'Bring back' });
    // the sentence is there before the code of the button is loaded
    expect(screen.getByText('This customer was archived on 3 May 2027.')).toBeVisible();
    expect(await siteLinks()).toBeVisible();
    await user.click(bringBack);
    await waitFor(() => expect(screen.queryByText(/^This customer was archived/u)).toBeNull());
    expect(written).toEqual(['Selasih Park: back']);
  });

  it('shows that nothing matches, and Enter chooses nothing', async () => {
    const { user, field } = await open();
    await user.type(field, 'zzz{Enter}');
    expect(screen.getByText('No site matches “zzz”.')).toBeVisible();
    expect(field).not.toHaveAttribute('aria-activedescendant');
    expect(location.search).toBe('');
  });

  it('does not say that nothing matches while the sites load', async () => {
    server.use(http.get(`${origin}/rest/v1/maintable`, () => delay('infinite')));
    const { user } = renderRoute('/datadeleter', adminSession);
    await user.type(await screen.findByRole('combobox', { name: 'Name' }), 'sel');
    expect(within(screen.getByRole('listbox', { name: 'Name' })).queryByRole('option')).toBeNull();
    expect(screen.getByText('Loading…')).toBeVisible();
    expect(screen.queryByText(/matches/u)).toBeNull();
  });

  it('shows fifty of 1,200 sites and finds the others by their names', async () => {
    serve(Array.from({ length: 1_200 }, (_, index) => `Court ${index + 1}`));
    const { user, field } = await open();
    await user.click(field);
    expect(screen.getByText('1150 more: type a part of the name.')).toBeVisible();
    await user.type(field, '1199');
    await user.click(screen.getByRole('option', { name: 'Court 1199' }));
    await waitFor(() => expect(location.search).toBe('?site=Court+1199'));
  });
});

describe('the row of links under the choice of a site', () => {
  it.each([
    ['/maintenance', 'Records'],
    ['/data-fetcher', 'Service History'],
    ['/charts', 'Analytics'],
    ['/profile', 'Profile'],
    ['/DataEditor/sites', 'Editor'],
  ])('links from %s to the other screens of the site, and marks %s', async (path, current) => {
    renderRoute(`${path}?site=Selasih+Park`, adminSession);
    const links = within(await siteLinks()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/maintenance?site=Selasih+Park',
      '/data-fetcher?site=Selasih+Park',
      `/charts?year=${siteYear(new Date())}&site=Selasih+Park`,
      '/profile?site=Selasih+Park',
      '/DataEditor/sites?site=Selasih+Park',
      '/DataEditor?site=Selasih+Park',
    ]);
    const currentLinks = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(currentLinks.map(({ textContent }) => textContent)).toEqual([current]);
  });

  it('keeps the site', async () => {
    const { user } = renderRoute('/profile?site=Selasih+Park', adminSession);
    await user.click(within(await siteLinks()).getByRole('link', { name: 'Records' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Maintenance Report' })).toBeVisible();
    expect(location.search).toBe('?site=Selasih+Park');
    expect(await siteField()).toHaveValue('Selasih Park');
  });

  it.each(['/profile', '/profile?site=Nowhere'])('is not shown without an existing site: %s', async (path) => {
    await open(path);
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'This site' })).toBeNull());
  });
});
