import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, getSession } from '../../../src/lib/device/session.ts';
import { renderRoute, userAnswer, userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';

// The spy still calls the function. A mock also gives this file modules of its own: test files share their modules, and the client that an
// earlier file has loaded sends other headers.
vi.mock(import('../../../src/app/session/server-logout.ts'), { spy: true });

const call = (name: string) => `${origin}/rest/v1/rpc/${name}`;
const storageKey = 'portal.session';
const persistentSession = { ...userSession, kept: true };
const otherSession = { ...persistentSession, token: 'e'.repeat(64), keyId: 7 };

const box = () => screen.getByRole('checkbox', { name: 'Keep me logged in on this device' });
const logIn = async ({ user }: ReturnType<typeof renderRoute>) =>
  user.type(screen.getByLabelText('Secret Key'), 'SELASIH-7Q4M-2KD9{Enter}');
/** Another tab logs in with a persistent session. */
const logInElsewhere = () => {
  localStorage.setItem(storageKey, JSON.stringify(otherSession));
  act(() => void dispatchEvent(new StorageEvent('storage', { key: storageKey })));
};

let asked: unknown[] = [];
let loggedOut: (string | null)[] = [];
beforeEach(() => {
  asked = [];
  loggedOut = [];
  server.use(
    http.post(call('login'), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...userAnswer, session: persistentSession.token });
    }),
    http.post(call('whoami'), () => HttpResponse.json(userAnswer)),
    http.post(call('logout'), ({ request }) => {
      loggedOut.push(request.headers.get('x-portal-session'));
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])),
  );
});

describe('Keep me logged in on this device', () => {
  it('is off by default, and says on which devices it should stay off', () => {
    renderRoute('/', null);
    expect(box()).not.toBeChecked();
    expect(box()).toHaveAccessibleDescription(
      'Not on a computer that others use: whoever opens the portal there next would be logged in.',
    );
  });

  it('requests a persistent session and stores it only on the device', async () => {
    const page = renderRoute('/', null);
    await page.user.click(box());
    await logIn(page);
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(asked).toEqual([
      { secret_key: 'SELASIH-7Q4M-2KD9', keep: true, browser: localStorage.getItem('portal.browser') },
    ]);
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '')).toEqual(persistentSession);
    expect(sessionStorage.length).toBe(0);
    expect(JSON.stringify(localStorage)).not.toContain('7Q4M');
  });

  it('ends on the server the persistent session that it replaces', async () => {
    const page = renderRoute('/', null);
    localStorage.setItem(storageKey, JSON.stringify(otherSession));
    await page.user.click(box());
    await logIn(page);
    await waitFor(() => expect(loggedOut).toEqual([otherSession.token]));
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '')).toEqual(persistentSession);
  });

  it('when off, leaves another persistent session on the device', async () => {
    const page = renderRoute('/', null);
    localStorage.setItem(storageKey, JSON.stringify(otherSession));
    await logIn(page);
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(getSession()).toEqual(userSession);
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '')).toEqual(otherSession);
    expect(loggedOut).toEqual([]);
  });
});

describe('a tab at the login, while another tab logs in with a persistent session', () => {
  it('continues to the requested screen automatically', async () => {
    renderRoute(`/?next=${encodeURIComponent('/guide?file=lan.pdf')}`, null);
    logInElsewhere();
    expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
    expect(location.pathname + location.search).toBe('/guide?file=lan.pdf');
    expect(getSession()?.token).toBe(otherSession.token);
  });

  it('opens the first screen when none was requested, without the welcome page', async () => {
    renderRoute('/', null);
    logInElsewhere();
    expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
    expect(location.pathname).toBe('/profile');
  });

  it('stays at the login after the session of somebody else expired', async () => {
    renderRoute('/guide');
    await screen.findByRole('navigation', { name: 'Portal' });
    act(() => endSession('expired'));
    await screen.findByText('Your session has ended. Please log in again.');
    logInElsewhere();
    expect(screen.getByLabelText('Secret Key')).toBeVisible();
    expect(getSession()).toBeNull();
  });

  it('keeps that session if its own login completes late, and logs the late one out', async () => {
    const { held, release } = hold();
    server.use(
      http.post(call('login'), async () => {
        await held;
        return HttpResponse.json({ ...userAnswer, session: persistentSession.token });
      }),
    );
    const page = renderRoute('/?next=%2Fguide', null);
    await logIn(page);
    logInElsewhere();
    expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
    release();
    await waitFor(() => expect(loggedOut).toEqual([persistentSession.token]));
    expect(getSession()?.token).toBe(otherSession.token);
    expect(location.pathname).toBe('/guide');
  });
});
