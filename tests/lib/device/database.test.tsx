import { createStore, keys, setMany } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../../support/fake-storage.ts';

beforeEach(async () => {
  await fakeStorage();
  // as when the page is opened
  vi.resetModules();
});

const values = createStore('portal.saved', 'values');
const uses = createStore('portal.saved.uses', 'uses');

describe('copies that an earlier release kept in databases of their own', () => {
  const now = Date.now();
  const session = { seen: now - 1_000, until: now + 60_000, kept: true };
  const result = { value: { name: 'Selasih Park' }, at: 1_000 };
  const use = { size: 20, used: now, pinned: true };

  it('are found again by their key, without a connection, and nothing stays there', async () => {
    await setMany(
      [
        ['2.user/answer/["maintables",null]', result],
        ['2.user/session/0a1b', session],
      ],
      values,
    );
    await setMany(
      [
        ['2.user/answer/["maintables",null]', use],
        ['2.user/file/sites/1/1.small.jpg', use],
        ['7.technician/file/sites/2/1.pdf', use],
      ],
      uses,
    );
    const { savedResult, copyOwners, pinnedBytes, hasCopies } = await import('../../../src/lib/device/copies.ts');
    const { mayReadCopies } = await import('../../../src/lib/device/session-copies.ts');
    expect([...(await copyOwners())].toSorted()).toEqual(['2.user', '7.technician']);
    expect(await savedResult('2.user', '["maintables",null]')).toEqual(result);
    expect([await hasCopies('2.user'), await hasCopies('7.technician')]).toEqual([true, false]);
    expect([await pinnedBytes('2.user', 'sites/2/'), await pinnedBytes('7.technician', 'sites/1/')]).toEqual([20, 20]);
    const stored = { token: 'a', role: 'user', site: null, keyId: 2, expiresAt: '2099-01-01T00:00:00Z' } as const;
    expect(await mayReadCopies({ ...stored, kept: true })).toBe(true);
    expect([await keys(values), await keys(uses)]).toEqual([[], []]);
  });
});
