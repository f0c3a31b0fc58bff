import type { StoreFileRequest, StoreFileResponse } from '../lib/offline/shell-files.ts';
import { inTime, patienceMs } from './in-time.ts';
import {
  deleteUnused,
  fetchPage,
  fetchShellFile,
  findOlderFile,
  findShellFile,
  isListed,
  isOlderPage,
  noteOlderPages,
  servingPage,
  storeFile,
  storeNext,
  storeStart,
} from './releases.ts';
import { readFile, responseFrom, sourceOf } from './request-source.ts';

// The portal's service worker. It answers requests for the portal's own files without a connection (`decisions §12`).
//
// The install of a release stores only the files without which it does not start, and the release takes over at once. The remaining
// files follow one by one, as pages ask for them. Until the release is complete, the host sends the pages that are opened. When the
// host does not answer, or sends something else than the portal (an error, the login page of a public network), the last complete
// release is shown. Open pages use the files of their own release. The device needs room for one release and, until the newest is
// complete, for the files that have changed. Where it has no room, or its caches do not answer, the portal comes from the host.

declare const self: ServiceWorkerGlobalScope;

/** How long (ms) to wait for a file from the host when the device has an older version of it. */
const filePatienceMs = 15_000;

const toUndefined = () => undefined;

self.addEventListener('install', (event) => {
  event.waitUntil(storeStart());
  // the next page that is opened is of this release; pages that are open use the files of theirs
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const source = sourceOf(event.request, location.origin, isListed);
  if (source === 'page') {
    event.respondWith(startPage(event));
    event.waitUntil(tidyUp());
  } else if (source === 'file') event.respondWith(respondWithFile(event));
});

/** The storing of the last requested file. Files are stored one after the other, even if several pages ask. */
let lastStoring: Promise<unknown> = Promise.resolve();

self.addEventListener('message', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only pages of this origin can send to it
  const { skipped, language } = event.data as StoreFileRequest;
  const respond = (reply: StoreFileResponse) => event.ports[0]?.postMessage(reply);
  lastStoring = lastStoring
    .then(() => storeNext(skipped, language))
    .then(
      async (remaining) => {
        respond({ left: remaining });
        if (remaining === 0) await tidyUp();
      },
      () => respond({ left: null }),
    );
  event.waitUntil(lastStoring);
});

/** The client ids of all open pages. */
async function openPages(): Promise<string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.map(({ id }) => id);
}

/** Takes control of all open pages, and records that they may be of an older release. */
async function takeOver(): Promise<void> {
  await inTime(openPages().then(noteOlderPages));
  await tidyUp();
  await self.clients.claim();
}

/** Deletes files that no page needs any more, unless a release is being installed. */
async function tidyUp(): Promise<void> {
  // the files of a release that is being installed are in no list yet
  if (self.registration.installing ?? self.registration.waiting) return;
  await inTime(openPages().then(deleteUnused));
}

/** The portal's page: of the newest release if the device has all of it, else of the host, else of the release for offline use. */
async function startPage({ request, resultingClientId }: FetchEvent): Promise<Response> {
  const serving = await inTime(servingPage());
  if (!serving) return fetchOr(request, async () => (await servingPage())?.page);
  if (serving.isNewest) return serving.page;
  const fromHost = await fetchPage(patienceMs).catch(toUndefined);
  if (fromHost) return fromHost.page;
  await inTime(noteOlderPages([resultingClientId]));
  return serving.page;
}

/** A file of the portal, from the device if it has the right version, else from the host. */
async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const range = request.headers.get('range');
  const newestFile = await inTime(findShellFile(pathname));
  if (newestFile) return responseFrom(newestFile, range);
  const olderFile = await inTime(findOlderFile(pathname));
  if (olderFile) {
    // a page of an older release needs the older version of the file
    const isForOlderPage = await inTime(isOlderPage(event.clientId));
    return responseFrom(
      isForOlderPage ? olderFile : await fetchNewerFile(event, pathname).catch(() => olderFile),
      range,
    );
  }
  let isFromDevice = false;
  const response = await fetchOr(request, async () => {
    isFromDevice = true;
    const file = (await findShellFile(pathname)) ?? (await findOlderFile(pathname));
    return file && responseFrom(file, range);
  });
  // a partial response cannot be cached
  if (range === null && !isFromDevice) event.waitUntil(storeUsed(pathname, response.clone()).catch(toUndefined));
  return response;
}

/**
 * The answer of the host or, when the host does not answer, of the device. The device is asked again then, because it may only have
 * been slow before.
 * @throws what `fetch` threw, when neither has the file
 */
async function fetchOr(request: Request, fromDevice: () => Promise<Response | undefined>): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const response = await fromDevice().catch(toUndefined);
    if (response) return response;
    throw error;
  }
}

/** Fetches the file as the host has it now, and stores it. @throws as `fetchShellFile` does. */
async function fetchNewerFile(event: FetchEvent, path: string): Promise<Response> {
  const file = await fetchShellFile(path, filePatienceMs);
  event.waitUntil(storeFile(path, file.clone()).catch(toUndefined));
  return file;
}

async function storeUsed(path: string, response: Response): Promise<void> {
  await storeFile(path, await readFile(response, path));
}
