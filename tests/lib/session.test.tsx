import { renderHook, act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as session from '../../src/lib/device/session.ts';
import { userSession } from '../support/render-route.tsx';
import { eventually } from '../support/waiting.ts';

const storageKey = 'portal.session';
/** Longer than a tab waits for further answers of other tabs (`answerWaitMs`). */
const afterAnswersMs = 300;

/** Loads the module again, as another tab or this tab after a reload does. */
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

  it('is only in memory if the storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const moduleWithoutStorage = await freshModule();
    moduleWithoutStorage.setSession(userSession);
    expect(moduleWithoutStorage.getSession()).toEqual(userSession);
    moduleWithoutStorage.endSession('logout');
    expect(moduleWithoutStorage.getSession()).toBeNull();
  });

  it('deletes at its end everything that its tab stored', () => {
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

  it('ends in every tab that has the same session, and in no other', async () => {
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

/** A tab of the portal with its own module and its own storage. */
async function tabWith(initialSession: session.Session | null): Promise<typeof session> {
  sessionStorage.clear();
  const tab = await freshModule();
  if (initialSession) tab.setSession(initialSession);
  sessionStorage.clear();
  return tab;
}
function logOut(...tabs: (typeof session)[]): void {
  for (const tab of tabs) tab.endSession('logout');
}

describe('a tab that was opened without a session', () => {
  it('adopts the session of the open tabs, to be confirmed by the server, and stores it for a reload', async () => {
    const open = await tabWith(userSession);
    const newTab = await tabWith(null);
    await eventually(() => expect(newTab.getSession()).toEqual(userSession));
    expect(newTab.isConfirmed()).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toContain(userSession.token);
    logOut(open);
    await eventually(() => expect(newTab.getSession()).toBeNull());
  });

  it.each([
    ['takes over their session', [userSession], userSession],
    ['asks for the key if they have two sessions', [userSession, { ...userSession, token: 'f'.repeat(64) }], null],
  ])('waits for the late answers of busy tabs, and %s', async (_, lateAnswers, adopted) => {
    const busy = new BroadcastChannel(storageKey);
    const answerSent = new Promise<void>((resolve) => {
      busy.addEventListener('message', ({ data }: MessageEvent<object>) => {
        if (!('asks' in data)) return;
        setTimeout(() => {
          // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target
          for (const lateSession of lateAnswers) busy.postMessage({ answers: data.asks, session: lateSession });
          resolve();
          // longer than `answerWaitMs`, which begins only with the first answer
        }, 400);
      });
    });
    const newTab = await tabWith(null);
    await answerSent;
    await new Promise((resolve) => setTimeout(resolve, afterAnswersMs));
    expect(newTab.getSession()).toEqual(adopted);
    busy.close();
    logOut(newTab);
  });

  it('asks for the key if the open tabs have two sessions', async () => {
    const first = await tabWith(userSession);
    const second = await tabWith({ ...userSession, token: 'f'.repeat(64), keyId: 77 });
    const newTab = await tabWith(null);
    await new Promise((resolve) => setTimeout(resolve, afterAnswersMs));
    expect(newTab.getSession()).toBeNull();
    logOut(first, second);
  });

  it('gets no answer from a tab whose own session is not confirmed', async () => {
    sessionStorage.setItem(storageKey, JSON.stringify(userSession));
    const tabWithForgedSession = await freshModule();
    expect(tabWithForgedSession.isConfirmed()).toBe(false);
    const newTab = await tabWith(null);
    await new Promise((resolve) => setTimeout(resolve, afterAnswersMs));
    expect(newTab.getSession()).toBeNull();
    logOut(tabWithForgedSession);
  });

  it('waits for its own key if its session has ended', async () => {
    const open = await tabWith({ ...userSession, token: 'f'.repeat(64), keyId: 77 });
    sessionStorage.setItem(storageKey, '"expired"');
    const reloadedTab = await freshModule();
    await new Promise((resolve) => setTimeout(resolve, afterAnswersMs));
    expect(reloadedTab.getSession()).toBeNull();
    logOut(open);
  });
});
