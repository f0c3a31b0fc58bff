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

// Each function makes a store of the device hang (`decisions §12`) until the returned function is called or the test ends. Call
// `fakeStorage` first.

/**
 * Calls `release` at the latest at the end of the test, because a store that hangs would also hang in the next test. Returns
 * `release`.
 */
function releaseAtEnd(release: () => void, store?: DeviceStore): () => void {
  onTestFinished(async () => {
    release();
    await eventually(() => {
      if (store?.get() === false) throw new Error('The store still hangs');
    });
  });
  return release;
}

/** Makes `indexedDB.open` never answer. */
export async function hangAtOpen(): Promise<() => void> {
  await closeDatabase();
  const startLater = new Set<() => void>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its factory below
  const { open } = FakeFactory.prototype;
  const opening = vi.spyOn(FakeFactory.prototype, 'open').mockImplementation((...args) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the parts that the portal's library uses
    const request = {} as IDBOpenDBRequest;
    startLater.add(() => {
      const realRequest = open.call(fakeDatabases, ...args);
      for (const kind of ['upgradeneeded', 'success', 'error'] as const)
        realRequest.addEventListener(kind, (event) => {
          Object.assign(request, {
            result: realRequest.error ? undefined : realRequest.result,
            error: realRequest.error,
          });
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the browser calls it
          request[`on${kind}`]?.(event as IDBVersionChangeEvent);
        });
    });
    return request;
  });
  return releaseAtEnd(() => {
    opening.mockRestore();
    for (const start of startLater) start();
    startLater.clear();
  }, databaseState);
}

/** Opens the database, but starts no transaction. */
export function hangTransactions(): () => void {
  const held = new Set<IDBTransaction>();
  const start: unknown = Reflect.get(FakeTransaction.prototype, '_start');
  Reflect.set(FakeTransaction.prototype, '_start', function wait(this: IDBTransaction) {
    held.add(this);
  });
  return releaseAtEnd(() => {
    Reflect.set(FakeTransaction.prototype, '_start', start);
    for (const transaction of held) if (typeof start === 'function') start.call(transaction);
    held.clear();
  }, databaseState);
}

/** Makes every call of the caches wait. */
export function hangCaches(): () => void {
  const { caches } = globalThis;
  const { held, release } = hold();
  vi.stubGlobal(
    'caches',
    new Proxy(caches, {
      get:
        (target, name) =>
        async (...args: unknown[]) => {
          await held;
          const call: unknown = Reflect.get(target, name);
          return typeof call === 'function' ? (call.apply(target, args) as unknown) : undefined;
        },
    }),
  );
  return releaseAtEnd(release, cacheState);
}

/** Makes every request for a lock of the browser wait. jsdom has no locks. */
export function hangLocks(): () => void {
  const { held, release } = hold();
  const request = async (_: string, __: unknown, granted: () => unknown) => {
    await held;
    return granted();
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  return releaseAtEnd(() => {
    Reflect.deleteProperty(navigator, 'locks');
    release();
  });
}

/** Makes the browser never answer how much storage is free. */
export function hangEstimate(): () => void {
  const { held, release } = hold();
  const estimate = async () => {
    await held;
    return {};
  };
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true });
  return releaseAtEnd(() => {
    Reflect.deleteProperty(navigator, 'storage');
    release();
  });
}
