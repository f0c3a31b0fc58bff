import { createStore, keys, promisifyRequest, type UseStore } from 'idb-keyval';

// What stays on the device to be read without a connection. Every name begins with the owner (`saved-owner.ts`) and a
// slash. Files are in a cache of their own for each owner.

/** Answers of the server, which sessions may read them, and which sites are kept. */
export const savedValues = createStore('portal.saved', 'values');
/** How large each answer and file is, and when it was last used. */
export const savedUses = createStore('portal.saved.uses', 'uses');

const cachePrefix = 'portal.saved/';

/** @throws where site data is blocked, and on a page that was not loaded over HTTPS. */
export async function filesOf(owner: string): Promise<Cache> {
  return caches.open(cachePrefix + owner);
}

export function pathOfFile(name: string): string {
  return `/saved/${name}`;
}

/** As storage gave it. To read and to delete opens no cache: one that a logout has just deleted stays away. */
export async function fileOf(owner: string, name: string): Promise<Response | undefined> {
  return caches.match(pathOfFile(name), { cacheName: cachePrefix + owner });
}

export async function deleteFile(owner: string, name: string): Promise<void> {
  if (await caches.has(cachePrefix + owner)) await (await filesOf(owner)).delete(pathOfFile(name));
}

/** Null where the browser keeps nothing, or nothing more: then there is no copy, and nobody is told. */
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

/** In one request to each store, so that a page that is closed right after it has done it. */
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

/** All of whom there is anything here. */
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
