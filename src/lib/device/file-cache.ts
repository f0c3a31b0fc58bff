import { shellPrefix } from '../offline/shell-files.ts';
import { DeviceStore } from './device-store.ts';

// The browser's caches. Each owner has one with the copies of files (`copies.ts`), and the service worker has others with the
// portal's own files. Every access has a limit of time (`device-store.ts`). Reading and deleting must not create a cache, because a
// logout has deleted it as a whole.

const prefix = 'portal.saved/';
const cacheName = (owner: string) => prefix + owner;
const cachePath = (file: string) => `/saved/${file}`;

/** Whether the caches answer, as far as is known. */
export const cacheState = new DeviceStore(async () => caches.has(prefix));

/** Opens the cache of an owner's files. @throws where site data is blocked, and on a page not served over HTTPS; NoAnswer */
export async function openCache(owner: string): Promise<Cache> {
  return cacheState.inTime(async () => caches.open(cacheName(owner)));
}

/** Stores a file. A file that is stored only after `NoAnswer` was thrown is removed again, because it has no note. @throws NoAnswer */
export async function cacheFile(owner: string, files: Cache, file: string, content: Blob): Promise<void> {
  const put = async () => files.put(cachePath(file), new Response(content));
  return cacheState.inTime(put, () => void removeCached(owner, file).catch(() => undefined));
}

/** The stored response with a file, without reading its content; undefined when it is not stored. @throws NoAnswer */
export async function findCached(owner: string, file: string): Promise<Response | undefined> {
  return cacheState.inTime(async () => caches.match(cachePath(file), { cacheName: cacheName(owner) }));
}

/** The content of a stored file; null when it is not stored. @throws NoAnswer */
export async function readCached(owner: string, file: string): Promise<Blob | null> {
  const response = await findCached(owner, file);
  return response ? cacheState.inTime(async () => response.blob()) : null;
}

/** Removes a file. @throws NoAnswer; the file is then removed when the caches answer again */
export async function removeCached(owner: string, file: string): Promise<void> {
  await cacheState.remove(async () => {
    if (await caches.has(cacheName(owner))) await (await caches.open(cacheName(owner))).delete(cachePath(file));
  });
}

/** Removes all files of an owner. @throws NoAnswer; they are then removed when the caches answer again */
export async function removeCache(owner: string): Promise<void> {
  await cacheState.remove(async () => caches.delete(cacheName(owner)));
}

/** The owners that have files on this device. @throws NoAnswer */
export async function cacheOwners(): Promise<string[]> {
  const names = await cacheState.inTime(async () => caches.keys());
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** Whether this device has a file of the portal, such as `/guides/a.pdf`, for use offline. */
export async function isStoredFile(path: string): Promise<boolean> {
  try {
    return await cacheState.inTime(async () => {
      const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
      // the URLs of some stored files have a query with a hash of their content
      const matches = shells.map((shell) =>
        caches.match(path, { cacheName: shell, ignoreSearch: true, ignoreVary: true }),
      );
      return (await Promise.all(matches)).some((file) => file !== undefined);
    });
  } catch {
    // site data is blocked, or the caches do not answer
    return false;
  }
}
