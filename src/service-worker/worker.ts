import type { KeepResponse, KeepRequest } from '../lib/offline/shell-files.ts';
import { responseFrom } from './byte-range.ts';
import { sourceOf } from './request-source.ts';
import {
  deleteOlder,
  isListed,
  keepNext,
  keepStart,
  keepUsed,
  keptFile,
  keptPage,
  olderFile,
  takeOver,
} from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

const nothing = () => undefined;
const tidyUp = async () => deleteOlder(await openPages()).catch(nothing);

self.addEventListener('install', (event) => {
  event.waitUntil(keepStart());
  // the next page opened is of this release; open ones keep their files
  void self.skipWaiting();
});

async function openPages(): Promise<string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.map(({ id }) => id);
}

async function begin(): Promise<void> {
  await takeOver(await openPages()).catch(nothing);
  await tidyUp();
  await self.clients.claim();
}

self.addEventListener('activate', (event) => event.waitUntil(begin()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const source = sourceOf(request, location.origin, isListed);
  if (source === 'page') {
    event.respondWith(startPage(request));
    event.waitUntil(tidyUp());
  } else if (source === 'file') event.respondWith(respondWithFile(event));
});

async function startPage(request: Request): Promise<Response> {
  return (await keptPage().catch(nothing)) ?? fetch(request);
}

async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const range = request.headers.get('range');
  const kept = await keptFile(pathname).catch(nothing);
  if (kept) return responseFrom(kept, range);
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const older = await olderFile(pathname).catch(nothing);
    if (!older) throw error;
    return responseFrom(older, range);
  }
  // a partial response cannot be cached
  if (range === null) event.waitUntil(keepUsed(pathname, response.clone()).catch(nothing));
  return response;
}

// one at a time, whichever page asks
let keeping: Promise<unknown> = Promise.resolve();

self.addEventListener('message', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only pages of this origin can send to it
  const { skipped } = event.data as KeepRequest;
  const respond = (reply: KeepResponse) => event.ports[0]?.postMessage(reply);
  keeping = keeping
    .then(tidyUp)
    .then(() => keepNext(skipped))
    .then(
      (left) => respond({ left }),
      () => respond({ left: null }),
    );
  event.waitUntil(keeping);
});
