import { afterEach, describe, expect, it, vi } from 'vitest';
import * as session from '../../src/lib/device/session.ts';
import { userSession } from '../support/render-route.tsx';
import { eventually } from '../support/waiting.ts';

const storageKey = 'portal.session';

/** The module as another tab, or this one after a reload, would load it. */
async function freshModule(): Promise<typeof session> {
  vi.resetModules();
  return import('../../src/lib/device/session.ts');
}

const wake = () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

const kept: session.Session = { ...userSession, token: 'd'.repeat(64), kept: true };
const successor: session.Session = { ...kept, token: 'e'.repeat(64) };
const somebodyElses: session.Session = { ...kept, token: 'f'.repeat(64), keyId: 7 };
const inTab = { ...userSession, token: 'c'.repeat(64), keyId: 7 };

/** The event that other tabs get when one has stored a session. */
const tellTabs = () => globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKey }));
const keepElsewhere = (next: session.Session) => {
  localStorage.setItem(storageKey, JSON.stringify(next));
  tellTabs();
};
const wordsAbout = (tab: typeof session) => [tab.getSession()?.token ?? null, tab.peekEndReason()];

describe('a session that is kept on the device', () => {
  // the tab of one test must not get events of the sessions of the next
  const tabs: (typeof session)[] = [];
  const openTab = async () => {
    const tab = await freshModule();
    tabs.push(tab);
    return tab;
  };
  afterEach(() => {
    localStorage.clear();
    for (const tab of tabs.splice(0)) tab.setSession({ ...userSession, token: 'left behind' });
    session.setSession(userSession);
  });

  it('is found by every new tab, as one that the server has not confirmed yet', async () => {
    session.setSession(kept);
    expect(session.isConfirmed()).toBe(true);
    expect(sessionStorage.length).toBe(0);
    const other = await openTab();
    expect(other.getSession()).toEqual(kept);
    expect(other.isConfirmed()).toBe(false);
  });

  it('is logged out in all tabs at once, and leaves nothing stored', async () => {
    session.setSession(kept);
    const other = await openTab();
    other.endSession('logout');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    await eventually(() => expect(wordsAbout(session)).toEqual([null, 'logout']));
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect((await openTab()).getSession()).toBeNull();
  });

  it('expires in all tabs for the same reason', async () => {
    session.setSession(kept);
    const other = await openTab();
    other.endSession('expired');
    await eventually(() => expect(wordsAbout(session)).toEqual([null, 'expired']));
    expect(localStorage.getItem(storageKey)).not.toContain(kept.token);
    expect((await openTab()).getSession()).toBeNull();
  });

  it('stays when the session of a single tab ends, and that tab does not take it over', async () => {
    localStorage.setItem(storageKey, JSON.stringify(kept));
    sessionStorage.setItem(storageKey, JSON.stringify(inTab));
    const own = await openTab();
    expect(own.getSession()).toEqual(inTab);
    own.endSession('expired');
    expect(own.getSession()).toBeNull();
    expect(own.persistentSession()).toEqual(kept);
  });

  it.each(['logout', 'expired'] as const)('survives the late end of an earlier one (%s)', async (reason) => {
    session.setSession(kept);
    localStorage.setItem(storageKey, JSON.stringify(somebodyElses));
    session.endSession(reason);
    expect(session.persistentSession()).toEqual(somebodyElses);
  });

  it('is taken over by a tab that shows the login, to be confirmed first', async () => {
    const tab = await openTab();
    keepElsewhere(kept);
    expect(tab.getSession()).toEqual(kept);
    expect(tab.isConfirmed()).toBe(false);
  });

  it('is not taken over by a tab that has another session', async () => {
    const tab = await openTab();
    tab.setSession(inTab);
    keepElsewhere(kept);
    expect(tab.getSession()).toEqual(inTab);
    tab.setSession(kept);
    keepElsewhere(somebodyElses);
    expect(tab.getSession()).toEqual(kept);
  });

  it('is taken over by an expired tab only for the same key, but after a logout for any key', async () => {
    const tab = await openTab();
    tab.setSession(kept);
    tab.endSession('expired');
    keepElsewhere(somebodyElses);
    expect(tab.getSession()).toBeNull();
    keepElsewhere(successor);
    expect(wordsAbout(tab)).toEqual([successor.token, null]);
    tab.endSession('logout');
    keepElsewhere(somebodyElses);
    expect(tab.getSession()).toEqual(somebodyElses);
  });

  it('replaces the one before: tabs of another key expire, those of the same key continue', async () => {
    session.setSession(kept);
    const other = await openTab();
    const same = await openTab();
    other.setSession(somebodyElses);
    await eventually(() => expect(wordsAbout(session)).toEqual([null, 'expired']));
    expect(session.persistentSession()).toEqual(somebodyElses);
    same.setSession(kept);
    keepElsewhere(successor);
    expect(wordsAbout(same)).toEqual([successor.token, null]);
    expect(same.isConfirmed()).toBe(false);
  });

  it('belongs to the tab where the device has no space for it', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    session.setSession(kept);
    expect(full).toHaveBeenCalledTimes(2);
    expect(localStorage.length).toBe(0);
    expect((await openTab()).getSession()).toEqual(kept);
    session.endSession('logout');
    expect(sessionStorage.length).toBe(0);
  });
});

describe('a page woken from the back-forward cache', () => {
  it('continues with a session that still exists', () => {
    session.setSession(userSession);
    wake();
    expect(session.getSession()).toEqual(userSession);
  });

  it.each([
    ['expired', userSession, 'expired'],
    ['expired', kept, 'expired'],
    ['logout', userSession, 'unseen'],
    ['logout', kept, 'unseen'],
  ] as const)('notices an end that it missed (%s)', async (reason, one, known) => {
    session.setSession(one);
    const awake = await freshModule();
    // a sleeping page gets no messages
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined);
    awake.endSession(reason);
    expect(session.getSession()).toEqual(one);
    wake();
    expect(wordsAbout(session)).toEqual([null, known]);
  });

  it('leaves its screens first when somebody else has logged in meanwhile', async () => {
    // tokens of this test alone: tabs of earlier tests may still get events of theirs
    const next = { ...somebodyElses, token: '1'.repeat(64) };
    session.setSession({ ...kept, token: '2'.repeat(64) });
    localStorage.setItem(storageKey, JSON.stringify(next));
    wake();
    expect(wordsAbout(session)).toEqual([null, 'unseen']);
    await eventually(() => expect(session.getSession()).toEqual(next));
    expect(session.isConfirmed()).toBe(false);
    session.endSession('logout');
  });
});
