import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  copyOwners,
  hasCopies,
  storeResultCopy,
  readResultCopy,
  spaceLimit,
  evictUnused,
  type CopyNote,
  hasFileCopy,
  storeFileCopy,
  fileSizesOf,
  roomForFiles,
  unknownRoom,
  removePinned,
  readFileCopy,
} from '../../../src/lib/device/copies.ts';
import { writeStored, pathsIn, readStored } from '../../../src/lib/device/database.ts';
import { copyOwner, expireCopies } from '../../../src/lib/device/session-copies.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { adminSession } from '../../support/render-route.tsx';
import { eventually, hurry } from '../../support/waiting.ts';
import { result, client, day, file, hour, other, owner, photo } from './some-copies.ts';

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
});
afterEach(() => vi.useRealTimers());

const filesNow = (copiesOf = owner) => [...(caches.get(`portal.saved/${copiesOf}`)?.files.keys() ?? [])];

/** The path of the note about the use of a copy. @param name such as `2.user/file/…` */
const pathOfUse = (name: string) => `portal.saved/${name.replace('/', '/use/')}`;

/** Sets the size of a copy and how long ago it was used. */
async function setNote(name: string, use: Partial<CopyNote> & { age?: number }): Promise<void> {
  const before = await readStored<CopyNote>(pathOfUse(name));
  const { age = 0, ...rest } = use;
  await writeStored(pathOfUse(name), { size: 0, pinned: false, ...before, used: Date.now() - age, ...rest });
}

describe('the owner of copies', () => {
  it('is a key and a role, and never an admin', () => {
    expect(owner).toBe('2.user');
    expect(copyOwner({ ...client, role: 'technician' })).toBe('2.technician');
    expect([copyOwner(adminSession), copyOwner(null)]).toEqual([null, null]);
  });

  it('is the only one who finds the copies', async () => {
    await storeResultCopy(owner, '["maintables"]', result);
    await storeFileCopy(owner, photo, await file(10));
    expect(await readResultCopy(owner, '["maintables"]')).toEqual(result);
    expect((await readFileCopy(owner, photo))?.size).toBe(10);
    expect([await hasCopies(owner), await hasCopies(other)]).toEqual([true, false]);
    expect([await readResultCopy(other, '["maintables"]'), await readFileCopy(other, photo)]).toEqual([null, null]);
  });
});

async function roomIn(quota: number, usage: number): Promise<number> {
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota, usage }) } });
  return roomForFiles(owner);
}

