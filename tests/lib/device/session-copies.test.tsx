import { IDBObjectStore as FakeStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  copyStoresAnswer,
  copyOwners,
  fileSizesOf,
  hasCopies,
  storeFileCopy,
  storeResultCopy,
  readFileCopy,
  readResultCopy,
} from '../../../src/lib/device/copies.ts';
import { pathsIn } from '../../../src/lib/device/database.ts';
import {
  copyOwner,
  expireCopies,
  hasInheritedCopies,
  mayReadCopies,
  noteInheritedChecked,
  rememberSession,
} from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { fakeStorage, storedNames } from '../../support/fake-storage.ts';
import { hangCaches, hangTransactions } from '../../support/hanging-stores.ts';
import { adminSession } from '../../support/render-route.tsx';
import { eventually, hurry } from '../../support/waiting.ts';
import { result, client, day, file, hour, other, owner, photo, technician } from './some-copies.ts';

const persistent: Session = { ...client, kept: true, expiresAt: new Date(Date.now() + 30 * day).toISOString() };

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
});
afterEach(() => vi.useRealTimers());

const filesNow = (copiesOf = owner) => [...(caches.get(`portal.saved/${copiesOf}`)?.files.keys() ?? [])];

describe('a stored session', () => {
  it('reads the copies of its key and role once the server has confirmed it, and no others', async () => {
    setSession(client);
    await storeResultCopy(owner, 'a', result);
    expect(await mayReadCopies(client)).toBe(false);
    await rememberSession(client);
    expect(await mayReadCopies(client)).toBe(true);
    const changes: Partial<Session>[] = [{ role: 'technician' }, { role: 'admin' }, { keyId: 3 }];
    for (const change of changes)
      expect(await mayReadCopies({ ...client, ...change }), JSON.stringify(change)).toBe(false);
  });

  it('reads nothing after its end, whatever end the browser has stored', async () => {
    setSession(client);
    await storeResultCopy(owner, 'a', result);
    await rememberSession(client);
    expect(await mayReadCopies({ ...client, expiresAt: '2020-01-01T00:00:00Z' })).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * hour });
    expect(await mayReadCopies({ ...client, expiresAt: '2099-01-01T00:00:00Z' })).toBe(false);
  });

  it.each([
    ['that was unused for an hour', client, 61 * 60_000],
    ['that was kept and unused for a week', persistent, 7 * day + hour],
    ['with a clock that was set back', client, -hour],
  ])('%s reads nothing, because the server has ended it or may have ended it', async (_, session, later) => {
    setSession(session);
    await storeResultCopy(owner, 'a', result);
    await rememberSession(session);
    expect(await mayReadCopies(session)).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    expect(await mayReadCopies(session)).toBe(false);
  });

  it('may read for another hour after each answer of the server', async () => {
    setSession(client);
    await storeResultCopy(owner, 'a', result);
    await rememberSession(client);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 60_000 });
    await rememberSession(client);
    vi.setSystemTime(Date.now() + 50 * 60_000);
    expect(await mayReadCopies(client)).toBe(true);
  });

  it('reads nothing if there are no copies', async () => {
    setSession(client);
    await rememberSession(client);
    expect(await mayReadCopies(client)).toBe(false);
  });

  it('is not remembered if it ends while it is being remembered', async () => {
    setSession(client);
    const remembering = rememberSession(client);
    endSession('logout');
    await remembering;
    expect(await storedNames()).toEqual([]);
  });
});

/** Logs in, and stores a copy of a result and of a file. */
async function begin(session: Session) {
  const ownerOfCopies = copyOwner(session) ?? '';
  setSession(session);
  await rememberSession(session);
  await storeResultCopy(ownerOfCopies, 'a', result);
  await storeFileCopy(ownerOfCopies, photo, await file(10));
}

