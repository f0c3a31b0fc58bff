import { shellPrefix } from '../offline/shell-files.ts';
import { DeviceStore } from './device-store.ts';

// The browser's caches: one with the copies of each owner's files (`copies.ts`), and those of the service worker with the
// portal's own. Every access has a limit of time (`device-store.ts`). Reading and deleting never make a cache: that would bring
// back what a logout has deleted.

const prefix = 'portal.saved/';
const cacheName = (owner: string) => prefix + owner;
const cachePath = (file: string) => `/saved/${file}`;

/** Whether the caches answer. */
export const cacheState = new DeviceStore(async () => caches.has(prefix));

/** Opens the cache of an owner's files. @throws where site data is blocked, and on a page not served over HTTPS; NoAnswer */
export async function openCache(owner: string): Promise<Cache> {
  return cacheState.inTime(async () => caches.open(cacheName(owner)));
}

/** Stores a file. One that comes after it was given up is removed, as nothing would know of it. @throws NoAnswer */
export async function cacheFile(owner: string, files: Cache, file: string, content: Blob): Promise<void> {
  const put = async () => files.put(cachePath(file), new Response(content));
  return cacheState.inTime(put, () => void removeCached(owner, file).catch(() => undefined));
}

/** @throws NoAnswer */
export async function findCached(owner: string, file: string): Promise<Response | undefined> {
  return cacheState.inTime(async () => caches.match(cachePath(file), { cacheName: cacheName(owner) }));
}

/** @throws NoAnswer */
export async function readCached(owner: string, file: string): Promise<Blob | null> {
  const found = await findCached(owner, file);
  return found ? cacheState.inTime(async () => found.blob()) : null;
}

/** @throws NoAnswer; it is removed all the same when the caches answer again */
export async function removeCached(owner: string, file: string): Promise<void> {
  await cacheState.remove(async () => {
    if (await caches.has(cacheName(owner))) await (await caches.open(cacheName(owner))).delete(cachePath(file));
  });
}

/** Removes all files of an owner. @throws NoAnswer; they are removed all the same when the caches answer again */
export async function removeCache(owner: string): Promise<void> {
  await cacheState.remove(async () => caches.delete(cacheName(owner)));
}

/** Whose files there are. @throws NoAnswer */
export async function cacheOwners(): Promise<string[]> {
  const names = await cacheState.inTime(async () => caches.keys());
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** Whether this device has a file of the portal, such as `/guides/a.pdf`, for use offline. */
export async function isStoredFile(path: string): Promise<boolean> {
  try {
    return await cacheState.inTime(async () => {
      const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
      // files of the build are kept under a query with their content hash
      const found = shells.map((shell) =>
        caches.match(path, { cacheName: shell, ignoreSearch: true, ignoreVary: true }),
      );
      return (await Promise.all(found)).some((file) => file !== undefined);
    });
  } catch {
    // site data is blocked, or the caches do not answer
    return false;
  }
}
