import { IDBObjectStore as FakeStore } from 'fake-indexeddb';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasFileCopy, storeFileCopy, storeResultCopy, readResultCopy } from '../../../src/lib/device/copies.ts';
import {
  draftTitles,
  storeDraft,
  storeDraftFile,
  lockDraft,
  draftsOfOtherKeys,
  readDraft,
  readDraftFile,
  removeDraft,
  removeDraftFiles,
  removeDraftsOf,
  removeOldDrafts,
  takeOverDraftsOf,
} from '../../../src/lib/device/drafts.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { fakeStorage, storedNames } from '../../support/fake-storage.ts';
import { adminSession, technicianSession, userSession } from '../../support/render-route.tsx';
import { file } from './some-copies.ts';

const day = 24 * 3_600_000;
const schema = v.object({ text: v.string() });
const readText = (name = 'form') => readDraft(name, schema)?.value;
const storeText = (text = 'Arm bent', name = 'form') =>
  storeDraft(name, storedMessage('Draft {name}', { name }), { text });
const laterSession: Session = { ...adminSession, token: 'c'.repeat(64), expiresAt: '2099-01-01T00:00:00Z' };

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
  setSession(adminSession);
});
afterEach(() => {
  setSession(adminSession);
  endSession('logout');
  localStorage.clear();
});

describe('a draft', () => {
  it('is stored with the time, and removed on request', async () => {
    expect(readText()).toBeUndefined();
    expect(storeText()).toBe(true);
    expect(readText()).toEqual({ text: 'Arm bent' });
    expect(Date.now() - (readDraft('form', schema)?.savedAt ?? 0)).toBeLessThan(60_000);
    await removeDraft('form');
    expect(readText()).toBeUndefined();
  });

  it('of another shape, or that is not JSON, is ignored', () => {
    storeDraft('form', storedMessage('Form'), { text: 1 });
    expect(readText()).toBeUndefined();
    localStorage.setItem(`portal.draft/key-${adminSession.keyId}/form`, '{');
    expect(readText()).toBeUndefined();
  });

  it('is not reported as stored if the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(storeText()).toBe(false);
  });
});

describe('the owner of a draft', () => {
  it('another key never sees it, and its owner finds it again in a later session', () => {
    storeText();
    endSession('expired');
    setSession(userSession);
    expect(readText()).toBeUndefined();
    expect(draftTitles()).toEqual([]);
    endSession('logout');
    setSession(laterSession);
    expect(readText()).toEqual({ text: 'Arm bent' });
  });

  it('input of the moment when the session expires is stored for its key', () => {
    endSession('expired');
    expect(storeText('last words')).toBe(true);
    setSession(laterSession);
    expect(readText()).toEqual({ text: 'last words' });
  });
});

describe('logging out', () => {
  it('deletes the drafts of the key with their files, and none of other keys', async () => {
    setSession(userSession);
    storeText('of a client');
    endSession('expired');
    setSession(adminSession);
    storeText();
    await storeDraftFile('form', 'photo', { text: 'bytes' });
    endSession('logout');
    expect(storeText('a last moment that is meant to go')).toBe(false);
    await vi.waitFor(async () => expect(await storedNames()).toEqual([]));
    setSession(laterSession);
    expect(readText()).toBeUndefined();
    setSession(userSession);
    expect(readText()).toEqual({ text: 'of a client' });
  });

  it('can list the titles of the drafts, except of drafts without anything worth saving', () => {
    storeText('a', 'form');
    storeText('b', 'site');
    storeDraft('last', null, 'x');
    expect(draftTitles().toSorted()).toEqual(['Draft form', 'Draft site']);
  });
});

describe('a session that ended while its page was asleep', () => {
  it('neither deletes nor adds a draft, because the reason for the end is not known', async () => {
    storeText();
    sessionStorage.clear();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(storeText('Typed too late', 'other')).toBe(false);
    setSession(laterSession);
    expect(readText()).toEqual({ text: 'Arm bent' });
    expect(readText('other')).toBeUndefined();
  });
});

