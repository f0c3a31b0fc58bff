import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { endSession, getSession, setSession } from '../../../src/lib/device/session.ts';
import { faults } from '../../faults/faults.ts';
import { allowConsole } from '../../support/console.ts';
import { renderRoute, userAnswer, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSites } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';

const loginCall = `${origin}/rest/v1/rpc/login`;
const key = 'SELASIH-7Q4M-2KD9';
const granted = { session: userSession.token, ...userAnswer };

const field = () => screen.getByLabelText<HTMLInputElement>('Secret Key');
const button = (name = 'Login') => screen.getByRole('button', { name });

/** Answers logins with a session. Returns what the calls sent. */
function grant(response: object = granted): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(loginCall, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(response);
    }),
    // the first call of an admin's first screen, whose code is already loaded
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])),
  );
  return asked;
}

describe('the login screen', () => {
  it('has its heading, logo, field and buttons, and no navigation bar', () => {
    renderRoute('/', null);
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to RFID Boom Gate Portal' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'RFID Boom Gate Portal' })).toBeVisible();
    expect(button()).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(document.title).toBe('Welcome to RFID Boom Gate Portal | RFID Boom Gate Portal');
  });

  it('has a field that works well with password managers and phones', () => {
    renderRoute('/', null);
    expect(field()).toBeRequired();
    expect(field()).toHaveAttribute('type', 'password');
    expect(field()).toHaveAttribute('autocomplete', 'current-password');
    expect(field()).toHaveAttribute('autocapitalize', 'none');
    expect(field()).toHaveAttribute('spellcheck', 'false');
    expect(document.querySelector('input[autocomplete=username]')).not.toBeVisible();
  });

  it('explains how to reach support when the key is forgotten', async () => {
    const { user } = renderRoute('/', null);
    await user.click(button('Forgot Secret Key?'));
    const alert = await screen.findByRole('alertdialog', { name: 'Please contact support to retrieve your token.' });
    expect(alert).toBeVisible();
    await user.click(button('OK'));
    expect(alert).not.toBeInTheDocument();
    expect(button('Forgot Secret Key?')).toHaveFocus();
  });

  it('opens the support chat in a tab without access to its opener', () => {
    renderRoute('/', null);
    const support = screen.getByRole('link', { name: 'Contact Support' });
    expect(support).toHaveAttribute('href', 'https://wa.me/60100000000');
    expect(support).toHaveAttribute('target', '_blank');
    expect(support.getAttribute('rel')).toContain('noopener');
  });
});

describe('the key field', () => {
  it('reveals the key and hides it again', async () => {
    const { user } = renderRoute('/', null);
    await user.click(button('Show'));
    expect(field()).toHaveAttribute('type', 'text');
    await user.click(button('Hide'));
    expect(field()).toHaveAttribute('type', 'password');
  });

  it('cleans up a key pasted from a message', async () => {
    const { user } = renderRoute('/', null);
    await user.click(field());
    await user.paste(` SELASIH-7Q4M\n-2KD9\u200B \t`);
    expect(field()).toHaveValue(key);
  });

  it('is required, without a call while it is empty', async () => {
    const { user } = renderRoute('/', null);
    await user.click(button());
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your secret key.');
    expect(field()).toHaveAccessibleDescription('Enter your secret key.');
    expect(field()).toHaveFocus();
  });
});

