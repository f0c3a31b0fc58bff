import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { welcomeDelayMs } from '../../../src/features/welcome/WelcomeRoute.tsx';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hold } from '../../support/waiting.ts';

const records = `${origin}/rest/v1/maintables`;

describe('/welcome', () => {
  it('greets, shows its progress and loads the data of the profile meanwhile', async () => {
    const asked = serveSites(siteRow());
    renderRoute('/welcome');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'RFID Boom Gate Portal' })).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Loading your site' })).toBeVisible();
    await eventually(() =>
      expect(new Set(asked.map(({ searchParams }) => searchParams.get('select')))).toEqual(new Set(['*', 'id,name'])),
    );
  });

  it('shows the same site name as the profile, and no other name before', async () => {
    const { held, release } = hold();
    serveSites(siteRow());
    server.use(
      http.get(records, async () => {
        await held;
        return HttpResponse.json([siteRow()]);
      }),
    );
    renderRoute('/welcome');
    await screen.findByRole('heading', { name: 'Welcome' });
    expect(screen.queryByText('Selasih Park')).toBeNull();
    release();
    expect(await screen.findByText('Residensi Selasih Park')).toBeVisible();
  });

  it.each([null, '  '])('shows the site name of the key when the site has no title: %j', async (sitename) => {
    serveSites(siteRow({ sitename }));
    renderRoute('/welcome');
    expect(await screen.findByText('Selasih Park')).toBeVisible();
  });

  it('opens the profile after three seconds, not before, and without a history entry', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    serveSites();
    server.use(http.get(records, () => HttpResponse.json([])));
    renderRoute('/welcome');
    await screen.findByRole('heading', { name: 'Welcome' });
    const entries = history.length;
    await act(() => vi.advanceTimersByTimeAsync(welcomeDelayMs - 100));
    expect(location.pathname).toBe('/welcome');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(location.pathname).toBe('/profile');
    expect(history.length).toBe(entries);
  });

  it('can be skipped with Continue', async () => {
    serveSites();
    server.use(http.get(records, () => HttpResponse.json([])));
    const { user } = renderRoute('/welcome');
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(location.pathname).toBe('/profile');
  });

  it('can be skipped even when the site record cannot be loaded', async () => {
    serveSites();
    server.use(http.get(records, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })));
    const { user } = renderRoute('/welcome');
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(location.pathname).toBe('/profile');
  });

  it('is not for admins', async () => {
    // admins have a screen with the list of sites
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([])));
    renderRoute('/welcome', adminSession);
    await screen.findByRole('navigation', { name: 'Portal' });
    await eventually(() => expect(location.pathname).toBe('/DataEditor'));
  });
});
