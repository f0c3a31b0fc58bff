import { act, fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heartbeatMs } from '../../src/app/SignedInFrame.tsx';
import { getSession } from '../../src/lib/device/session.ts';
import { fakeStorage, storedNames } from '../support/fake-storage.ts';
import { faults, type Fault } from '../faults/faults.ts';
import { renderRoute, userSession } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { eventually } from '../support/waiting.ts';

const whoami = `${origin}/rest/v1/rpc/whoami`;
const session = { ...userSession, expiresAt: new Date(Date.now() + 12 * 3_600_000).toISOString() };
let calls = 0;

beforeEach(async () => {
  calls = 0;
  server.use(
    http.post(whoami, () => {
      calls += 1;
      return HttpResponse.json({ role: 'user', site: 'Selasih Park', expires_at: session.expiresAt });
    }),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderRoute('/fb', session);
  await screen.findByRole('heading', { level: 1 });
  // it listens once its timer runs, which may be after the page is first shown
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const lookAgain = () =>
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** What is stored of sessions; a reply of the previous test may be written late, when the browser is idle. */
const sessions = async () => (await storedNames()).filter((name) => name.endsWith('/session'));

describe('heartbeats', () => {
  it('are sent every five minutes of use, and not by an abandoned tab', async () => {
    fireEvent.pointerDown(document.body);
    await pass(heartbeatMs);
    await eventually(() => expect(calls).toBe(1));
    await pass(3 * heartbeatMs);
    expect(calls).toBe(1);
  });

  it('are sent when the tab becomes visible again', async () => {
    lookAgain();
    await eventually(() => expect(calls).toBe(1));
  });

  it('record on the device that the server still knows the session', async () => {
    await fakeStorage();
    lookAgain();
    await eventually(async () => expect(await sessions()).toEqual(['portal.saved/2.user/session']));
  });

  it('notice a session that has ended', async () => {
    server.use(http.post(whoami, faults['401']));
    lookAgain();
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
  });

  it.each(['offline', '403', '429', '500', 'malformed', 'empty 200'] satisfies Fault[])('ignore %s', async (fault) => {
    let answered = false;
    server.use(
      http.post(whoami, () => {
        answered = true;
        return faults[fault]();
      }),
    );
    lookAgain();
    await eventually(() => expect(answered).toBe(true));
    expect(getSession()).toEqual(session);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