describe('after seven days', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('a draft is no longer shown, and is deleted with its files at the next start', async () => {
    storeText();
    await storeDraftFile('form', 'photo', { text: 'bytes' });
    vi.setSystemTime(Date.now() + 7 * day - 1_000);
    expect(readText()).toEqual({ text: 'Arm bent' });
    removeOldDrafts();
    expect(readText()).toEqual({ text: 'Arm bent' });
    vi.setSystemTime(Date.now() + 1_000);
    expect(readText()).toBeUndefined();
    expect(draftTitles()).toEqual([]);
    removeOldDrafts();
    expect(localStorage.length).toBe(0);
    await vi.waitFor(async () => expect(await storedNames()).toEqual([]));
  });
});

describe('files without their draft', () => {
  it('are deleted at the next start, unlike those of a draft', async () => {
    storeText();
    await storeDraftFile('form', 'photo', { text: 'bytes' });
    await storeDraftFile('form-two', 'photo', { text: 'bytes' });
    removeOldDrafts();
    await vi.waitFor(async () => expect(await storedNames()).toHaveLength(1));
    expect(await readDraftFile('form', 'photo', schema)).toEqual({ text: 'bytes' });
  });
});

describe('the files of a draft', () => {
  it('are stored by name, checked when read, and removed by name or with the draft', async () => {
    storeText();
    for (const name of ['a', 'b', 'c']) expect(await storeDraftFile('form', name, { text: name })).toBe(true);
    expect(await readDraftFile('form', 'a', schema)).toEqual({ text: 'a' });
    expect(await readDraftFile('form', 'a', v.number())).toBeNull();
    expect(await readDraftFile('form', 'none', schema)).toBeNull();
    await removeDraftFiles('form', ['a']);
    expect(await readDraftFile('form', 'a', schema)).toBeNull();
    expect(await readDraftFile('form', 'b', schema)).toEqual({ text: 'b' });
    await removeDraft('form');
    expect(await storedNames()).toEqual([]);
  });
});

const storePhotoOnFullDevice = () => storeDraftFile('form', 'photo', { text: 'bytes' });

describe('a file of a draft on a full device', () => {
  const [openedFile, pinnedFile] = ['sites/1/seen.jpg', 'sites/1/wanted.jpg'];
  const record = { value: 'as it was', at: 1 };

  /** Fills the device so that a draft's file fits only when this number of copies is left. */
  async function fill(copiesBeside: number) {
    await storeResultCopy('2.technician', 'seen', record);
    await storeFileCopy('2.technician', openedFile, await file(4));
    await storeFileCopy('2.technician', pinnedFile, await file(6), true);
    // oxlint-disable-next-line typescript/unbound-method -- called with its store below
    const { put } = FakeStore.prototype;
    vi.spyOn(FakeStore.prototype, 'put').mockImplementation(function putIfRoom(this: IDBObjectStore, value, name) {
      const copies = caches.get('portal.saved/2.technician')?.files.size ?? 0;
      if (typeof name === 'string' && name.startsWith('portal.draft/') && copies > copiesBeside)
        throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, name);
    });
  }

  it('takes the space of copies that nobody has pinned', async () => {
    await fill(1);
    expect(await storePhotoOnFullDevice()).toBe(true);
    expect(await readDraftFile('form', 'photo', schema)).toEqual({ text: 'bytes' });
    expect([await hasFileCopy('2.technician', openedFile), await hasFileCopy('2.technician', pinnedFile)]).toEqual([
      false,
      true,
    ]);
    expect(await readResultCopy('2.technician', 'seen')).toEqual(record);
  });

  it('is not stored if only pinned copies are left', async () => {
    await fill(0);
    expect(await storePhotoOnFullDevice()).toBe(false);
    expect(await hasFileCopy('2.technician', pinnedFile)).toBe(true);
  });

  it('is not stored if a logout happens meanwhile', async () => {
    await fill(1);
    const storing = storePhotoOnFullDevice();
    endSession('logout');
    expect(await storing).toBe(false);
  });
});

