import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadDraft, removeDraft, saveDraft } from '../../../src/features/add-task/draft-store.ts';

const schema = v.object({ title: v.string() });

afterEach(() => vi.restoreAllMocks());

describe('a draft on this device', () => {
  it('is found again until it is removed', async () => {
    expect(await loadDraft('one', schema)).toBeNull();
    expect(await saveDraft('one', { title: 'Repair' })).toBe(true);
    expect(await loadDraft('one', schema)).toEqual({ title: 'Repair' });
    await removeDraft('one');
    expect(await loadDraft('one', schema)).toBeNull();
  });

  it('of another shape, as an older version may have left, is none', async () => {
    await saveDraft('two', { title: 3 });
    expect(await loadDraft('two', schema)).toBeNull();
  });

  it('is not kept where the browser keeps nothing, which breaks nothing', async () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await saveDraft('three', { title: 'Repair' })).toBe(false);
    expect(await loadDraft('three', schema)).toBeNull();
    await expect(removeDraft('three')).resolves.toBeUndefined();
  });
});
