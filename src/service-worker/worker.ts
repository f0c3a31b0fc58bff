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

// Serves the portal's own files without a connection (`decisions §12`). A release is installed with the files that it starts with, and
// takes over at once; the rest follows file by file, as pages ask for it. Until all of it is here, the host serves the pages that are
// opened, and the last complete release serves them where the host does not answer, or with something else: a fault, another network's
// login page. Open pages keep the files of their own release. This costs the room of one release, and of what changed until the
// newest is complete. Where the device has no room or its caches do not answer, the portal comes from the host.

declare const self: ServiceWorkerGlobalScope;

/** How long to wait for a file from the host when the device has an older version of it. */
const filePatienceMs = 15_000;

const toUndefined = () => undefined;

self.addEventListener('install', (event) => {
  event.waitUntil(storeStart());
  // the next page opened is of this release; open ones keep their files
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

// one file at a time, whichever page asks
let storing: Promise<unknown> = Promise.resolve();

self.addEventListener('message', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only pages of this origin can send to it
  const { skipped, language } = event.data as StoreFileRequest;
  const respond = (reply: StoreFileResponse) => event.ports[0]?.postMessage(reply);
  storing = storing
    .then(() => storeNext(skipped, language))
    .then(
      async (remaining) => {
        respond({ left: remaining });
        if (remaining === 0) await tidyUp();
      },
      () => respond({ left: null }),
    );
  event.waitUntil(storing);
});

async function openPages(): Promise<string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.map(({ id }) => id);
}

async function takeOver(): Promise<void> {
  await inTime(openPages().then(noteOlderPages));
  await tidyUp();
  await self.clients.claim();
}

async function tidyUp(): Promise<void> {
  // the files of a release that is being installed are in no list yet
  if (self.registration.installing ?? self.registration.waiting) return;
  await inTime(openPages().then(deleteUnused));
}

async function startPage({ request, resultingClientId }: FetchEvent): Promise<Response> {
  const serving = await inTime(servingPage());
  if (!serving) return fetchOr(request, async () => (await servingPage())?.page);
  if (serving.isNewest) return serving.page;
  const fromHost = await fetchPage(patienceMs).catch(toUndefined);
  if (fromHost) return fromHost.page;
  await inTime(noteOlderPages([resultingClientId]));
  return serving.page;
}

async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const range = request.headers.get('range');
  const stored = await inTime(findShellFile(pathname));
  if (stored) return responseFrom(stored, range);
  const older = await inTime(findOlderFile(pathname));
  if (older) {
    const isItsOwn = await inTime(isOlderPage(event.clientId));
    return responseFrom(isItsOwn ? older : await newerFile(event, pathname).catch(() => older), range);
  }
  let isLate = false;
  const response = await fetchOr(request, async () => {
    isLate = true;
    const late = (await findShellFile(pathname)) ?? (await findOlderFile(pathname));
    return late && responseFrom(late, range);
  });
  // a partial response cannot be cached
  if (range === null && !isLate) event.waitUntil(storeUsed(pathname, response.clone()).catch(toUndefined));
  return response;
}

/**
 * The answer of the host, or of the device where the host does not answer: the device may only have been slow before. @throws what
 * `fetch` threw when neither has it
 */
async function fetchOr(request: Request, fromDevice: () => Promise<Response | undefined>): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const late = await fromDevice().catch(toUndefined);
    if (late) return late;
    throw error;
  }
}

/** The whole file as the host has it now, which is stored. @throws as `fetchShellFile` does. */
async function newerFile(event: FetchEvent, path: string): Promise<Response> {
  const file = await fetchShellFile(path, filePatienceMs);
  event.waitUntil(storeFile(path, file.clone()).catch(toUndefined));
  return file;
}

async function storeUsed(path: string, response: Response): Promise<void> {
  await storeFile(path, await readFile(response, path));
}
