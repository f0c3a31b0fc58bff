import { type KeepResponse, type KeepRequest, shellPrefix } from '../lib/offline/shell-files.ts';
import { responseFrom, sourceOf, isWholeFile } from './request-source.ts';
import type { ShellList } from './shell-list.ts';

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

// one file at a time, whichever page asks
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

declare const builtShell: ShellList;

// once: the build replaces the name by the whole list
const { version, entry, start, later } = builtShell;
const name = shellPrefix + version;
const listed = new Map([...start, ...later].map((url) => [pathnameOf(url), url]));
/** A cache entry beside the files: the open pages of older releases. */
const olderPages = '/older-pages';

/** Fonts of other scripts than the interface's, in no list. Their content is in their name. */
const letters = /^\/assets\/noto-[^/]+\.woff2?$/u;

const openShell = () => caches.open(name);

function pathnameOf(url: string): string {
  return new URL(url, location.origin).pathname;
}

/** The key of a file in the cache: the same key means the same content. */
const cacheKey = (path: string) => listed.get(path) ?? path;

const isListed = (path: string) => listed.has(path);

async function otherShells(): Promise<string[]> {
  return (await caches.keys()).filter((other) => other.startsWith(shellPrefix) && other !== name);
}

/** Keeps a file. @throws TypeError without a connection, Error when something else is served or the device is full. */
async function fetchInto(shell: Cache, url: string): Promise<void> {
  // a file of an older release with the same hashed name has the same content
  const response = (await findElsewhere(url)) ?? (await fetch(url, { priority: 'low' }));
  if (!isWholeFile(response)) throw new Error(`${url} is not there`);
  await shell.put(url, response);
}

async function findElsewhere(url: string, ignoreSearch = false): Promise<Response | undefined> {
  for (const cacheName of await otherShells()) {
    const found = await caches.match(url, { cacheName, ignoreSearch, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** Keeps what the portal starts with. @throws when a file is missing: the browser retries, the last release stays. */
async function keepStart(): Promise<void> {
  const shell = await openShell();
  const page = await fetch('/', { cache: 'no-cache' });
  const text = await page.clone().text();
  if (!page.ok || page.redirected || !text.includes(entry)) throw new Error('The page is not of this release');
  await Promise.all([shell.put('/', page), ...start.map((url) => fetchInto(shell, url))]);
}

/**
 * Keeps the next file of the build.
 * @param skipped how many to leave out because they could not be fetched.
 * @returns how many follow it.
 * @throws when fetching fails, or the device is full.
 */
async function keepNext(skipped: number): Promise<number> {
  const shell = await openShell();
  const kept = new Set((await shell.keys()).map(({ url }) => url));
  const missing = later.filter((url) => !kept.has(new URL(url, location.origin).href)).slice(skipped);
  const [next] = missing;
  if (next === undefined) return 0;
  await fetchInto(shell, next);
  return missing.length - 1;
}

async function keptPage(): Promise<Response | undefined> {
  return (await openShell()).match('/', { ignoreVary: true });
}

/** A file of this release, or of an older release with open pages. */
async function keptFile(path: string): Promise<Response | undefined> {
  const url = cacheKey(path);
  return (await (await openShell()).match(url, { ignoreVary: true })) ?? findElsewhere(url);
}

/** A file of an older release: perhaps outdated, but better than nothing offline. */
async function olderFile(path: string): Promise<Response | undefined> {
  return findElsewhere(path, true);
}

async function keepUsed(path: string, response: Response): Promise<void> {
  if (isWholeFile(response)) await (await openShell()).put(cacheKey(path), response);
}

/** The older releases. `pages`: ids of the pages that were open when this release took over from `shells`. */
interface Older {
  pages: readonly string[];
  shells: readonly string[];
}

/** Takes over from older releases, keeping their files for these pages. */
async function takeOver(pages: readonly string[]): Promise<void> {
  const older: Older = { pages, shells: await otherShells() };
  await (await openShell()).put(olderPages, new Response(JSON.stringify(older)));
}

/** Deletes older releases once all their pages are closed; none still installing. @param open ids of open pages */
async function deleteOlder(open: readonly string[]): Promise<void> {
  const stored = await (await openShell()).match(olderPages);
  if (!stored) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `takeOver`
  const { pages, shells } = (await stored.json()) as Older;
  if (pages.some((page) => open.includes(page))) return;
  // without room for the letters the rest still goes
  await Promise.all(shells.map((cacheName) => moveLetters(cacheName).catch(nothing)));
  await Promise.all(shells.map((cacheName) => caches.delete(cacheName)));
}

/** Moves the fonts kept for reports offline out of an older release: fetched once, nothing would fetch them again. */
async function moveLetters(cacheName: string): Promise<void> {
  const [older, shell] = await Promise.all([caches.open(cacheName), openShell()]);
  const paths = (await older.keys()).map(({ url }) => new URL(url).pathname).filter((path) => letters.test(path));
  await Promise.all(
    paths.map(async (path) => {
      const font = (await shell.match(path)) ? undefined : await older.match(path);
      if (font) await shell.put(path, font);
    }),
  );
}
