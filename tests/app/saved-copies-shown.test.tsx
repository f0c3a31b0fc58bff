import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { copyOwners, hasCopies, storeResultCopy } from '../../src/lib/device/copies.ts';
import { databaseState, writeStored } from '../../src/lib/device/database.ts';
import { rememberSession } from '../../src/lib/device/session-copies.ts';
import { endSession, isConfirmed, setSession, type Session } from '../../src/lib/device/session.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import { faults } from '../faults/faults.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { hangTransactions } from '../support/hanging-stores.ts';
import { userSession } from '../support/render-route.tsx';
import { siteRow } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { eventually, hold, hurry } from '../support/waiting.ts';

const expiresAt = new Date(Date.now() + 12 * 3_600_000).toISOString();
let number = 0;
/** Each test has its own key, because an answer to the previous test may arrive and be stored late. */
let persistentSession: Session;
const storageKey = 'portal.session';
const whoami = `${origin}/rest/v1/rpc/whoami`;
const respond = () =>
  HttpResponse.json({
    role: 'user',
    site: 'Selasih Park',
    key_id: persistentSession.keyId,
    expires_at: expiresAt,
    kept: true,
  });
const copiedAt = Date.parse('2026-11-21T06:05:00Z');
const copyText = /^Saved copy of 21 Nov 2026, 14:05/u;
let owner: string;

/** The device after an earlier visit, with a copy of the site's record, in a session that the server confirmed. */
beforeEach(async () => {
  number += 1;
  persistentSession = {
    ...userSession,
    token: String(number).padStart(64, 'a'),
    keyId: 100 + number,
    kept: true,
    expiresAt,
  };
  owner = `${persistentSession.keyId}.user`;
  await fakeStorage();
  setSession(persistentSession);
  await rememberSession(persistentSession);
  const { revision: _, updated_at: __, ...record } = siteRow();
  await storeResultCopy(owner, '["maintables",null]', { value: record, at: copiedAt });
  // the page is closed without a logout
  endSession('unseen');
  queryClient.clear();
  server.use(http.post(whoami, faults.offline), http.get(`${origin}/rest/v1/*`, faults.offline));
});

afterEach(() => vi.useRealTimers());

function openWith(stored: object, path = '/data-fetcher') {
  localStorage.setItem(storageKey, JSON.stringify(stored));
  dispatchEvent(new StorageEvent('storage', { key: storageKey }));
  history.replaceState(null, '', path);
  return { user: userEvent.setup(), ...render(<App />) };
}

const notice = () => screen.findByText(copyText);
const noConnection = () => screen.findByRole('heading', { level: 1, name: 'No connection' });

describe('a stored session that cannot be confirmed', () => {
  it('shows the copies saved for its key with their date, and fresh data once the server answers', async () => {
    openWith(persistentSession);
    expect(await notice()).toHaveTextContent(/14:05\. There is no connection\.$/u);
    expect(await screen.findByText('Monthly preventive maintenance')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Portal' })).toBeVisible();
    expect(screen.queryByText('Error fetching data.')).toBeNull();
    expect(isConfirmed()).toBe(false);
    const search = screen.getByRole('searchbox', { name: 'Search titles and texts' });

    server.use(
      http.post(whoami, respond),
      http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow({ sitename: 'Freshly read' })])),
    );
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('Freshly read')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(copyText)).toBeNull());
    expect(isConfirmed()).toBe(true);
    // it is the same page, so its input is still there
    expect(search).toBeInTheDocument();
  });

  it('also removes expired copies of other keys', async () => {
    hurry();
    await storeResultCopy('7.user', 'a', { value: 1, at: copiedAt });
    // copies expire after 30 days
    await writeStored('portal.saved/7.user/use/answer/a', {
      size: 1,
      used: copiedAt - 31 * 24 * 3_600_000,
      pinned: true,
    });
    openWith(persistentSession);
    await notice();
    await eventually(async () => expect(await hasCopies('7.user')).toBe(false));
    expect(await hasCopies(owner)).toBe(true);
  });

  it('also shows the copies after three seconds without an answer', async () => {
    hurry();
    const { held, release } = hold();
    server.use(
      http.post(whoami, async () => {
        await held;
        return respond();
      }),
    );
    openWith(persistentSession);
    expect(await notice()).toBeVisible();
    expect(isConfirmed()).toBe(false);
    release();
    await eventually(() => expect(isConfirmed()).toBe(true));
  });

  it('shows the copies of a device that answers late', async () => {
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    openWith(persistentSession);
    await noConnection();
    await waitFor(() => expect(databaseState.get()).toBe(false));
    release();
    expect(await notice()).toBeVisible();
  });

  it('shows the copies of a device that answers late, if the server answers nothing but the confirmation', async () => {
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    server.use(http.post(whoami, respond));
    openWith(persistentSession);
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    release();
    expect(await notice()).toBeVisible();
  });

  it('can be confirmed with Try again', async () => {
    const { user } = openWith(persistentSession);
    await notice();
    server.use(
      http.post(whoami, respond),
      http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow()])),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(copyText)).toBeNull());
  });

  it('hides the copies after a week without a reply', async () => {
    openWith(persistentSession);
    await notice();
    // MSW leaves the error of a request unhandled that is aborted at once
    server.use(http.get(`${origin}/rest/v1/*`, faults.hang));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 24 * 3_600_000 });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await noConnection()).toBeVisible();
  });

  it('leads to the login if the server has ended the session, and keeps the copies for its key', async () => {
    openWith(persistentSession);
    await notice();
    server.use(http.post(whoami, faults['401']));
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(await hasCopies(owner)).toBe(true);
  });

  it('deletes the copies if the session is ended by hand, after a warning', async () => {
    const { user } = openWith(persistentSession);
    await notice();
    await user.click(screen.getByRole('button', { name: 'End Session' }));
    expect(
      screen.getByText('The copies of this session’s records and files on this device are deleted.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    await eventually(async () => expect([...(await copyOwners())]).toEqual([]));
  });

  it.each([
    ['a forged role', { role: 'technician' }],
    ['the role of an admin', { role: 'admin' }],
    ["another key's number", { keyId: 3 }],
    ['an end in the past', { expiresAt: '2026-01-01T00:00:00Z' }],
  ])('shows no copies with %s', async (_, values) => {
    openWith({ ...persistentSession, ...values });
    expect(await noConnection()).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText('Monthly preventive maintenance')).toBeNull();
  });
});

describe('an action that writes', () => {
  it('says that it needs a connection while copies are shown', async () => {
    openWith(persistentSession, '/profile');
    await notice();
    expect(screen.getByText('This needs a connection.')).toBeVisible();
  });
});
