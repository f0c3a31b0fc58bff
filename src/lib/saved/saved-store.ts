import { createStore, keys, promisifyRequest, type UseStore } from 'idb-keyval';

// What is kept on the device for offline. Every name begins with the owner (`saved-owner.ts`) and a slash; each owner's
// files have a cache of their own.

/** Results of queries, sessions that may read them, and which sites are kept. */
export const savedValues = createStore('portal.saved', 'values');
export const savedUses = createStore('portal.saved.uses', 'uses');

const cachePrefix = 'portal.saved/';

/** @throws where site data is blocked, and on a page not served over HTTPS. */
export async function filesOf(owner: string): Promise<Cache> {
  return caches.open(cachePrefix + owner);
}

export function pathOfFile(name: string): string {
  return `/saved/${name}`;
}

/** Reading and deleting never open a cache: that would bring one back that a logout has just deleted. */
export async function fileOf(owner: string, name: string): Promise<Response | undefined> {
  return caches.match(pathOfFile(name), { cacheName: cachePrefix + owner });
}

export async function deleteFile(owner: string, name: string): Promise<void> {
  if (await caches.has(cachePrefix + owner)) await (await filesOf(owner)).delete(pathOfFile(name));
}

/** Null when the browser stores nothing or is full: then there is no copy, and nobody is told. */
export async function ifPossible<Result>(access: () => Promise<Result>): Promise<Result | null> {
  try {
    return await access();
  } catch {
    return null;
  }
}

export function keepsFiles(): boolean {
  return 'caches' in globalThis && 'indexedDB' in globalThis;
}

export async function namesWith(start: string, store: UseStore): Promise<string[]> {
  return (await keys<string>(store)).filter((name) => name.startsWith(start));
}

/** One request per store, so that it completes even when the page is closed at once. */
export async function removeCopies(owner: string): Promise<void> {
  const from = `${owner}/`;
  const emptied = (store: UseStore) =>
    store('readwrite', (all) => {
      all.delete(IDBKeyRange.bound(from, `${from}\uFFFF`));
      return promisifyRequest(all.transaction);
    });
  await Promise.all([
    ifPossible(async () => caches.delete(cachePrefix + owner)),
    ifPossible(async () => emptied(savedValues)),
    ifPossible(async () => emptied(savedUses)),
  ]);
}

export async function copyOwners(): Promise<Set<string>> {
  const names = await Promise.all([
    ifPossible(async () => keys<string>(savedValues)),
    ifPossible(async () => keys<string>(savedUses)),
    ifPossible(async () => (await caches.keys()).flatMap((name) => afterPrefix(name))),
  ]);
  return new Set(names.flatMap((some) => some ?? []).map((name) => name.split('/')[0] ?? ''));
}

function afterPrefix(name: string): string[] {
  return name.startsWith(cachePrefix) ? [name.slice(cachePrefix.length)] : [];
}
