import { IDBKeyRange as FakeKeyRange, indexedDB as fakeDatabases } from 'fake-indexeddb';
import { clear } from 'idb-keyval';
import { onTestFinished, vi } from 'vitest';
import { database, ifPossible, pathsIn } from '../../src/lib/device/database.ts';

/** Only what the portal uses of a cache. */
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

/** All names in the database of the device. */
export const storedNames = () => pathsIn('portal.');

/** Closes connections too: the next file of the process would reuse them, and copies would answer its tests. */
export async function closeDatabase(): Promise<void> {
  // there is none where the test let nobody open it
  const connection = await ifPossible(async () => database('readonly', ({ transaction }) => transaction.db));
  connection?.close();
  connection?.onclose?.(new Event('close'));
}

/**
 * Gives a test empty browser storage until its end, as jsdom has neither databases nor caches. Returns the caches by
 * name.
 */
export async function fakeStorage(): Promise<ReadonlyMap<string, FakeCache>> {
  const all = new Map<string, FakeCache>();
  vi.stubGlobal('indexedDB', fakeDatabases);
  vi.stubGlobal('IDBKeyRange', FakeKeyRange);
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const found = all.get(name) ?? new FakeCache();
      all.set(name, found);
      return found;
    },
    match: async (path: string, { cacheName }: { cacheName: string }) => all.get(cacheName)?.match(path),
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  });
  await clear(database);
  onTestFinished(closeDatabase);
  return all;
}