describe('a valid key', () => {
  it('leads a client to the welcome page and leaves no trace of itself', async () => {
    const asked = grant();
    serveSites();
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(location.pathname).toBe('/welcome');
    const browser = localStorage.getItem('portal.browser');
    expect(browser).toMatch(/^[0-9a-f-]{36}$/u);
    expect(asked).toEqual([{ secret_key: key, browser }]);
    expect(getSession()).toEqual(userSession);
    expect(JSON.stringify(sessionStorage) + JSON.stringify(localStorage) + location.href).not.toContain('7Q4M');
  });

  it('sends the same id of the browser each time, and none if nothing can be stored', async () => {
    const asked = grant();
    serveSites();
    const logIn = async () => {
      const { user, unmount } = renderRoute('/', null);
      await user.type(field(), `${key}{Enter}`);
      await screen.findByRole('heading', { name: 'Welcome' });
      act(() => endSession('logout'));
      unmount();
    };
    localStorage.setItem('portal.browser', 'as it was made');
    await logIn();
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await logIn();
    expect(asked).toEqual([{ secret_key: key, browser: 'as it was made' }, { secret_key: key }]);
  });

  it('leads an admin to the workspace', async () => {
    grant({ ...granted, role: 'admin', site: null });
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
    expect(location.pathname).toBe('/DataEditor');
    // its call must not outlive this test
    expect(await screen.findByPlaceholderText('Select a site')).toBeVisible();
  });

  it.each([
    ['/guide?file=lan.pdf', '/guide?file=lan.pdf'],
    ['https://evil.example/', '/welcome'],
    ['//evil.example/', '/welcome'],
    ['/\\evil.example', '/welcome'],
    ['/..//evil.example', '/welcome'],
    ['/guide/..//evil.example', '/welcome'],
    ['/', '/welcome'],
  ])('with next=%s leads to %s', async (next, target) => {
    grant();
    serveSites();
    const { user } = renderRoute(`/?next=${encodeURIComponent(next)}`, null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
    expect(location.pathname + location.search).toBe(target);
  });

  it('is sent once, however often the button is pressed', async () => {
    let calls = 0;
    const { held, release } = hold();
    server.use(
      http.post(loginCall, async () => {
        calls += 1;
        await held;
        return HttpResponse.json({ code: 'PT401', message: 'Invalid token' }, { status: 401 });
      }),
    );
    const { user } = renderRoute('/', null);
    await user.type(field(), key);
    await user.click(button());
    expect(button('Checking…')).toHaveFocus();
    await user.click(button('Checking…'));
    await user.type(field(), '{Enter}');
    release();
    await screen.findByText('Invalid token');
    expect(calls).toBe(1);
  });
});

describe('a failed login', () => {
  it('does not report a wrong key when the gateway refuses the whole portal', async () => {
    allowConsole(/^Login failed:/u);
    server.use(http.post(loginCall, () => HttpResponse.json({ message: 'Invalid API key' }, { status: 401 })));
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByText('Error fetching token. Check your connection and try again.')).toBeVisible();
    expect(screen.queryByText('Invalid token')).not.toBeInTheDocument();
  });

  it('with a wrong key reports it, keeps the key and works the next time', async () => {
    server.use(http.post(loginCall, faults['401']));
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid token');
    expect(field()).toHaveValue(key);
    expect(field()).toHaveFocus();
    expect(field().selectionEnd).toBe(key.length);

    grant({ ...granted, role: 'admin', site: null });
    await user.click(button());
    expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
  });

  it.each([
    [{ ...granted, session: '' }],
    [{ ...granted, role: 'root' }],
    [{ ...granted, site: 7 }],
    [{ ...granted, expires_at: null }],
    [[granted]],
  ])('does not accept %j as a session', async (response) => {
    allowConsole(/^Login failed:/u);
    grant(response);
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByText('Error fetching token. Check your connection and try again.')).toBeVisible();
    expect(getSession()).toBeNull();
  });

  it('names no waiting time when a gateway gives none', async () => {
    server.use(http.post(loginCall, () => new HttpResponse('slow down', { status: 429 })));
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    expect(await screen.findByText('Too many attempts. Try again in a few minutes.')).toBeVisible();
  });

  it('never writes the key to the console', async () => {
    const lines: string[] = [];
    console.error = (...parts: unknown[]) => lines.push(parts.map(String).join(' '));
    server.use(http.post(loginCall, faults['500']));
    const { user } = renderRoute('/', null);
    await user.type(field(), `${key}{Enter}`);
    await screen.findByText('Error fetching token. Check your connection and try again.');
    expect(lines.join()).toContain('Login failed');
    expect(lines.join()).not.toContain(key);
  });
});

describe('somebody who is already logged in', () => {
  it.each([
    ['user', '/profile'],
    ['admin', '/DataEditor'],
  ] as const)('is redirected: %s to %s', async (role, target) => {
    server.use(http.get(`${origin}/rest/v1/*`, () => HttpResponse.json([])));
    setSession({ ...userSession, role });
    renderRoute('/', null);
    await screen.findByRole('navigation', { name: 'Portal' });
    expect(location.pathname).toBe(target);
  });
});
