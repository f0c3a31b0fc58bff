import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import { noVisits } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

beforeEach(() => {
  server.use(
    http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
    http.post(`${origin}/rest/v1/rpc/site_overview`, () => HttpResponse.json([])),
    http.post(`${origin}/rest/v1/rpc/search_visits`, () => HttpResponse.json(noVisits)),
  );
});

const bar = () => screen.findByRole('navigation', { name: 'Portal' });
const links = async () => within(await bar()).getAllByRole('link');
const current = async () => (await links()).filter((link) => link.getAttribute('aria-current') === 'page');

describe('the navigation bar', () => {
  it.each([
    [
      'a client',
      userSession,
      ['Profile: /profile', 'Stats: /charts', 'Service History: /data-fetcher', 'Guide: /guide'],
    ],
    [
      'an admin',
      adminSession,
      [
        'Admin: /DataEditor',
        'Maintenance Report: /maintenance',
        'Inspection Report: /maintenance?view=inspection',
        'Guide: /guide',
        'Update ZIP: /UploadZip',
        'Files: /fb',
      ],
    ],
    [
      'a technician',
      technicianSession,
      [
        'Admin: /DataEditor/my-sites',
        'Maintenance Report: /maintenance',
        'Service History: /data-fetcher',
        'Guide: /guide',
      ],
    ],
  ])('has the links of %s', async (_, session, expected) => {
    renderRoute('/guide', session);
    const shownLinks = (await links()).map((link) => `${link.textContent}: ${link.getAttribute('href')}`);
    expect(shownLinks).toEqual(expected);
    expect(screen.getByRole('button', { name: 'End Session' })).toBeVisible();
  });

  it.each([
    ['/DataEditor', 'Admin'],
    ['/DataEditor/my-sites', 'Admin'],
    ['/maintenance', 'Maintenance Report'],
    ['/data-fetcher', 'Service History'],
  ])('marks the current page of a technician: %s is %s', async (url, label) => {
    renderRoute(url, technicianSession);
    expect((await current()).map((link) => link.textContent)).toEqual([label]);
  });

  it('gives a technician the four tabs of their workspace', async () => {
    renderRoute('/DataEditor/report', technicianSession);
    const tabs = within(await screen.findByRole('navigation', { name: 'Admin workspace' })).getAllByRole('link');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
      ['My sites', null],
      ['Faults', null],
      ['Add New Task', null],
      ['Maintenance Report form', 'page'],
    ]);
  });

  it('marks the overview on the screen of all visits, which the overview leads to', async () => {
    renderRoute('/DataEditor/visits', adminSession);
    const tabs = await screen.findByRole('navigation', { name: 'Admin workspace' });
    expect(within(tabs).getByRole('link', { current: 'page' })).toHaveTextContent('Overview');
  });

  it('keeps the site that a technician picked in the links to its records', async () => {
    renderRoute('/maintenance?site=Kingfisher+Rise&year=2026', technicianSession);
    const hrefs = (await links()).map((link) => link.getAttribute('href'));
    expect(hrefs).toContain('/maintenance?site=Kingfisher+Rise');
    expect(hrefs).toContain('/data-fetcher?site=Kingfisher+Rise');
  });

  it.each([
    ['/guide', 'Guide'],
    ['/DataEditor/keys', 'Admin'],
    ['/datadeleter', 'Admin'],
    ['/maintenance?year=2026', 'Maintenance Report'],
    ['/maintenance?view=inspection&year=2026', 'Inspection Report'],
  ])('marks the current page: %s is %s', async (url, label) => {
    renderRoute(url, adminSession);
    expect((await current()).map((link) => link.textContent)).toEqual([label]);
  });

  it.each([
    ['/maintenance?year=2026', 'Service History'],
    ['/data-fetcher', 'Service History'],
    ['/charts', 'Stats'],
  ])('marks for a client the entry under which a page is found: %s is %s', async (url, label) => {
    renderRoute(url);
    expect((await current()).map((link) => link.textContent)).toEqual([label]);
  });

  it.each([
    ['a client', userSession, 53.5],
    ['a technician', technicianSession, 54],
    ['an admin', adminSession, 64],
  ])('folds only at widths where the links of %s do not fit', async (_, session, width) => {
    const queries: string[] = [];
    vi.stubGlobal('matchMedia', (media: string) => {
      queries.push(media);
      return Object.assign(new EventTarget(), { matches: media.includes('width') });
    });
    renderRoute('/guide', session);
    const nav = await bar();
    expect(queries).toContain(`(width < ${width}rem)`);
    expect(nav.closest('header')).toHaveClass('folded');
  });

  it('keeps the site that an admin has picked in its links', async () => {
    renderRoute('/maintenance?site=Kingfisher+Rise&year=2026', adminSession);
    const hrefs = (await links()).map((link) => link.getAttribute('href'));
    expect(hrefs).toContain('/maintenance?site=Kingfisher+Rise');
    expect(hrefs).toContain('/maintenance?view=inspection&site=Kingfisher+Rise');
    expect(hrefs).toContain('/guide');
  });

  it('keeps its menu closed after Back', async () => {
    const { user } = renderRoute('/charts');
    const menu = await screen.findByRole('button', { name: 'Menu' });
    await user.click(menu);
    await user.click(within(await bar()).getByRole('link', { name: 'Guide' }));
    act(() => history.back());
    await waitFor(() => expect(location.pathname).toBe('/charts'));
    expect(menu).toHaveAttribute('aria-expanded', 'false');
  });

  it('folds into a menu that closes when a link is followed and with Escape', async () => {
    const { user } = renderRoute('/charts');
    await bar();
    const menu = screen.getByRole('button', { name: 'Menu' });
    expect(menu).toHaveAttribute('aria-expanded', 'false');
    await user.click(menu);
    expect(menu).toHaveAttribute('aria-expanded', 'true');
    await user.click(within(await bar()).getByRole('link', { name: 'Guide' }));
    expect(menu).toHaveAttribute('aria-expanded', 'false');
    await user.click(menu);
    await user.keyboard('{Escape}');
    expect(menu).toHaveAttribute('aria-expanded', 'false');
  });

  it('can be skipped with the first link, and each new page takes the focus', async () => {
    const { user } = renderRoute('/charts');
    await bar();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    await user.click(within(await bar()).getByRole('link', { name: 'Guide' }));
    expect(screen.getByRole('main')).toHaveFocus();
    await waitFor(() => expect(document.title).toBe('Guidelines | RFID Boom Gate Portal'));
  });
});
