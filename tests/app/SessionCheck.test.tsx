import { act, render, screen, waitFor, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { logOutOnServer } from '../../src/app/session/server-logout.ts';
import { keepAliveMs } from '../../src/app/session/use-keep-alive.ts';
import { getSession, type Session } from '../../src/lib/device/session.ts';
import { faults, type Fault } from '../faults/faults.ts';
import { fakeStorage, storedNames } from '../support/fake-storage.ts';
import { adminSession, userAnswer, userSession, renderRoute } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { hold, eventually } from '../support/waiting.ts';

const whoami = `${origin}/rest/v1/rpc/whoami`;

const storageKey = 'portal.session';

const response = { ...userAnswer, kept: true };

const persistentSession: Session = { ...userSession, kept: true };

const loginWords = 'Your session has ended. Please log in again.';

/** Opens the portal with a stored session that the server has not confirmed yet. */
function openWith(stored: object, path: string) {
  localStorage.setItem(storageKey, JSON.stringify(stored));
  dispatchEvent(new StorageEvent('storage', { key: storageKey }));
  history.replaceState(null, '', path);
  return { user: userEvent.setup(), ...render(<App />) };
}

const loginUrl = `${origin}/rest/v1/rpc/login`;
const menu = () => screen.findByRole('navigation', { name: 'Portal' });

describe('the check of a session', () => {
  beforeEach(() => {
    server.use(
      http.post(whoami, () => HttpResponse.json(response)),
      http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
    );
  });

  it('does not follow a login, which has just confirmed its session', async () => {
    let requestCount = 0;
    const { role, site, key_id, expires_at } = userAnswer;
    server.use(
      http.post(loginUrl, () => HttpResponse.json({ session: userSession.token, role, site, key_id, expires_at })),
      http.post(whoami, () => {
        requestCount += 1;
        return HttpResponse.json(response);
      }),
    );
    const { user } = renderRoute('/?next=%2Fguide', null);
    await user.type(screen.getByLabelText('Secret Key'), 'KEY{Enter}');
    await menu();
    expect(await screen.findByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
    expect(requestCount).toBe(0);
  });

  describe('a stored session', () => {
    it('shows nothing of its role before the server has confirmed it', async () => {
      const { held, release } = hold();
      const sentTokens: (string | null)[] = [];
      server.use(
        http.post(whoami, async ({ request }) => {
          sentTokens.push(request.headers.get('x-portal-session'));
          await held;
          return HttpResponse.json(response);
        }),
      );
      openWith({ ...persistentSession, role: 'admin', site: null }, '/UploadZip');
      expect(screen.getByRole('heading', { level: 1, name: 'Update ZIP (loading)' })).toBeVisible();
      await waitFor(() => expect(sentTokens).toEqual([persistentSession.token]));
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByText('Files')).toBeNull();
      release();
      expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Files' })).toBeNull();
      expect(getSession()).toEqual(persistentSession);
      expect(localStorage.getItem(storageKey)).toBe(JSON.stringify(persistentSession));
    });

    it('takes its role, site, key and end from the answer', async () => {
      server.use(
        http.post(whoami, () =>
          HttpResponse.json({ role: 'admin', site: null, key_id: 1, expires_at: '2026-12-01T00:00:00Z', kept: true }),
        ),
      );
      openWith(persistentSession, '/UploadZip');
      await menu();
      expect(getSession()).toEqual({
        ...adminSession,
        token: persistentSession.token,
        expiresAt: '2026-12-01T00:00:00Z',
        kept: true,
      });
      expect(await screen.findByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
    });

    it('that has ended leads to the login, which explains it and remembers the URL', async () => {
      server.use(http.post(whoami, faults['401']));
      openWith(persistentSession, '/guide?file=lan.pdf');
      expect(await screen.findByText(loginWords)).toBeVisible();
      expect(location.search).toBe(`?next=${encodeURIComponent('/guide?file=lan.pdf')}`);
      expect(getSession()).toBeNull();
      expect(localStorage.getItem(storageKey)).not.toContain(persistentSession.token);
    });
  });

  describe('without a connection', () => {
    it('reports it, and opens automatically when the connection is back', async () => {
      server.use(http.post(whoami, faults.offline));
      openWith(persistentSession, '/guide');
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
      const { user } = openWith(persistentSession, '/guide');
      expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
      silence.mockRestore();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await menu();
    });

    it('lets the session be ended, and leaves nothing on the device', async () => {
      server.use(http.post(whoami, faults.offline));
      const { user } = openWith(persistentSession, '/guide');
      await user.click(await screen.findByRole('button', { name: 'End Session' }));
      expect(screen.getByText('Every tab on this device is logged out.')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Yes' }));
      expect(await screen.findByLabelText('Secret Key')).toBeVisible();
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    });
  });

  it.each([
    ...(['429', '500', 'malformed', 'empty 200', 'cut body'] as const).map((fault) => [fault, faults[fault]] as const),
    ['a gateway', () => HttpResponse.json({ message: 'Invalid API key' }, { status: 401 })],
    ['an unknown role', () => HttpResponse.json({ ...response, role: 'root' })],
    ['no JSON of the service', () => HttpResponse.json({})],
  ] as const)('takes %s for no answer, and opens by itself when the service answers', async (_, fault) => {
    server.use(http.post(whoami, fault));
    openWith(persistentSession, '/guide');
    expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(getSession()).toEqual(persistentSession);
    server.use(http.post(whoami, () => HttpResponse.json(response)));
    act(() => void dispatchEvent(new Event('online')));
    await menu();
  });

  describe('a reply that leaves the session unconfirmed', () => {
    it.each([
      ['403', faults['403']],
      ['409', faults['409']],
    ] as const)('(%s) neither opens the portal nor ends the session, and can be tried again', async (_, fault) => {
      server.use(http.post(whoami, fault));
      const { user } = openWith(persistentSession, '/guide');
      expect(
        await screen.findByRole('heading', { level: 1, name: 'The server could not confirm your session' }),
      ).toBeVisible();
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(getSession()).toEqual(persistentSession);
      server.use(http.post(whoami, () => HttpResponse.json(response)));
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await menu();
    });
  });
});

const session = { ...userSession, expiresAt: new Date(Date.now() + 12 * 3_600_000).toISOString() };

let whoamiCount = 0;

const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const showTabAgain = () =>
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** The names of the notes of sessions on the device. Other names are left out: an answer of the test before may be stored late. */
const sessionNotes = async () => (await storedNames()).filter((name) => name.startsWith('portal.session/'));

describe('an open page', () => {
  beforeEach(async () => {
    whoamiCount = 0;
    server.use(
      http.post(whoami, () => {
        whoamiCount += 1;
        return HttpResponse.json({
          role: 'user',
          site: 'Selasih Park',
          key_id: session.keyId,
          expires_at: session.expiresAt,
        });
      }),
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    renderRoute('/fb', session);
    await screen.findByRole('heading', { level: 1 });
    // the check listens once its timer runs, which may be after the page is first shown
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
  });

  describe('heartbeats', () => {
    it('are sent every five minutes of use, and not by an unused tab', async () => {
      fireEvent.pointerDown(document.body);
      await advanceTime(keepAliveMs);
      await eventually(() => expect(whoamiCount).toBe(1));
      await advanceTime(3 * keepAliveMs);
      expect(whoamiCount).toBe(1);
    });

    it('are sent when the tab becomes visible again', async () => {
      showTabAgain();
      await eventually(() => expect(whoamiCount).toBe(1));
    });

    it('record on the device that the server still knows the session', async () => {
      await fakeStorage();
      showTabAgain();
      await eventually(async () =>
        expect(await sessionNotes()).toEqual([`portal.session/${session.keyId}.${session.role}/${session.expiresAt}`]),
      );
    });

    it('notice a session that has ended', async () => {
      server.use(http.post(whoami, faults['401']));
      showTabAgain();
      expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    });

    it.each(['offline', '403', '429', '500', 'malformed', 'empty 200'] satisfies Fault[])(
      'ignore %s',
      async (fault) => {
        let isAnswered = false;
        server.use(
          http.post(whoami, () => {
            isAnswered = true;
            return faults[fault]();
          }),
        );
        showTabAgain();
        await eventually(() => expect(isAnswered).toBe(true));
        expect(getSession()).toEqual(session);
        expect(screen.queryByRole('alert')).toBeNull();
      },
    );
  });
});

const logoutUrl = `${origin}/rest/v1/rpc/logout`;

/** Answers the logouts of a session in turn, and repeats the last answer. Returns the session token of each request. */
function answerLogouts(token: string, ...replies: (() => Response)[]): string[] {
  const sentTokens: string[] = [];
  server.use(
    http.post(logoutUrl, ({ request }) => {
      // logouts of other tests continue until they are answered
      if (request.headers.get('x-portal-session') !== token) return undefined;
      sentTokens.push(token);
      return replies[Math.min(sentTokens.length, replies.length) - 1]?.();
    }),
  );
  return sentTokens;
}

const succeed = () => new HttpResponse(null, { status: 204 });

it('the logout on the server is tried again after a pause when the server fails', async () => {
  const sentTokens = answerLogouts('failed-once', () => new HttpResponse(null, { status: 500 }), succeed);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const logout = logOutOnServer('failed-once');
  await eventually(() => expect(sentTokens).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await logout;
  expect(sentTokens).toEqual(['failed-once', 'failed-once']);
});

it('the logout on the server is tried again at once when the network is back', async () => {
  const sentTokens = answerLogouts('unreachable', () => HttpResponse.error(), succeed);
  const logout = logOutOnServer('unreachable');
  await eventually(() => expect(sentTokens).toHaveLength(1));
  // the portal may not listen yet when its request fails; the pause would be five seconds
  const onlineTimer = setInterval(() => window.dispatchEvent(new Event('online')), 10);
  await logout;
  clearInterval(onlineTimer);
  expect(sentTokens).toHaveLength(2);
});

it('the logout on the server is not tried again after a 401, because the session is already gone', async () => {
  const sentTokens = answerLogouts('refused', () =>
    HttpResponse.json({ code: 'PT401', message: 'Session expired' }, { status: 401 }),
  );
  await logOutOnServer('refused');
  expect(sentTokens).toHaveLength(1);
});
