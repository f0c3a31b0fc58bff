import { afterEach, describe, expect, it, vi } from 'vitest';
import * as session from '../../src/lib/session.ts';
import { userSession } from '../support/render-route.tsx';
import { eventually } from '../support/waiting.ts';

const storageKey = 'portal.session';

/** The module as another tab, or this one after a reload, would load it. */
async function freshModule(): Promise<typeof session> {
  vi.resetModules();
  return import('../../src/lib/session.ts');
}

const wake = () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

const kept: session.Session = { ...userSession, token: 'd'.repeat(64), kept: true };
const successor: session.Session = { ...kept, token: 'e'.repeat(64) };
const somebodyElses: session.Session = { ...kept, token: 'f'.repeat(64), keyId: 7 };
const inTab = { ...userSession, token: 'c'.repeat(64), keyId: 7 };

/** What the browser tells the other tabs when one has kept a session. */
const tellTabs = () => globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKey }));
const keepElsewhere = (next: session.Session) => {
  localStorage.setItem(storageKey, JSON.stringify(next));
  tellTabs();
};
const wordsAbout = (tab: typeof session) => [tab.getSession()?.token ?? null, tab.peekEndReason()];

describe('a session that is kept on the device', () => {
  // the tab of one test must not hear of the sessions of the next
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

  it('is found by every new tab, which knows that nobody has confirmed it yet', async () => {
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

  it('expires in all tabs with the same words', async () => {
    session.setSession(kept);
    const other = await openTab();
    other.endSession('expired');
    await eventually(() => expect(wordsAbout(session)).toEqual([null, 'expired']));
    expect(localStorage.getItem(storageKey)).not.toContain(kept.token);
    expect((await openTab()).getSession()).toBeNull();
  });

  it('stays when a tab of its own leaves, and is not taken over by that tab', async () => {
    localStorage.setItem(storageKey, JSON.stringify(kept));
    sessionStorage.setItem(storageKey, JSON.stringify(inTab));
    const own = await openTab();
    expect(own.getSession()).toEqual(inTab);
    own.endSession('expired');
    expect(own.getSession()).toBeNull();
    expect(own.keptSession()).toEqual(kept);
  });

  it.each(['logout', 'expired'] as const)('outlives an earlier one that has its %s late', async (reason) => {
    session.setSession(kept);
    localStorage.setItem(storageKey, JSON.stringify(somebodyElses));
    session.endSession(reason);
    expect(session.keptSession()).toEqual(somebodyElses);
  });

  it('brings in a tab that is at the login, to be confirmed first', async () => {
    const tab = await openTab();
    keepElsewhere(kept);
    expect(tab.getSession()).toEqual(kept);
    expect(tab.isConfirmed()).toBe(false);
  });

  it('leaves a tab alone that has another session', async () => {
    const tab = await openTab();
    tab.setSession(inTab);
    keepElsewhere(kept);
    expect(tab.getSession()).toEqual(inTab);
    tab.setSession(kept);
    keepElsewhere(somebodyElses);
    expect(tab.getSession()).toEqual(kept);
  });

  it('brings in a tab whose session expired only for the same key, and after a logout for any', async () => {
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

  it('replaces the one before: its tabs end as if it had expired, those of the same key go on', async () => {
    session.setSession(kept);
    const other = await openTab();
    const same = await openTab();
    other.setSession(somebodyElses);
    await eventually(() => expect(wordsAbout(session)).toEqual([null, 'expired']));
    expect(session.keptSession()).toEqual(somebodyElses);
    same.setSession(kept);
    keepElsewhere(successor);
    expect(wordsAbout(same)).toEqual([successor.token, null]);
    expect(same.isConfirmed()).toBe(false);
  });

  it('is the tab’s where the device has no room for it', async () => {
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
  it('goes on with a session that is still there', () => {
    session.setSession(userSession);
    wake();
    expect(session.getSession()).toEqual(userSession);
  });

  it.each([
    ['expired', userSession, 'expired'],
    ['expired', kept, 'expired'],
    ['logout', userSession, 'unseen'],
    ['logout', kept, 'unseen'],
  ] as const)('that missed an end by %s has it', async (reason, one, known) => {
    session.setSession(one);
    const awake = await freshModule();
    // a sleeping page hears nothing
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined);
    awake.endSession(reason);
    expect(session.getSession()).toEqual(one);
    wake();
    expect(wordsAbout(session)).toEqual([null, known]);
  });

  it('leaves its screens first when somebody else is logged in by now', async () => {
    // tokens of this test alone: tabs of those before it may still hear of theirs
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
