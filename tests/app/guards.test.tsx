import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notFound } from '../../src/app/ErrorBoundary.tsx';
import { isOpenTo, routes } from '../../src/app/routes.tsx';
import { endSession, getSession } from '../../src/lib/device/session.ts';
import { said } from '../../src/lib/language/translate.ts';
import { supabase } from '../../src/lib/supabase.ts';
import type { Role } from '../../src/records/access-key/role.ts';
import { adminSession, renderRoute, technicianSession, userSession, ownUrl } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';

beforeEach(() => {
  server.use(
    http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
    ...['list_changes', 'list_changers', 'list_client_errors', 'site_overview', 'search_visits'].map((name) =>
      http.post(`${origin}/rest/v1/rpc/${name}`, () => HttpResponse.json([])),
    ),
  );
  // jsdom logs that it cannot draw
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

const refuse = () =>
  server.use(http.get(`${origin}/rest/v1/*`, () => HttpResponse.json({ code: 'PT401' }, { status: 401 })));

describe('without a session', () => {
  it.each(routes.map((route) => route.path))('%s leads to the login, which remembers the URL', async (path) => {
    renderRoute(`${path}?year=2026`, null);
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    expect(ownUrl()).toBe(`/?next=${encodeURIComponent(`${path}?year=2026`)}`);
    expect(screen.queryByText(/session has ended/u)).toBeNull();
  });

  it('an unknown URL is not found', () => {
    renderRoute('/nowhere', null);
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to start' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

const pathsNotOf = (role: Role) => routes.filter((route) => !isOpenTo(role, route)).map(({ path }) => path);

describe('with a session', () => {
  it.each(pathsNotOf('user'))('a client cannot open %s', async (path) => {
    const { user } = renderRoute(path);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
    expect(ownUrl()).toBe(path);
    await user.click(screen.getByRole('link', { name: 'Back to Profile' }));
    expect(ownUrl()).toBe('/profile');
  });

  it.each(pathsNotOf('technician'))('a technician cannot open %s', async (path) => {
    const { user } = renderRoute(path, technicianSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
    expect(ownUrl()).toBe(path);
    await user.click(screen.getByRole('link', { name: 'Back to My Sites' }));
    expect(ownUrl()).toBe('/DataEditor/my-sites');
  });

  it.each(pathsNotOf('user').filter((path) => !pathsNotOf('admin').includes(path)))(
    'an admin can open %s',
    async (path) => {
      renderRoute(path, adminSession);
      const title = said(routes.find((route) => route.path === path)?.title ?? notFound);
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
      await waitFor(() => expect(document.title).toBe(`${title} | RFID Boom Gate Portal`));
    },
  );

  it('an admin is redirected from the welcome page of clients to their home page', async () => {
    renderRoute('/welcome', adminSession);
    expect(await screen.findByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
    expect(ownUrl()).toBe('/DataEditor');
  });

  it('an unknown URL is not found, inside the frame', async () => {
    renderRoute('/nowhere');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('navigation')).toBeVisible();
  });
});

describe('a session that ends', () => {
  it('on the server leads to the login, which says that it has ended and remembers the URL', async () => {
    renderRoute('/charts?year=2025');
    await screen.findByRole('navigation', { name: 'Portal' });
    refuse();
    await act(async () => {
      await supabase.from('maintables').select('*');
    });
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended.');
    expect(ownUrl()).toBe('/?next=%2Fcharts%3Fyear%3D2025%26site%3DSelasih%2BPark');
    expect(getSession()).toBeNull();
  });

  it('by logging out in another tab leads to the plain login', async () => {
    renderRoute('/charts');
    await screen.findByRole('navigation', { name: 'Portal' });
    const otherTab = new BroadcastChannel('portal.session');
    // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target
    otherTab.postMessage({ token: userSession.token, reason: 'logout' });
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    otherTab.close();
    expect(ownUrl()).toBe('/');
    expect(screen.queryByText(/session has ended/u)).toBeNull();
  });

  it.each(['logout', 'expired'] as const)('at an unknown URL leads to the plain login: %s', async (reason) => {
    renderRoute('/nowhere');
    await screen.findByRole('navigation', { name: 'Portal' });
    act(() => endSession(reason));
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    expect(ownUrl()).toBe('/');
    expect(screen.queryAllByText(/session has ended/u)).toHaveLength(reason === 'expired' ? 1 : 0);
  });

  it('shows nothing with Back', async () => {
    renderRoute('/charts');
    await screen.findByRole('navigation', { name: 'Portal' });
    history.pushState(null, '', '/charts?year=2025');
    act(() => endSession('logout'));
    await screen.findByLabelText('Secret Key');
    act(() => history.back());
    await waitFor(() => expect(ownUrl()).toContain('/?next='));
    expect(screen.getByLabelText('Secret Key')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
