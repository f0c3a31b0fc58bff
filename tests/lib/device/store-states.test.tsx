import { IDBFactory as FakeFactory, IDBObjectStore as FakeStore } from 'fake-indexeddb';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  copyOwners,
  hasCopies,
  hasFileCopy,
  storeFileCopy,
  storeResultCopy,
  removeCopies,
  roomForFiles,
  readFileCopy,
  readResultCopy,
  unknownRoom,
} from '../../../src/lib/device/copies.ts';
import { databaseState, writeStored } from '../../../src/lib/device/database.ts';
import { NoAnswer } from '../../../src/lib/device/device-store.ts';
import {
  storeDraft,
  storeDraftFile,
  lockDraft,
  readDraft,
  readDraftFile,
  removeDraft,
} from '../../../src/lib/device/drafts.ts';
import { cacheState } from '../../../src/lib/device/file-cache.ts';
import { mayReadCopies, rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { withBlobs } from '../../../src/lib/device/stored-bytes.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { closeDatabase, fakeStorage, storedNames } from '../../support/fake-storage.ts';
import { hangAtOpen, hangCaches, hangEstimate, hangLocks, hangTransactions } from '../../support/hanging-stores.ts';
import { eventually, stopTime } from '../../support/waiting.ts';
import { client as anyClient, file, photo, result } from './some-copies.ts';

/** This file has its own key, because a test that stops the clock may also stop timers of the key's copies. */
const client = { ...anyClient, keyId: 77 };
const owner = '77.user';
const text = v.object({ text: v.string() });
const shot = v.object({ content: v.blob(), original: v.nullable(v.file()) });

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
  setSession(client);
  storeDraft('form', storedMessage('Form'), { text: 'Arm bent' });
});

/** The files in all caches. */
const allFiles = () => [...caches.values()].flatMap(({ files }) => [...files.keys()]);

const throwDenied = () => {
  throw new DOMException('denied', 'SecurityError');
};
const throwFull = () => {
  throw new DOMException('full', 'QuotaExceededError');
};
const refuse = async () => {
  await closeDatabase();
  vi.spyOn(FakeFactory.prototype, 'open').mockImplementation(throwDenied);
};
const isFull = () => void vi.spyOn(FakeStore.prototype, 'put').mockImplementation(throwFull);

/** Makes the database refuse Blobs, as WebKit does in a private window. */
function refuseBlobs(name = 'DataCloneError'): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its store below
  const { put } = FakeStore.prototype;
  const hasBlob = (value: unknown): boolean =>
    value instanceof Blob || (typeof value === 'object' && Object.values(value ?? {}).some(hasBlob));
  vi.spyOn(FakeStore.prototype, 'put').mockImplementation(function refusingPut(this: IDBObjectStore, value, key) {
    if (hasBlob(value)) throw new DOMException('BlobURLs are not yet supported.', name);
    return put.call(this, value, key);
  });
}

/**
 * Waits for a call while the clock is stopped. It runs the event loop, which is enough if the store answers. For a store that
 * hangs, it advances the clock by a second at every twentieth turn. After eight seconds no call may still wait.
 */
async function resultOf<Result>(access: Promise<Result>): Promise<Result> {
  const state = { isSettled: false };
  const note = () => {
    state.isSettled = true;
  };
  access.then(note, note);
  const [turnsPerSecond, maxSeconds] = [20, 8];
  for (let turn = 1; !state.isSettled; turn += 1) {
    if (turn > maxSeconds * turnsPerSecond) throw new Error('It waits for longer than eight seconds');
    await new Promise(setImmediate);
    if (turn % turnsPerSecond === 0) await vi.advanceTimersByTimeAsync(1_000);
  }
  return access;
}

const content = { text: 'bytes' };

