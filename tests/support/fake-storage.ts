import { IDBKeyRange as FakeKeyRange, indexedDB as fakeDatabases } from 'fake-indexeddb';
import { clear } from 'idb-keyval';
import { onTestFinished, vi } from 'vitest';
import { database, ifPossible, pathsIn } from '../../src/lib/device/database.ts';

/** A cache with only the methods that the portal uses. */
class FakeCache {
  readonly files = new Map<string, Blob>();

  async put(path: string, response: Response): Promise<void> {
    this.files.set(path, await response.blob());
  }

  async match(path: string): Promise<Response | undefined> {
    const file = this.files.get(path);
    return file && new Response(file);
  }

  async delete(path: string): Promise<boolean> {
    return this.files.delete(path);
  }
}

/** The names of all entries in the database of the device. */
export const storedNames = () => pathsIn('portal.');

/**
 * Closes the connection to the database. Otherwise the next test file of the process would reuse it and read the copies of this
 * one.
 */
export async function closeDatabase(): Promise<void> {
  // a test may have prevented that the database is opened
  const connection = await ifPossible(async () => database('readonly', ({ transaction }) => transaction.db));
  connection?.close();
  connection?.onclose?.(new Event('close'));
}

/**
 * Gives a test empty browser storage until its end, because jsdom has neither databases nor caches. Returns the caches by name.
 */
export async function fakeStorage(): Promise<ReadonlyMap<string, FakeCache>> {
  const cachesByName = new Map<string, FakeCache>();
  vi.stubGlobal('indexedDB', fakeDatabases);
  vi.stubGlobal('IDBKeyRange', FakeKeyRange);
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const cache = cachesByName.get(name) ?? new FakeCache();
      cachesByName.set(name, cache);
      return cache;
    },
    match: async (path: string, { cacheName }: { cacheName: string }) => cachesByName.get(cacheName)?.match(path),
    has: async (name: string) => cachesByName.has(name),
    keys: async () => [...cachesByName.keys()],
    delete: async (name: string) => cachesByName.delete(name),
  });
  await clear(database);
  onTestFinished(closeDatabase);
  return cachesByName;
}