describe('two tabs', () => {
  it('only one of them saves the draft, until that tab is closed', async () => {
    const heldLocks = new Set<string>();
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string, _: unknown, callback: () => Promise<void>) => {
          if (heldLocks.has(name)) throw new DOMException('given up', 'AbortError');
          heldLocks.add(name);
          await callback();
          heldLocks.delete(name);
        },
      },
    });
    const closing = new AbortController();
    expect(await lockDraft('form', closing.signal)).toBe(true);
    expect(await lockDraft('form', new AbortController().signal)).toBe(false);
    expect(await lockDraft('other', new AbortController().signal)).toBe(true);
    closing.abort();
    await vi.waitFor(() => expect([...heldLocks]).toEqual([expect.stringMatching(/other$/u)]));
    expect(await lockDraft('form', new AbortController().signal)).toBe(true);
    vi.unstubAllGlobals();
  });
});

async function storeDraftAs(session: Session, text: string, name: string, photo?: string) {
  setSession(session);
  storeText(text, name);
  if (photo !== undefined) await storeDraftFile(name, 'photo', { text: photo });
  endSession('expired');
}
const photoOf = (name: string) => readDraftFile(name, 'photo', schema);

const leftTitles = () => [...draftsOfOtherKeys()].map(([key, drafts]) => [key, drafts.map(({ title }) => title)]);