describe.each([
  { state: 'works', enter: () => undefined, keeps: true, answers: true },
  { state: 'refuses to be opened', enter: refuse, keeps: false, answers: true },
  { state: 'is full', enter: isFull, keeps: false, answers: true },
  { state: 'hangs when it is opened', enter: hangAtOpen, keeps: false, answers: false },
  { state: 'hangs later', enter: hangTransactions, keeps: false, answers: false },
])('a database that $state', ({ enter, keeps, answers }) => {
  beforeEach(async () => {
    stopTime();
    await enter();
  });

  it(`${keeps ? 'keeps' : 'keeps no'} files of drafts, and no call waits for ever`, async () => {
    expect(await resultOf(storeDraftFile('form', 'photo', content))).toBe(keeps);
    const reading = resultOf(readDraftFile('form', 'photo', text));
    if (answers) expect(await reading).toEqual(keeps ? content : null);
    else await expect(reading).rejects.toThrow(NoAnswer);
    expect(readDraft('form', text)?.value).toEqual({ text: 'Arm bent' });
    await resultOf(removeDraft('form'));
    expect(readDraft('form', text)).toBeNull();
  });

  it(`${keeps ? 'keeps' : 'keeps no'} copies, and no call waits for ever`, async () => {
    expect(await resultOf(storeResultCopy(owner, 'a', result))).toBe(keeps);
    expect(await resultOf(readResultCopy(owner, 'a'))).toEqual(keeps ? result : null);
    expect(await resultOf(storeFileCopy(owner, photo, await file(4)))).toBe(keeps);
    expect((await resultOf(readFileCopy(owner, photo)))?.size).toBe(keeps ? 4 : undefined);
    expect(await resultOf(hasFileCopy(owner, photo))).toBe(keeps);
    await resultOf(rememberSession(client));
    expect(await resultOf(mayReadCopies(client))).toBe(keeps);
    await resultOf(removeCopies(owner));
    expect(await resultOf(hasCopies(owner))).toBe(false);
    expect(await resultOf(roomForFiles(owner))).toBe(unknownRoom);
  });

  if (!answers)
    it('makes only the first call wait', async () => {
      await resultOf(storeResultCopy(owner, 'a', result));
      // no time passes any more
      for (let count = 0; count < 40; count += 1) expect(await readResultCopy(owner, 'a')).toBeNull();
      expect(await storeDraftFile('form', 'photo', content)).toBe(false);
      await removeDraft('form');
      await rememberSession(client);
    });
});

describe('caches that hang', () => {
  it('keep no files, and no call waits for ever', async () => {
    stopTime();
    hangCaches();
    expect(await resultOf(storeFileCopy(owner, photo, await file(4)))).toBe(false);
    expect(await resultOf(readFileCopy(owner, photo))).toBeNull();
    expect(await resultOf(hasFileCopy(owner, photo))).toBe(false);
    expect(await storeResultCopy(owner, 'a', result)).toBe(true);
    await resultOf(removeCopies(owner));
    expect(await resultOf(copyOwners())).toEqual(new Set());
    expect(cacheState.get()).toBe(false);
  });

  it('store nothing that was written late, after a logout', async () => {
    stopTime();
    const release = hangCaches();
    expect(await resultOf(storeFileCopy(owner, photo, await file(4)))).toBe(false);
    endSession('logout');
    release();
    await eventually(() => expect(cacheState.get()).toBe(true));
    await eventually(async () => expect([await storedNames(), allFiles()]).toEqual([[], []]));
  });
});

describe('locks that never answer', () => {
  it.each([undefined, null])('stop nobody from opening a draft (time-out %s)', async (timeout) => {
    stopTime();
    hangLocks();
    expect(await resultOf(lockDraft('form', new AbortController().signal, timeout))).toBe(true);
    expect(await lockDraft('other', new AbortController().signal, timeout)).toBe(true);
  });
});

describe('a browser that never says how much space there is', () => {
  it('counts as a browser that does not know it', async () => {
    stopTime();
    hangEstimate();
    expect(await resultOf(roomForFiles(owner))).toBe(unknownRoom);
  });
});

