import { renderHook, act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as session from '../../src/lib/device/session.ts';
import { userSession } from '../support/render-route.tsx';
import { eventually } from '../support/waiting.ts';

const storageKey = 'portal.session';

/** The module as another tab, or this one after a reload, would load it. */
async function freshModule(): Promise<typeof session> {
  vi.resetModules();
  return import('../../src/lib/device/session.ts');
}

describe('session', () => {
  it('is stored for a reload of the tab and nowhere else', async () => {
    session.setSession(userSession);
    expect((await freshModule()).getSession()).toEqual(userSession);
    expect(localStorage.length).toBe(0);
    session.endSession('logout');
    expect(sessionStorage.length).toBe(0);
    expect((await freshModule()).getSession()).toBeNull();
  });

  it.each(['nonsense', '{}', '{"token":"","role":"user","site":null,"expiresAt":"x"}', '{"token":"t","role":"root"}'])(
    'is not read from %s',
    async (stored) => {
      sessionStorage.setItem(storageKey, stored);
      expect((await freshModule()).getSession()).toBeNull();
    },
  );

  it('lives in memory where storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const blocked = await freshModule();
    blocked.setSession(userSession);
    expect(blocked.getSession()).toEqual(userSession);
    blocked.endSession('logout');
    expect(blocked.getSession()).toBeNull();
  });

  it('deletes at its end whatever its tab stored', () => {
    session.setSession(userSession);
    sessionStorage.setItem('portal.analytics-grant', '{}');
    session.endSession('expired');
    expect(Object.keys(sessionStorage)).toEqual([storageKey]);
    expect(JSON.stringify(sessionStorage)).not.toContain(userSession.token);
    session.setSession(userSession);
    sessionStorage.setItem('portal.analytics-grant', '{}');
    session.endSession('logout');
    expect(sessionStorage.length).toBe(0);
  });

  it('ends in every tab that has the same one, and in no other', async () => {
    session.setSession(userSession);
    const sameSession = await freshModule();
    const otherSession = await freshModule();
    otherSession.setSession({ ...userSession, token: 'c'.repeat(64) });
    session.endSession('logout');
    await eventually(() => expect(sameSession.getSession()).toBeNull());
    expect(sameSession.peekEndReason()).toBe('logout');
    expect(otherSession.getSession()).not.toBeNull();
    otherSession.endSession('logout');
  });

  it('gives the reason for its end until that is taken or a new session starts', () => {
    session.setSession(userSession);
    session.endSession('expired');
    session.endSession('logout');
    expect(session.peekEndReason()).toBe('expired');
    expect(session.takeEndReason()).toBe('expired');
    expect(session.takeEndReason()).toBeNull();
    session.setSession(userSession);
    session.endSession('expired');
    session.setSession(userSession);
    expect(session.peekEndReason()).toBeNull();
  });

  it('renders again the components that use it', () => {
    const { result } = renderHook(() => session.useSession());
    expect(result.current).toBeNull();
    act(() => session.setSession(userSession));
    expect(result.current).toEqual(userSession);
    act(() => session.endSession('expired'));
    expect(result.current).toBeNull();
  });
});

/** Tabs of the portal, each with a module of its own; the storage of a tab is its own too. */
async function tabWith(of: session.Session | null): Promise<typeof session> {
  sessionStorage.clear();
  const tab = await freshModule();
  if (of) tab.setSession(of);
  sessionStorage.clear();
  return tab;
}
function logOut(...tabs: (typeof session)[]): void {
  for (const tab of tabs) tab.endSession('logout');
}

describe('a tab that was opened without a session', () => {
  it('takes over that of the open ones, to be confirmed by the server, and keeps it for a reload', async () => {
    const open = await tabWith(userSession);
    const opened = await tabWith(null);
    await eventually(() => expect(opened.getSession()).toEqual(userSession));
    expect(opened.isConfirmed()).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toContain(userSession.token);
    logOut(open);
    await eventually(() => expect(opened.getSession()).toBeNull());
  });

  it.each([
    ['is taken over', [userSession], userSession],
    ['asks for the key where there are two', [userSession, { ...userSession, token: 'f'.repeat(64) }], null],
  ])('waits for tabs that are busy: what they answer late %s', async (_, late, taken) => {
    const busy = new BroadcastChannel(storageKey);
    const answered = new Promise<void>((resolve) => {
      busy.addEventListener('message', ({ data }: MessageEvent<object>) => {
        if (!('asks' in data)) return;
        setTimeout(() => {
          // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target
          for (const one of late) busy.postMessage({ answers: data.asks, session: one });
          resolve();
        }, 400);
      });
    });
    const opened = await tabWith(null);
    await answered;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(opened.getSession()).toEqual(taken);
    busy.close();
    logOut(opened);
  });

  it('asks for the key where they have two', async () => {
    const first = await tabWith(userSession);
    const second = await tabWith({ ...userSession, token: 'f'.repeat(64), keyId: 77 });
    const opened = await tabWith(null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(opened.getSession()).toBeNull();
    logOut(first, second);
  });

  it('is not answered by a tab whose own session nobody has confirmed', async () => {
    sessionStorage.setItem(storageKey, JSON.stringify(userSession));
    const forged = await freshModule();
    expect(forged.isConfirmed()).toBe(false);
    const opened = await tabWith(null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(opened.getSession()).toBeNull();
    logOut(forged);
  });

  it('waits for its own key where its session has ended', async () => {
    const open = await tabWith({ ...userSession, token: 'f'.repeat(64), keyId: 77 });
    sessionStorage.setItem(storageKey, '"expired"');
    const reloaded = await freshModule();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reloaded.getSession()).toBeNull();
    logOut(open);
  });
});
