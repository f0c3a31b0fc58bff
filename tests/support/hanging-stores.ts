import {
  IDBFactory as FakeFactory,
  IDBTransaction as FakeTransaction,
  indexedDB as fakeDatabases,
} from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import { databaseState } from '../../src/lib/device/database.ts';
import type { DeviceStore } from '../../src/lib/device/device-store.ts';
import { cacheState } from '../../src/lib/device/file-cache.ts';
import { closeDatabase } from './fake-storage.ts';
import { eventually, hold } from './waiting.ts';

// Stores of the device that do not answer (`decisions §12`), until they are released or the test ends. Call `fakeStorage` first.

/** Releases at the latest at the end of the test: a store that hangs would do so in the next one too. */
function released(release: () => void, store?: DeviceStore): () => void {
  onTestFinished(async () => {
    release();
    await eventually(() => {
      if (store?.get() === false) throw new Error('The store still hangs');
    });
  });
  return release;
}

/** `indexedDB.open` never answers. */
export async function hangAtOpen(): Promise<() => void> {
  await closeDatabase();
  const held = new Set<() => void>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its factory below
  const { open } = FakeFactory.prototype;
  const opening = vi.spyOn(FakeFactory.prototype, 'open').mockImplementation((...asked) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the parts that the portal's library uses
    const request = {} as IDBOpenDBRequest;
    held.add(() => {
      const opened = open.call(fakeDatabases, ...asked);
      for (const kind of ['upgradeneeded', 'success', 'error'] as const)
        opened.addEventListener(kind, (event) => {
          Object.assign(request, { result: opened.error ? undefined : opened.result, error: opened.error });
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the browser calls it
          request[`on${kind}`]?.(event as IDBVersionChangeEvent);
        });
    });
    return request;
  });
  return released(() => {
    opening.mockRestore();
    for (const start of held) start();
    held.clear();
  }, databaseState);
}

/** The database is open, but no transaction starts. */
export function hangTransactions(): () => void {
  const held = new Set<IDBTransaction>();
  const start: unknown = Reflect.get(FakeTransaction.prototype, '_start');
  Reflect.set(FakeTransaction.prototype, '_start', function wait(this: IDBTransaction) {
    held.add(this);
  });
  return released(() => {
    Reflect.set(FakeTransaction.prototype, '_start', start);
    for (const transaction of held) if (typeof start === 'function') start.call(transaction);
    held.clear();
  }, databaseState);
}

/** No call of the caches answers. */
export function hangCaches(): () => void {
  const { caches } = globalThis;
  const { held, release } = hold();
  vi.stubGlobal(
    'caches',
    new Proxy(caches, {
      get:
        (target, name) =>
        async (...asked: unknown[]) => {
          await held;
          const call: unknown = Reflect.get(target, name);
          return typeof call === 'function' ? (call.apply(target, asked) as unknown) : undefined;
        },
    }),
  );
  return released(release, cacheState);
}

/** The locks of the browser, which jsdom lacks, never answer. */
export function hangLocks(): () => void {
  const { held, release } = hold();
  const request = async (_: string, __: unknown, granted: () => unknown) => {
    await held;
    return granted();
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  return released(() => {
    Reflect.deleteProperty(navigator, 'locks');
    release();
  });
}

/** The browser never says how much room there is. */
export function hangEstimate(): () => void {
  const { held, release } = hold();
  const estimate = async () => {
    await held;
    return {};
  };
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true });
  return released(() => {
    Reflect.deleteProperty(navigator, 'storage');
    release();
  });
}