describe('a database that answers late', () => {
  it('stores a file whose writing had started, and says so', async () => {
    stopTime();
    const release = hangTransactions();
    const onLateWrite = vi.fn<() => void>();
    expect(await resultOf(storeDraftFile('form', 'photo', content, onLateWrite))).toBe(false);
    expect(onLateWrite).not.toHaveBeenCalled();
    release();
    await eventually(() => expect(onLateWrite).toHaveBeenCalledOnce());
    expect(await readDraftFile('form', 'photo', text)).toEqual(content);
  });

  it('does not store a file that was passed to it before it was open', async () => {
    stopTime();
    const release = await hangAtOpen();
    const onLateWrite = vi.fn<() => void>();
    expect(await resultOf(storeDraftFile('form', 'photo', content, onLateWrite))).toBe(false);
    release();
    await eventually(() => expect(databaseState.get()).toBe(true));
    expect([await storedNames(), onLateWrite.mock.calls]).toEqual([[], []]);
  });

  it.each([
    ['when it is opened', hangAtOpen],
    ['later', hangTransactions],
  ])('does not bring back the files of a draft that was removed meanwhile, where it hung %s', async (_, enter) => {
    await storeDraftFile('form', 'before', content);
    stopTime();
    const release = await enter();
    expect(await resultOf(storeDraftFile('form', 'photo', content))).toBe(false);
    await removeDraft('form');
    storeDraft('form', storedMessage('Form'), { text: 'Another one' });
    release();
    await eventually(() => expect(databaseState.get()).toBe(true));
    await eventually(async () => expect(await storedNames()).toEqual([]));
    expect(await storeDraftFile('form', 'after', content)).toBe(true);
    expect(await storedNames()).toHaveLength(1);
  });

  it('does not store what a logout has deleted meanwhile', async () => {
    await storeResultCopy(owner, 'a', result);
    await storeFileCopy(owner, photo, await file(4));
    await storeDraftFile('form', 'photo', content);
    stopTime();
    const release = hangTransactions();
    expect(await resultOf(storeResultCopy(owner, 'b', result))).toBe(false);
    endSession('logout');
    release();
    await eventually(async () => expect([await storedNames(), [...caches.keys()]]).toEqual([[], []]));
  });

  it('removes the copies of another key at the next confirmation, if that was not possible before', async () => {
    await writeStored('portal.saved/9.user/answer/a', result);
    stopTime();
    const release = hangTransactions();
    await resultOf(rememberSession(client));
    release();
    await eventually(() => expect(databaseState.get()).toBe(true));
    expect(await storedNames()).toEqual(['portal.saved/9.user/answer/a']);
    await rememberSession(client);
    expect([...(await copyOwners())]).toEqual([]);
  });
});

describe('a database that refuses Blobs', () => {
  const shots = {
    content: new Blob(['photo'], { type: 'image/jpeg' }),
    original: new File(['report'], 'visit.pdf', { type: 'application/pdf', lastModified: 17 }),
  };

  it.each(['DataCloneError', 'UnknownError'])(
    'stores their bytes, which are read as the same Blobs (%s)',
    async (name) => {
      refuseBlobs(name);
      expect(await storeDraftFile('form', 'photo', shots)).toBe(true);
      const storedFile = await readDraftFile('form', 'photo', shot);
      expect(await storedFile?.content.text()).toBe('photo');
      expect(storedFile?.content.type).toBe('image/jpeg');
      expect(await storedFile?.original?.text()).toBe('report');
      expect(storedFile?.original).toMatchObject({ name: 'visit.pdf', type: 'application/pdf', lastModified: 17 });
    },
  );

  it('reads Blobs that an older release has stored', async () => {
    expect(await withBlobs(shots)).toBe(shots);
  });

  it('stores values without Blobs unchanged', async () => {
    refuseBlobs();
    await storeDraftFile('form', 'photo', content);
    expect(await readDraftFile('form', 'photo', text)).toEqual(content);
  });

  it('stores nothing of a draft that was removed while its bytes were read', async () => {
    refuseBlobs();
    const storing = storeDraftFile('form', 'photo', shots);
    await removeDraft('form');
    expect(await storing).toBe(false);
    expect(await storedNames()).toEqual([]);
  });
});
