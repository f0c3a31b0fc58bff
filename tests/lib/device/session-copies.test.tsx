import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyOwners, keepResult, savedResult, keepFile } from '../../../src/lib/device/copies.ts';
import { copyOwner, rememberSession, mayReadCopies, expireCopies } from '../../../src/lib/device/session-copies.ts';
import { pathsIn } from '../../../src/lib/device/database.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { fakeStorage, storedNames } from '../../support/fake-storage.ts';
import { adminSession } from '../../support/render-route.tsx';
import { eventually } from '../../support/waiting.ts';
import { result, client, day, file, hour, other, owner, photo, technician } from './some-copies.ts';

const kept: Session = { ...client, kept: true, expiresAt: new Date(Date.now() + 30 * day).toISOString() };

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
});
afterEach(() => vi.useRealTimers());

const filesNow = (whose = owner) => [...(caches.get(`portal.saved/${whose}`)?.files.keys() ?? [])];

describe('a stored session', () => {
  it('reads the copies of its key and role once the server has confirmed it, and no others', async () => {
    setSession(client);
    await keepResult(owner, 'a', result);
    expect(await mayReadCopies(client)).toBe(false);
    await rememberSession(client);
    expect(await mayReadCopies(client)).toBe(true);
    const made: Partial<Session>[] = [{ role: 'technician' }, { role: 'admin' }, { keyId: 3 }];
    for (const one of made) expect(await mayReadCopies({ ...client, ...one }), JSON.stringify(one)).toBe(false);
  });

  it('reads nothing after its end, whatever end the browser has stored', async () => {
    setSession(client);
    await keepResult(owner, 'a', result);
    await rememberSession(client);
    expect(await mayReadCopies({ ...client, expiresAt: '2020-01-01T00:00:00Z' })).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * hour });
    expect(await mayReadCopies({ ...client, expiresAt: '2099-01-01T00:00:00Z' })).toBe(false);
  });

  it.each([
    ['that was unused for an hour', client, 61 * 60_000],
    ['that was kept and unused for a week', kept, 7 * day + hour],
    ['with a clock that was set back', client, -hour],
  ])('%s reads nothing: the server has ended it or may have', async (_, session, later) => {
    setSession(session);
    await keepResult(owner, 'a', result);
    await rememberSession(session);
    expect(await mayReadCopies(session)).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    expect(await mayReadCopies(session)).toBe(false);
  });

  it('may read for another hour after each answer of the server', async () => {
    setSession(client);
    await keepResult(owner, 'a', result);
    await rememberSession(client);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 60_000 });
    await rememberSession(client);
    vi.setSystemTime(Date.now() + 50 * 60_000);
    expect(await mayReadCopies(client)).toBe(true);
  });

  it('reads nothing where there are no copies', async () => {
    setSession(client);
    await rememberSession(client);
    expect(await mayReadCopies(client)).toBe(false);
  });

  it('that ends while it is being noted is not noted', async () => {
    setSession(client);
    const noting = rememberSession(client);
    endSession('logout');
    await noting;
    expect(await storedNames()).toEqual([]);
  });
});

async function begin(session: Session) {
  const whose = copyOwner(session) ?? '';
  setSession(session);
  await rememberSession(session);
  await keepResult(whose, 'a', result);
  await keepFile(whose, photo, await file(10));
}

describe('the end of a session', () => {
  it('by a logout deletes all copies of its key, and of no other', async () => {
    await begin(client);
    // of a tab that is still open
    await keepFile(other, photo, await file(10));
    endSession('logout');
    await eventually(async () => expect([...(await copyOwners())]).toEqual([other]));
    expect(filesNow(other)).toHaveLength(1);
  });

  it('by an expiry keeps them for the next login of the key, hidden until then', async () => {
    await begin(client);
    endSession('expired');
    await eventually(async () => expect(await mayReadCopies(client)).toBe(false));
    const next = { ...client, token: 'e'.repeat(64) };
    setSession(next);
    await rememberSession(next);
    expect(await mayReadCopies(next)).toBe(true);
    expect(await savedResult(owner, 'a')).toEqual(result);
  });

  it.each([
    ['after its expiry', client, technician, () => endSession('expired')],
    ['and replaces a kept session', kept, { ...technician, kept: true }, () => {}],
    ['in a tab of its own', client, technician, () => {}],
    ['as an admin, of whom nothing is kept', kept, adminSession, () => {}],
  ])('leaves no copies to another key that logs in %s', async (_, before, next, leave) => {
    await begin(before);
    leave();
    setSession(next);
    await rememberSession(next);
    expect([await pathsIn('portal.saved/'), [...(await copyOwners())], caches.size]).toEqual([[], [], 0]);
  });

  it('leaves the copies of its key at its next login, and when the server confirms a stored session', async () => {
    await begin(client);
    setSession({ ...client, site: 'Selasih Park Residences' });
    const again = { ...client, token: 'e'.repeat(64), expiresAt: new Date(Date.now() + 11 * hour).toISOString() };
    setSession(again);
    await rememberSession(again);
    expect(await savedResult(owner, 'a')).toEqual(result);
  });

  it('leaves the copies of whoever logged in last when another tab of another key goes on', async () => {
    await begin(client);
    await begin(technician);
    // the other tab
    setSession(client);
    await rememberSession(client);
    expect([...(await copyOwners())]).toEqual([other]);
  });

  it('removes the copies of others at the next confirmation when the page was closed after the login', async () => {
    await begin(client);
    setSession(technician);
    expect([...(await copyOwners())]).toEqual([owner]);
    await rememberSession(technician);
    expect([...(await copyOwners())]).toEqual([]);
  });

  it('by an expiry leaves another session of the same key its right to read them', async () => {
    await begin(kept);
    const inTab = { ...client, token: 'd'.repeat(64) };
    setSession(inTab);
    await rememberSession(inTab);
    endSession('expired');
    await eventually(async () => expect(await mayReadCopies(inTab)).toBe(false));
    expect(await mayReadCopies(kept)).toBe(true);
  });

  it('is forgotten once it is over', async () => {
    await begin(client);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour });
    await expireCopies();
    expect(await pathsIn('portal.session/')).toEqual([]);
  });
});
