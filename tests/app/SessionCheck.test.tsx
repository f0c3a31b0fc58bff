import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { getSession, type Session } from '../../src/lib/device/session.ts';
import { faults } from '../faults/faults.ts';
import { adminSession, userSession } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { hold } from '../support/waiting.ts';

const whoami = `${origin}/rest/v1/rpc/whoami`;
const storageKey = 'portal.session';
const response = {
  role: 'user',
  site: 'Selasih Park',
  key_id: userSession.keyId,
  expires_at: userSession.expiresAt,
  kept: true,
};
const kept: Session = { ...userSession, kept: true };
const loginWords = 'Your session has ended. Please log in again.';

/** Opens the portal with a stored session that the server has not confirmed yet. */
function openWith(stored: object, path: string) {
  localStorage.setItem(storageKey, JSON.stringify(stored));
  dispatchEvent(new StorageEvent('storage', { key: storageKey }));
  history.replaceState(null, '', path);
  return { user: userEvent.setup(), ...render(<App />) };
}

beforeEach(() => {
  server.use(
    http.post(whoami, () => HttpResponse.json(response)),
    http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
  );
});

const menu = () => screen.findByRole('navigation', { name: 'Portal' });

describe('a stored session', () => {
  it('shows nothing of its role before the server has confirmed it', async () => {
    const { held, release } = hold();
    const sent: (string | null)[] = [];
    server.use(
      http.post(whoami, async ({ request }) => {
        sent.push(request.headers.get('x-portal-session'));
        await held;
        return HttpResponse.json(response);
      }),
    );
    openWith({ ...kept, role: 'admin', site: null }, '/UploadZip');
    expect(screen.getByRole('heading', { level: 1, name: 'Update ZIP (loading)' })).toBeVisible();
    await waitFor(() => expect(sent).toEqual([kept.token]));
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText('Files')).toBeNull();
    release();
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Files' })).toBeNull();
    expect(getSession()).toEqual(kept);
    expect(localStorage.getItem(storageKey)).toBe(JSON.stringify(kept));
  });

  it('takes its role, site, key and end from the reply', async () => {
    server.use(
      http.post(whoami, () =>
        HttpResponse.json({ role: 'admin', site: null, key_id: 1, expires_at: '2026-12-01T00:00:00Z', kept: true }),
      ),
    );
    openWith(kept, '/UploadZip');
    await menu();
    expect(getSession()).toEqual({ ...adminSession, token: kept.token, expiresAt: '2026-12-01T00:00:00Z', kept: true });
    expect(await screen.findByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
  });

  it('works with a server that does not name its key', async () => {
    server.use(
      http.post(whoami, () => HttpResponse.json({ role: 'user', site: 'Selasih Park', expires_at: kept.expiresAt })),
    );
    openWith(kept, '/guide');
    await menu();
    expect(getSession()).toEqual(kept);
  });

  it('that has ended leads to the login, which explains it and remembers the URL', async () => {
    server.use(http.post(whoami, faults['401']));
    openWith(kept, '/guide?file=lan.pdf');
    expect(await screen.findByText(loginWords)).toBeVisible();
    expect(location.search).toBe(`?next=${encodeURIComponent('/guide?file=lan.pdf')}`);
    expect(getSession()).toBeNull();
    expect(localStorage.getItem(storageKey)).not.toContain(kept.token);
  });
});

describe('without a connection', () => {
  it('reports it, and opens automatically when the connection is back', async () => {
    server.use(http.post(whoami, faults.offline));
    openWith(kept, '/guide');
    expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('You are still logged in');
    expect(screen.queryByRole('navigation')).toBeNull();
    server.use(http.post(whoami, () => HttpResponse.json(response)));
    act(() => void dispatchEvent(new Event('online')));
    await menu();
    expect(location.pathname).toBe('/guide');
  });

  it('treats a silent server as offline, and offers Try again', async () => {
    const silence = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    const { user } = openWith(kept, '/guide');
    expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
    silence.mockRestore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await menu();
  });

  it('the session can be ended, and leaves nothing on the device', async () => {
    server.use(http.post(whoami, faults.offline));
    const { user } = openWith(kept, '/guide');
    await user.click(await screen.findByRole('button', { name: 'End Session' }));
    expect(screen.getByText('Every tab on this device is logged out.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});

describe('a reply that leaves the session unconfirmed', () => {
  it.each([
    ...(['403', '409', '429', '500', 'malformed', 'empty 200', 'cut body'] as const).map(
      (fault) => [fault, faults[fault]] as const,
    ),
    ['a gateway', () => HttpResponse.json({ message: 'Invalid API key' }, { status: 401 })],
    ['an unknown role', () => HttpResponse.json({ ...response, role: 'root' })],
  ] as const)('(%s) neither opens the portal nor ends the session, and can be tried again', async (_, fault) => {
    server.use(http.post(whoami, fault));
    const { user } = openWith(kept, '/guide');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'The server could not confirm your session' }),
    ).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(getSession()).toEqual(kept);
    server.use(http.post(whoami, () => HttpResponse.json(response)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await menu();
  });
});