describe('the drafts of a key that has ended', () => {
  const technician: Session = { ...technicianSession, keyId: 7 };
  const later: Session = { ...technicianSession, keyId: 8, token: 'd'.repeat(64), predecessors: [7] };

  it('are listed by key and title, except those of this session and of keys that it replaced', async () => {
    await storeDraftAs(technician, 'a', 'add-task/one');
    await storeDraftAs({ ...technician, keyId: 9 }, 'b', 'add-task/two');
    await storeDraftAs({ ...technician, keyId: 9 }, 'c', 'add-task/three');
    setSession(adminSession);
    storeText('of the admin', 'site/1');
    storeDraft('last', null, 'x');
    localStorage.setItem('portal.draft/key-9/broken', '{');
    localStorage.setItem(
      'portal.draft/session-2099/other',
      localStorage.getItem('portal.draft/key-7/add-task/one') ?? '',
    );
    expect(leftTitles()).toEqual([
      [7, ['Draft add-task/one']],
      [9, ['Draft add-task/two', 'Draft add-task/three']],
    ]);
    setSession(later);
    expect(new Set(draftsOfOtherKeys().keys())).toEqual(new Set([9, adminSession.keyId]));
  });

  it('belong to an admin with their files once taken over, also after a reload, and to no other key', async () => {
    await storeDraftAs(technician, 'Arm bent', 'add-task/visit', 'bytes');
    await storeDraftAs({ ...technician, keyId: 9 }, 'b', 'add-task/other', 'of another');
    setSession(adminSession);
    expect(readText('add-task/visit')).toBeUndefined();
    expect(takeOverDraftsOf(7)).toBe(0);
    expect([readText('add-task/visit'), readText('add-task/other')]).toEqual([{ text: 'Arm bent' }, undefined]);
    // the session that the server confirms again names no predecessors
    endSession('expired');
    setSession(laterSession);
    expect(await photoOf('add-task/visit')).toEqual({ text: 'bytes' });
    expect(await photoOf('add-task/other')).toBeNull();
    removeOldDrafts();
    await vi.waitFor(async () => expect(await storedNames()).toHaveLength(2));
    await removeDraft('add-task/visit');
    expect(await storedNames()).toEqual(['portal.draft/key-9/add-task/other/photo']);
    endSession('expired');
    setSession(technician);
    expect(readText('add-task/visit')).toBeUndefined();
  });

  it.each([
    ['a successor of that key ends its session', () => (setSession(later), endSession('logout'))],
    ['what that key left besides is discarded', () => removeDraftsOf(7)],
    ['that key is in use again and ends its session', () => (setSession(technician), endSession('logout'))],
  ])('still have their files when %s', async (_, end) => {
    await storeDraftAs(technician, 'Arm bent', 'add-task/visit', 'bytes');
    await storeDraftAs(technician, 'b', 'site/1', 'of the form');
    setSession(adminSession);
    storeText('of the admin', 'site/1');
    expect(takeOverDraftsOf(7)).toBe(1);
    endSession('expired');
    await storeDraftAs(technician, 'c', 'add-task/later', 'of later');
    end();
    await vi.waitFor(async () => expect(await storedNames()).not.toContain('portal.draft/key-7/add-task/later/photo'));
    setSession(laterSession);
    expect([readText('add-task/visit'), await photoOf('add-task/visit')]).toEqual([
      { text: 'Arm bent' },
      { text: 'bytes' },
    ]);
  });

  it('come without anything else that their key has stored, which is deleted', async () => {
    await storeDraftAs(technician, 'Arm bent', 'add-task/visit', 'bytes');
    setSession(technician);
    storeDraft('saved-visit/1', null, { text: 'Saved', to: '//elsewhere.example' });
    storeDraft('attempt/site/1', null, { id: 'a', content: '{}' });
    storeDraft('unknown/1', storedMessage('Unknown'), {});
    endSession('expired');
    setSession(adminSession);
    expect(leftTitles()).toEqual([[7, ['Draft add-task/visit']]]);
    expect(takeOverDraftsOf(7)).toBe(0);
    expect(Object.keys(localStorage).filter((key) => /saved-visit|attempt|unknown/u.test(key))).toEqual([
      'portal.draft/key-7/unknown/1',
    ]);
    expect([readText('add-task/visit'), leftTitles()]).toEqual([{ text: 'Arm bent' }, []]);
  });

  it('come with the files of the key that the ended key had replaced', async () => {
    await storeDraftAs(technician, 'Arm bent', 'add-task/visit', 'bytes');
    setSession(later);
    expect(await photoOf('add-task/visit')).toEqual({ text: 'bytes' });
    endSession('expired');
    setSession(adminSession);
    expect(takeOverDraftsOf(8)).toBe(0);
    expect([readText('add-task/visit'), await photoOf('add-task/visit')]).toEqual([
      { text: 'Arm bent' },
      { text: 'bytes' },
    ]);
  });

  it('stay where they are if the admin has a draft of the same name, and can be taken over after that', async () => {
    await storeDraftAs(technician, 'of the technician', 'site/1', 'bytes');
    await storeDraftAs(technician, 'b', 'add-task/visit');
    setSession(adminSession);
    storeText('of the admin', 'site/1');
    expect(takeOverDraftsOf(7)).toBe(1);
    expect([readText('site/1'), readText('add-task/visit')]).toEqual([{ text: 'of the admin' }, { text: 'b' }]);
    expect(leftTitles()).toEqual([[7, ['Draft site/1']]]);
    expect(await photoOf('site/1')).toBeNull();
    await removeDraft('site/1');
    expect(takeOverDraftsOf(7)).toBe(0);
    expect([readText('site/1'), await photoOf('site/1')]).toEqual([{ text: 'of the technician' }, { text: 'bytes' }]);
  });

  it('stay where they are on a full device', async () => {
    await storeDraftAs(technician, 'Arm bent', 'add-task/visit', 'bytes');
    setSession(adminSession);
    const fullStorage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(takeOverDraftsOf(7)).toBe(1);
    fullStorage.mockRestore();
    expect([...draftsOfOtherKeys().keys()]).toEqual([7]);
    expect(takeOverDraftsOf(7)).toBe(0);
    expect(await photoOf('add-task/visit')).toEqual({ text: 'bytes' });
  });

  it('are deleted by the logout of the admin who took them over, with their files, and nothing else of that key', async () => {
    await storeDraftAs(technician, 'a', 'add-task/visit', 'bytes');
    await storeDraftAs(technician, 'of the technician', 'site/1', 'bytes');
    setSession(adminSession);
    storeText('of the admin', 'site/1');
    takeOverDraftsOf(7);
    await storeDraftFile('add-task/visit', 'second', { text: 'of the admin' });
    endSession('logout');
    await vi.waitFor(async () => expect(await storedNames()).toEqual(['portal.draft/key-7/site/1/photo']));
    expect(Object.keys(localStorage)).toEqual(['portal.draft/key-7/site/1']);
  });

  it('are deleted with their files when they are discarded, and those of others stay', async () => {
    await storeDraftAs(technician, 'a', 'add-task/visit', 'bytes');
    await storeDraftAs({ ...technician, keyId: 77 }, 'b', 'add-task/visit', 'of another');
    setSession(adminSession);
    removeDraftsOf(7);
    await vi.waitFor(async () => expect(await storedNames()).toEqual(['portal.draft/key-77/add-task/visit/photo']));
    expect(Object.keys(localStorage)).toEqual(['portal.draft/key-77/add-task/visit']);
  });
});
