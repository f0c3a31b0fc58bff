import { IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { createStore, keys, setMany } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyOwners, fileSizesOf, keepResult, savedResult } from '../../../src/lib/device/copies.ts';
import { takeOverEarlierCopies } from '../../../src/lib/device/database.ts';
import { fakeStorage, storedNames } from '../../support/fake-storage.ts';

const values = createStore('portal.saved', 'values');
const uses = createStore('portal.saved.uses', 'uses');

describe('copies that an earlier release kept in databases of their own', () => {
  const result = { value: { name: 'Selasih Park' }, at: 1_000 };
  const use = { size: 20, used: Date.now(), pinned: true };

  beforeEach(async () => {
    await fakeStorage();
    await setMany(
      [
        ['2.user/answer/a', result],
        ['2.user/answer/b', result],
        ['2.user/session/0a1b', { seen: 1, until: 2, kept: true }],
      ],
      values,
    );
    await setMany(
      [
        ['2.user/answer/a', use],
        ['2.user/file/sites/1/1.small.jpg', use],
        ['7.technician/file/sites/2/1.pdf', use],
      ],
      uses,
    );
  });

  it('are taken over without their sessions, and nothing stays there', async () => {
    await takeOverEarlierCopies();
    expect([...(await copyOwners())].toSorted()).toEqual(['2.user', '7.technician']);
    expect(await savedResult('2.user', 'a')).toEqual(result);
    const sizes = await Promise.all(
      ['2.user', '7.technician'].map(async (whose) => [...(await fileSizesOf(whose)).values()]),
    );
    expect(sizes).toEqual([[20], [20]]);
    expect((await storedNames()).filter((name) => name.includes('session'))).toEqual([]);
    expect([await keys(values), await keys(uses)]).toEqual([[], []]);
  });

  it('do not replace what was read since', async () => {
    const newer = { value: { name: 'Selasih Park Residences' }, at: 2_000 };
    await keepResult('2.user', 'a', newer);
    await takeOverEarlierCopies();
    expect([await savedResult('2.user', 'a'), await savedResult('2.user', 'b')]).toEqual([newer, result]);
  });

  it('are given up where there is no room for them, so that none can outlive a logout', async () => {
    const put = vi.spyOn(FakeObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await takeOverEarlierCopies();
    put.mockRestore();
    expect([await storedNames(), await keys(values), await keys(uses)]).toEqual([[], [], []]);
  });
});
