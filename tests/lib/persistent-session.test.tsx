import { afterEach, describe, expect, it, vi } from 'vitest';
import * as session from '../../src/lib/device/session.ts';
import { userSession } from '../support/render-route.tsx';
import { eventually } from '../support/waiting.ts';

const storageKey = 'portal.session';

/** Loads the module again, as another tab or this tab after a reload does. */
async function freshModule(): Promise<typeof session> {
  vi.resetModules();
  return import('../../src/lib/device/session.ts');
}

const wake = () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

const persistent: session.Session = { ...userSession, token: 'd'.repeat(64), kept: true };
const successor: session.Session = { ...persistent, token: 'e'.repeat(64) };
const somebodyElses: session.Session = { ...persistent, token: 'f'.repeat(64), keyId: 7 };
const inTab = { ...userSession, token: 'c'.repeat(64), keyId: 7 };

/** Sends the event that other tabs get when a tab has stored a session. */
const tellTabs = () => globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKey }));
/** Plays another tab, in which a persistent session was stored. */
const storeInAnotherTab = (next: session.Session) => {
  localStorage.setItem(storageKey, JSON.stringify(next));
  tellTabs();
};
/** The token of a tab's session, and why its last session ended. */
const stateOf = (tab: typeof session) => [tab.getSession()?.token ?? null, tab.peekEndReason()];

describe('a session that is kept on the device', () => {
  // the tabs of a test must not get events of the next test's sessions
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
    session.setSession(persistent);
    expect(session.isConfirmed()).toBe(true);
    expect(sessionStorage.length).toBe(0);
    const other = await openTab();
    expect(other.getSession()).toEqual(persistent);
    expect(other.isConfirmed()).toBe(false);
  });

  it('is logged out in all tabs at once, and leaves nothing stored', async () => {
    session.setSession(persistent);
    const other = await openTab();
    other.endSession('logout');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    await eventually(() => expect(stateOf(session)).toEqual([null, 'logout']));
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect((await openTab()).getSession()).toBeNull();
  });

  it('expires in all tabs for the same reason', async () => {
    session.setSession(persistent);
    const other = await openTab();
    other.endSession('expired');
    await eventually(() => expect(stateOf(session)).toEqual([null, 'expired']));
    expect(localStorage.getItem(storageKey)).not.toContain(persistent.token);
    expect((await openTab()).getSession()).toBeNull();
  });

  it('stays when the session of a single tab ends, and that tab does not adopt it', async () => {
    localStorage.setItem(storageKey, JSON.stringify(persistent));
    sessionStorage.setItem(storageKey, JSON.stringify(inTab));
    const tabWithOwnSession = await openTab();
    expect(tabWithOwnSession.getSession()).toEqual(inTab);
    tabWithOwnSession.endSession('expired');
    expect(tabWithOwnSession.getSession()).toBeNull();
    expect(tabWithOwnSession.persistentSession()).toEqual(persistent);
  });

  it.each(['logout', 'expired'] as const)('survives the late end of an earlier session (%s)', async (reason) => {
    session.setSession(persistent);
    localStorage.setItem(storageKey, JSON.stringify(somebodyElses));
    session.endSession(reason);
    expect(session.persistentSession()).toEqual(somebodyElses);
  });

  it('is adopted by a tab that shows the login, and has to be confirmed first', async () => {
    const tab = await openTab();
    storeInAnotherTab(persistent);
    expect(tab.getSession()).toEqual(persistent);
    expect(tab.isConfirmed()).toBe(false);
  });

  it('is not adopted by a tab that has another session', async () => {
    const tab = await openTab();
    tab.setSession(inTab);
    storeInAnotherTab(persistent);
    expect(tab.getSession()).toEqual(inTab);
    tab.setSession(persistent);
    storeInAnotherTab(somebodyElses);
    expect(tab.getSession()).toEqual(persistent);
  });

  it('is adopted by an expired tab only for the same key, but after a logout for any key', async () => {
    const tab = await openTab();
    tab.setSession(persistent);
    tab.endSession('expired');
    storeInAnotherTab(somebodyElses);
    expect(tab.getSession()).toBeNull();
    storeInAnotherTab(successor);
    expect(stateOf(tab)).toEqual([successor.token, null]);
    tab.endSession('logout');
    storeInAnotherTab(somebodyElses);
    expect(tab.getSession()).toEqual(somebodyElses);
  });

  it('replaces the previous one: tabs of another key expire, tabs of the same key continue', async () => {
    session.setSession(persistent);
    const other = await openTab();
    const tabOfSameKey = await openTab();
    other.setSession(somebodyElses);
    await eventually(() => expect(stateOf(session)).toEqual([null, 'expired']));
    expect(session.persistentSession()).toEqual(somebodyElses);
    tabOfSameKey.setSession(persistent);
    storeInAnotherTab(successor);
    expect(stateOf(tabOfSameKey)).toEqual([successor.token, null]);
    expect(tabOfSameKey.isConfirmed()).toBe(false);
  });

  it('belongs to its tab only, if the device has no space for it', async () => {
    const fullStorage = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    session.setSession(persistent);
    expect(fullStorage).toHaveBeenCalledTimes(2);
    expect(localStorage.length).toBe(0);
    expect((await openTab()).getSession()).toEqual(persistent);
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
    ['expired', persistent, 'expired'],
    ['logout', userSession, 'unseen'],
    ['logout', persistent, 'unseen'],
  ] as const)('notices an end that it missed (%s)', async (reason, missedSession, noticed) => {
    session.setSession(missedSession);
    const awake = await freshModule();
    // a sleeping page gets no messages
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined);
    awake.endSession(reason);
    expect(session.getSession()).toEqual(missedSession);
    wake();
    expect(stateOf(session)).toEqual([null, noticed]);
  });

  it('leaves its screens first if somebody else has logged in meanwhile', async () => {
    // tokens of this test only, because tabs of earlier tests may still get events of theirs
    const next = { ...somebodyElses, token: '1'.repeat(64) };
    session.setSession({ ...persistent, token: '2'.repeat(64) });
    localStorage.setItem(storageKey, JSON.stringify(next));
    wake();
    expect(stateOf(session)).toEqual([null, 'unseen']);
    await eventually(() => expect(session.getSession()).toEqual(next));
    expect(session.isConfirmed()).toBe(false);
    session.endSession('logout');
  });
});
