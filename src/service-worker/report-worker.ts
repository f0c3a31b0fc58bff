import { doorPrefix } from '../lib/offline/shell-files.ts';
import { inTime } from './in-time.ts';
import { isDoor, readFile } from './request-source.ts';
import type { DoorList } from './shell-list.ts';

// The service worker of the page that a sticker opens. With it, a device that has reported a fault once opens that page without a
// connection (`decisions §15`). Its scope is only that page, so it does not conflict with the portal's service worker. It stores a whole
// release of the page, about 300 KB, and answers from it first, so that nobody waits for a slow line at a gate. A newer release is
// fetched in the background and is shown at the next opening. The release before it stays for pages that are open.

declare const self: ServiceWorkerGlobalScope;
declare const builtDoor: DoorList;

const door = builtDoor;
const newestCache = doorPrefix + door.version;
const page = '/report.html';
/** How many releases stay on the device: the newest and the one before it. */
const mostCaches = 2;

self.addEventListener('install', (event) => {
  event.waitUntil(storeRelease());
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(deleteOlder()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && isDoor(pathname)) event.respondWith(fromDevice(page, request));
  else if (search === '' && pathname.startsWith('/assets/')) event.respondWith(fromDevice(pathname, request));
});

/** Stores the whole release. @throws when the host does not have it, or the device has no room: the browser tries again later */
async function storeRelease(): Promise<void> {
  const cache = await caches.open(newestCache);
  await cache.put(page, await fetchPage());
  await Promise.all(door.files.map(async (path) => cache.put(path, await readFile(await fetch(path), path))));
}

/** The page of this release. @throws when the host has another page */
async function fetchPage(): Promise<Response> {
  const response = await fetch(page, { cache: 'no-cache' });
  const text = await response.text();
  if (response.status !== 200 || !text.includes(`"${door.entry}"`)) throw new Error('The host has another page');
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  // A new response, because a host may redirect `/report.html` to `/report`, and a browser opens no page from a redirected response.
  return new Response(text, { headers });
}

/** Deletes the oldest releases, so that `mostCaches` stay. `caches.keys` lists the oldest first. */
async function deleteOlder(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(doorPrefix) && name !== newestCache);
  await Promise.all(names.slice(0, Math.max(0, names.length - mostCaches + 1)).map((name) => caches.delete(name)));
}

/** The stored file at a path, of the newest release that has it; else the answer of the host. */
async function fromDevice(path: string, request: Request): Promise<Response> {
  const storedFile = await inTime(findStored(path));
  return storedFile ?? fetch(request);
}

async function findStored(path: string): Promise<Response | undefined> {
  const names = (await caches.keys()).filter((name) => name.startsWith(doorPrefix) && name !== newestCache);
  for (const cacheName of [newestCache, ...names.toReversed()]) {
    const file = await caches.match(path, { cacheName, ignoreVary: true });
    if (file) return file;
  }
  return undefined;
}