describe('the space of copies', () => {
  it('is limited by removing files first, and those that were unused for longest before the others', async () => {
    await storeResultCopy(owner, 'a', result);
    for (const name of ['old', 'new', 'kept', 'gone']) {
      await storeFileCopy(owner, name, await file(10), name === 'kept');
    }
    const size = spaceLimit / 2;
    await setNote(`${owner}/file/kept`, { size, age: 4 * hour });
    await setNote(`${owner}/file/old`, { size, age: 3 * hour });
    await setNote(`${owner}/file/new`, { size: size - 1_000, age: hour });
    await setNote(`${owner}/file/gone`, { size: 1, age: 31 * day });
    await setNote(`${owner}/answer/a`, { size: 1_001, age: 2 * hour });
    await evictUnused(owner);
    expect(filesNow().toSorted()).toEqual(['/saved/kept', '/saved/new']);
    expect(await readResultCopy(owner, 'a')).toEqual(result);
  });

  it('does not include what is stored for offline, which may use the free space of the device', async () => {
    await storeResultCopy(owner, 'a', result);
    await storeFileCopy(owner, photo, await file(10), true);
    await setNote(`${owner}/answer/a`, { size: spaceLimit, age: 2 * hour });
    await setNote(`${owner}/file/${photo}`, { size: 2 * spaceLimit });
    await evictUnused(owner);
    expect(filesNow()).toEqual([`/saved/${photo}`]);
    expect(await readResultCopy(owner, 'a')).toEqual(result);
    await setNote(`${owner}/file/${photo}`, { size: 1_000 });
    // a browser that does not say how much space there is
    expect(await roomForFiles(owner)).toBe(unknownRoom - 1_000);
    // a large device leaves space for a visit that waits, a small device a fifth of its space
    expect([await roomIn(9e9, 1e9), await roomIn(1e8, 3e7), await roomIn(1e8, 9e7)]).toEqual([7.85e9, 5e7, 0]);
  });

  it('is counted in bytes, including everything in an answer', async () => {
    const posts = new Map([['A', ['x'.repeat(1_000)]]]);
    await storeResultCopy(owner, 'a', { value: { posts }, at: 1 });
    await storeResultCopy(owner, 'b', { value: '門'.repeat(100), at: 1 });
    const sizes = await Promise.all(
      ['a', 'b'].map((name) => readStored<CopyNote>(pathOfUse(`${owner}/answer/${name}`))),
    );
    expect(sizes[0]?.size).toBeGreaterThan(1_000);
    expect(sizes[1]?.size).toBeGreaterThanOrEqual(300);
  });

  it('has nothing that was unused for thirty days, unless its site is stored for offline', async () => {
    await storeResultCopy(owner, 'a', result);
    await storeFileCopy(owner, 'kept', await file(10), true);
    await storeFileCopy(owner, 'recent', await file(10));
    await setNote(`${owner}/answer/a`, { age: 31 * day });
    await setNote(`${owner}/file/kept`, { age: 31 * day });
    await setNote(`${owner}/file/recent`, { age: 29 * day });
    await evictUnused(owner);
    expect(filesNow().toSorted()).toEqual(['/saved/kept', '/saved/recent']);
    expect(await readResultCopy(owner, 'a')).toBeNull();
  });

  it('is freed automatically after copies are added', async () => {
    hurry();
    await setNote(`${owner}/file/old`, { size: spaceLimit, age: hour });
    await storeFileCopy(owner, photo, await file(10));
    await eventually(async () => expect(await pathsIn('portal.saved/')).toEqual([pathOfUse(`${owner}/file/${photo}`)]));
  });

  it('is freed when sites are no longer stored for offline', async () => {
    await storeFileCopy(owner, photo, await file(10));
    expect(await hasFileCopy(owner, photo, true)).toBe(true);
    await storeFileCopy(owner, photo, await file(10));
    await storeFileCopy(owner, 'sites/1/2.pdf', await file(20), true);
    await storeResultCopy(owner, 'a', result, true);
    expect([...(await fileSizesOf(owner))]).toEqual([
      [photo, 10],
      ['sites/1/2.pdf', 20],
    ]);
    await removePinned(owner, 'sites/1/', new Set([photo]));
    expect(filesNow()).toEqual([`/saved/${photo}`]);
    await removePinned(owner, 'sites/1/', new Set());
    expect(await hasFileCopy(owner, photo)).toBe(false);
  });
});

describe('a browser that stores nothing', () => {
  it('has no copies, without an error', async () => {
    for (const part of ['caches', 'indexedDB']) vi.stubGlobal(part, undefined);
    expect(await storeFileCopy(owner, photo, await file(10))).toBe(false);
    expect([await readFileCopy(owner, photo), await hasFileCopy(owner, photo)]).toEqual([null, false]);
    expect(await copyOwners()).toBeInstanceOf(Set);
  });

  it('does not count what a full device could not store', async () => {
    vi.stubGlobal('caches', {
      open: async () => ({
        put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
        delete: async () => false,
      }),
    });
    expect(await storeFileCopy(owner, photo, await file(10))).toBe(false);
    expect(await pathsIn('portal.saved/')).toEqual([]);
  });
});

describe('copies that nobody uses', () => {
  it('are deleted after thirty days, even those of a pinned site while somebody else is logged in', async () => {
    setSession(client);
    const owners = [owner, other, '7.user'];
    for (const keyOwner of owners) {
      await storeFileCopy(keyOwner, photo, await file(10), true);
      await setNote(`${keyOwner}/file/${photo}`, { age: 31 * day });
    }
    await storeFileCopy('7.user', 'recent', await file(10), true);
    await storeFileCopy(owner, 'old', await file(10));
    await setNote(`${owner}/file/old`, { age: 31 * day });
    await expireCopies();
    expect(owners.map((keyOwner) => filesNow(keyOwner))).toEqual([[`/saved/${photo}`], [], ['/saved/recent']]);
  });
});
