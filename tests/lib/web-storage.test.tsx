import { describe, expect, it, vi } from 'vitest';
import { deviceStorage, tabStorage } from '../../src/lib/device/web-storage.ts';

describe.each([
  ['the tab', tabStorage, () => sessionStorage],
  ['the device', deviceStorage, () => localStorage],
])('the storage of %s', (_, storage, browserStorage) => {
  it('stores, lists and removes texts', () => {
    expect(storage.set('portal.a/1', 'one')).toBe(true);
    expect(storage.set('portal.b', '{"two":2}')).toBe(true);
    expect(browserStorage().getItem('portal.a/1')).toBe('one');
    expect(storage.get('portal.a/1')).toBe('one');
    expect(storage.read('portal.b')).toEqual({ two: 2 });
    expect(storage.keys('portal.a/')).toEqual(['portal.a/1']);
    storage.remove('portal.a/1');
    expect(storage.get('portal.a/1')).toBeNull();
    storage.clear();
    expect(storage.keys('')).toEqual([]);
  });

  it('is empty if there is no storage, or nothing that can be parsed', () => {
    storage.set('portal.a', '{"half":');
    expect(storage.read('portal.a')).toBeNull();
    expect(storage.read('portal.none')).toBeNull();
  });

  it('reports that it stored nothing on a full device', () => {
    storage.set('portal.a', 'before');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(storage.set('portal.a', 'after')).toBe(false);
    expect(storage.get('portal.a')).toBe('before');
  });

  it('is empty, and throws nothing, if site data is blocked', () => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
    expect(storage.set('portal.a', 'one')).toBe(false);
    expect([storage.get('portal.a'), storage.read('portal.a'), storage.keys('')]).toEqual([null, null, []]);
    storage.remove('portal.a');
    storage.clear();
    vi.restoreAllMocks();
  });
});