describe('the end of a session', () => {
  it('by a logout deletes all copies of its key, and of no other', async () => {
    await begin(client);
    // the copies of a tab that is still open
    await storeFileCopy(other, photo, await file(10));
    endSession('logout');
    await eventually(async () => expect([...(await copyOwners())]).toEqual([other]));
    expect(filesNow(other)).toHaveLength(1);
  });

  it('by an expiry leaves them for the next login of the key, and hides them until then', async () => {
    await begin(client);
    endSession('expired');
    await eventually(async () => expect(await mayReadCopies(client)).toBe(false));
    const next = { ...client, token: 'e'.repeat(64) };
    setSession(next);
    await rememberSession(next);
    expect(await mayReadCopies(next)).toBe(true);
    expect(await readResultCopy(owner, 'a')).toEqual(result);
  });

  it.each([
    ['after its expiry', client, technician, () => endSession('expired')],
    ['and replaces a kept session', persistent, { ...technician, kept: true }, () => {}],
    ['in a tab of its own', client, technician, () => {}],
    ['as an admin, of whom nothing is kept', persistent, adminSession, () => {}],
  ])('leaves no copies to another key that logs in %s', async (_, before, next, leave) => {
    await begin(before);
    leave();
    setSession(next);
    await rememberSession(next);
    expect([await pathsIn('portal.saved/'), [...(await copyOwners())], caches.size]).toEqual([[], [], 0]);
  });

  it('leaves the copies of its key at the next login of the key, and when the server confirms a stored session', async () => {
    await begin(client);
    setSession({ ...client, site: 'Selasih Park Residences' });
    const laterSession = {
      ...client,
      token: 'e'.repeat(64),
      expiresAt: new Date(Date.now() + 11 * hour).toISOString(),
    };
    setSession(laterSession);
    await rememberSession(laterSession);
    expect(await readResultCopy(owner, 'a')).toEqual(result);
  });

  it('leaves the copies of the last login when another tab with another key continues', async () => {
    await begin(client);
    await begin(technician);
    // the other tab
    setSession(client);
    await rememberSession(client);
    expect([...(await copyOwners())]).toEqual([other]);
  });

  it('removes the copies of others at the next confirmation if the page was closed after the login', async () => {
    await begin(client);
    setSession(technician);
    expect([...(await copyOwners())]).toEqual([owner]);
    await rememberSession(technician);
    expect([...(await copyOwners())]).toEqual([]);
  });

  it('by an expiry leaves another session of the same key its right to read them', async () => {
    await begin(persistent);
    const inTab = { ...client, token: 'd'.repeat(64) };
    setSession(inTab);
    await rememberSession(inTab);
    endSession('expired');
    await eventually(async () => expect(await mayReadCopies(inTab)).toBe(false));
    expect(await mayReadCopies(persistent)).toBe(true);
  });

  it('is no longer remembered once it is over', async () => {
    await begin(client);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour });
    await expireCopies();
    expect(await pathsIn('portal.session/')).toEqual([]);
  });
});

describe('the copies of a key that was replaced', () => {
  const next: Session = { ...technician, keyId: 50, token: '9'.repeat(64), predecessors: [technician.keyId ?? 0] };
  const successor = copyOwner(next) ?? '';
  const pinnedFile = 'sites/3/50.pdf';

  it('pass to its successor at the login: results, notes of pinned sites and files, each once', async () => {
    await begin(technician);
    await storeResultCopy(other, 'kept/3', { value: { visits: 1 }, at: 5 }, true);
    await storeFileCopy(other, pinnedFile, await file(50), true);
    endSession('expired');
    setSession(next);
    await rememberSession(next);
    expect([...(await copyOwners())]).toEqual([successor]);
    expect(await readResultCopy(successor, 'a')).toEqual(result);
    expect(await readResultCopy(successor, 'kept/3')).toEqual({ value: { visits: 1 }, at: 5 });
    expect([...(await fileSizesOf(successor))]).toEqual([
      [photo, 10],
      [pinnedFile, 50],
    ]);
    expect((await readFileCopy(successor, pinnedFile))?.size).toBe(50);
    expect(caches.has(`portal.saved/${other}`)).toBe(false);
    expect(await mayReadCopies(next)).toBe(true);
    // pinned copies are not evicted when nobody uses them; other copies are
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * day });
    await expireCopies();
    expect([...(await fileSizesOf(successor)).keys()]).toEqual([pinnedFile]);
  });

  it('count as unchecked until a refresh has checked all of them', async () => {
    await begin(technician);
    expect(await hasInheritedCopies()).toBe(false);
    setSession(next);
    const remembering = rememberSession(next);
    // the same session, confirmed again meanwhile
    void rememberSession(next);
    expect(await hasInheritedCopies()).toBe(true);
    await remembering;
    // the first refresh failed
    expect(await hasInheritedCopies()).toBe(true);
    noteInheritedChecked();
    expect(await hasInheritedCopies()).toBe(false);
  });

  it('do not replace what the successor has read since', async () => {
    await begin(technician);
    await storeResultCopy(other, 'b', { value: 'old', at: 1 }, true);
    setSession(next);
    await storeResultCopy(successor, 'a', { value: 'newer', at: 2_000 });
    await storeResultCopy(successor, 'b', { value: 'newer', at: 2_000 });
    await storeFileCopy(successor, photo, await file(7));
    await rememberSession(next);
    expect((await readResultCopy(successor, 'a'))?.value).toBe('newer');
    expect((await readResultCopy(successor, 'b'))?.value).toBe('newer');
    expect((await readFileCopy(successor, photo))?.size).toBe(7);
    // the site is pinned as before
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * day });
    await expireCopies();
    expect([await readResultCopy(successor, 'a'), (await readResultCopy(successor, 'b'))?.value]).toEqual([
      null,
      'newer',
    ]);
  });

  it('go on passing at the next confirmation if the page was closed in between', async () => {
    await begin(technician);
    for (const name of ['1', '2', '3']) await storeFileCopy(other, `sites/3/${name}.jpg`, await file(9));
    setSession(next);
    let puts = 0;
    const cache = await globalThis.caches.open(`portal.saved/${successor}`);
    const put = cache.put.bind(cache);
    vi.spyOn(cache, 'put').mockImplementation(async (...args) => {
      puts += 1;
      // the page closes, so the session is over for it
      if (puts === 2) endSession('unseen');
      await put(...args);
    });
    await rememberSession(next);
    expect([...(await copyOwners())].toSorted()).toEqual([other, successor].toSorted());
    setSession(next);
    await rememberSession(next);
    expect([...(await copyOwners())]).toEqual([successor]);
    expect((await fileSizesOf(successor)).size).toBe(4);
  });

  it.each([
    ['caches', hangCaches],
    ['database', hangTransactions],
  ])(
    'are all there after the %s did not answer while they passed',
    async (_, hang) => {
      await begin(technician);
      await storeFileCopy(other, pinnedFile, await file(50), true);
      endSession('expired');
      setSession(next);
      const releases: (() => void)[] = [];
      // oxlint-disable-next-line typescript/unbound-method -- called with its store below
      const { get } = FakeStore.prototype;
      vi.spyOn(FakeStore.prototype, 'get').mockImplementation(function getAndHang(this: IDBObjectStore, name) {
        // the first copy is being read
        if (releases.length === 0 && name === `portal.saved/${other}/answer/a`)
          releases.push(hang(), hurry({ deviceHangs: true }));
        return get.call(this, name);
      });
      await rememberSession(next);
      expect(releases).not.toEqual([]);
      for (const release of releases) release();
      await eventually(() => expect(copyStoresAnswer()).toBe(true));
      await rememberSession(next);
      expect([...(await copyOwners())]).toEqual([successor]);
      expect(await readResultCopy(successor, 'a')).toEqual(result);
      expect([(await readFileCopy(successor, photo))?.size, (await readFileCopy(successor, pinnedFile))?.size]).toEqual(
        [10, 50],
      );
    },
    20_000,
  );

  it('use no more space than before, even on a full device', async () => {
    await begin(technician);
    await storeFileCopy(other, pinnedFile, await file(50), true);
    setSession(next);
    const cache = await globalThis.caches.open(`portal.saved/${successor}`);
    const put = cache.put.bind(cache);
    vi.spyOn(cache, 'put').mockImplementation(async (...args) => {
      const allFiles = [...filesNow(other), ...filesNow(successor)];
      if (allFiles.length >= 2) throw new DOMException('full', 'QuotaExceededError');
      await put(...args);
    });
    await rememberSession(next);
    expect([...(await fileSizesOf(successor)).keys()].toSorted()).toEqual([photo, pinnedFile].toSorted());
  });

  it('are deleted by a logout meanwhile, including those that have not passed yet', async () => {
    await begin(technician);
    setSession(next);
    const remembering = rememberSession(next);
    endSession('logout');
    await remembering;
    await eventually(async () => expect([...(await copyOwners())]).toEqual([]));
    expect(await pathsIn('portal.saved/')).toEqual([]);
  });

  it.each([
    ['another key of the same role', { predecessors: [] }],
    ['the successor of another key', { predecessors: [49] }],
    ['a client whose predecessor has the same number', { role: 'user' as const, site: 'One' }],
    ['an admin', { role: 'admin' as const }],
  ])('do not pass to %s', async (_, values) => {
    await begin(technician);
    const stranger: Session = { ...next, ...values };
    setSession(stranger);
    await rememberSession(stranger);
    expect([...(await copyOwners())]).toEqual([]);
    expect(await hasCopies(copyOwner(stranger) ?? '')).toBe(false);
  });
});
