import { entryOf } from '../lib/offline/portal-page.ts';
import { shellPrefix } from '../lib/offline/shell-files.ts';
import { inTime } from './in-time.ts';
import { readFile } from './request-source.ts';
import type { ShellList } from './shell-list.ts';

// The releases on this device. All their files are in one cache by URL, and a URL means the same content in every release: an unchanged
// file is stored once, is never fetched again, and an update takes only the room of what changed. A release adds a small cache of its
// own with its page and the list of its files. It is complete when all of them are really there, so an install that was interrupted,
// or files that the browser evicted, are noticed and fetched again. Only `deleteUnused` deletes: never what the newest release lists,
// what the release lists that serves offline, or anything while a page of an older release is open.

declare const builtShell: ShellList;

// read only here, as the build replaces the name by the whole list
const newest = builtShell;
const filesCache = `${shellPrefix}files`;
const newestCache = shellPrefix + newest.version;

const pageUrl = '/';
const listUrl = '/shell-list';
/** The ids of open pages that may be of an older release. */
const olderPagesUrl = '/older-pages';

/** How long one file may take. */
const fileTimeoutMs = 120_000;
/** Files of packages that are in no list: fonts of other scripts, and what reads rare PDFs and pictures. Their content rarely changes. */
const fromPackages = /^\/assets\/(?:noto-[^/]+\.woff2?|[^/]+\.(?:bcmap|pfb|ttf|wasm))$/u;

const pathnameOf = (url: string) => new URL(url, location.origin).pathname;
const listed = new Map(
  [...newest.start, ...newest.later, ...newest.optional].map((url) => [pathnameOf(url), url] as const),
);

/** Whether the newest release has a file at this path. */
export const isListed = (path: string): boolean => listed.has(path);
/** The URL of a file in the cache, with a hash of its content in the name or in the query. */
const cacheUrl = (path: string) => listed.get(path) ?? path;
/** The name of a file without the hash of its content. */
const stemOf = (url: string) => url.replace(/-[\w-]{8}\.\w+$|\?v=\w+$/u, '');

/** Names of all caches of the portal's own files. */
async function shellCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
}

const find = (url: string, cacheName: string) => caches.match(url, { cacheName, ignoreVary: true });

async function findJson<Value>(url: string, cacheName: string): Promise<Value | null> {
  const stored = await find(url, cacheName);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file
  return stored ? ((await stored.json()) as Value) : null;
}

async function putJson(url: string, value: unknown): Promise<void> {
  await (await caches.open(newestCache)).put(url, new Response(JSON.stringify(value)));
}

/** The URLs, without the origin, of all files in a cache. */
async function urlsIn(cacheName: string): Promise<Set<string>> {
  const requests = await (await caches.open(cacheName)).keys();
  return new Set(requests.map(({ url }) => url.slice(location.origin.length)));
}

/** A release with a stored page. */
interface StoredRelease {
  cacheName: string;
  page: Response;
  /** Null for a release that wrote no list, whose files are all in its own cache. */
  list: ShellList | null;
  /** How many of its files are here. */
  files: number;
  isComplete: boolean;
}

/** The newest release first, the oldest last. */
async function storedReleases(): Promise<StoredRelease[]> {
  const names = (await shellCaches()).filter((name) => name !== filesCache && name !== newestCache);
  const files = await urlsIn(filesCache);
  const releases = [newestCache, ...names.toReversed()].map(async (cacheName): Promise<StoredRelease[]> => {
    const page = await find(pageUrl, cacheName);
    if (!page) return [];
    const list = cacheName === newestCache ? newest : await findJson<ShellList>(listUrl, cacheName);
    if (!list) return [{ cacheName, page, list, files: (await urlsIn(cacheName)).size, isComplete: false }];
    const required = [...list.start, ...list.later];
    const presentCount = required.filter((url) => files.has(url)).length;
    const isComplete = list === newest ? missingOf(files).length === 0 : presentCount === required.length;
    return [{ cacheName, page, list, files: presentCount, isComplete }];
  });
  return (await Promise.all(releases)).flat();
}

/** Whether a file is one of the guides of a language, or the texts for searching them. */
const isGuideIn = (url: string, language: string) =>
  url.startsWith(`/guides/${language}/`) || url.includes(`guide-texts-${language}-`);

/** The files that the newest release needs on this device, without those that are here. @param language of the reader, as in `storeNext` */
function missingOf(files: ReadonlySet<string>, language?: string): string[] {
  const used = new Set(Array.from(files, stemOf));
  const optional = newest.optional.filter(
    (url) => used.has(stemOf(url)) || (language !== undefined && isGuideIn(url, language)),
  );
  return [...newest.start, ...optional, ...newest.later].filter((url) => !files.has(url));
}

/** The release that serves without a connection: the newest complete one, or the one with the most files. */
async function servingRelease(): Promise<StoredRelease | null> {
  const releases = await storedReleases();
  const complete = releases.find(({ isComplete }) => isComplete);
  const [mostFiles = null] = releases.toSorted((a, b) => b.files - a.files);
  return complete ?? mostFiles;
}

/** The page that serves without a connection; null when this device has none. */
export async function servingPage(): Promise<{ page: Response; isNewest: boolean } | null> {
  const serving = await servingRelease();
  return serving && { page: serving.page, isNewest: serving.cacheName === newestCache };
}

/** The page that the host has now. @throws when it does not answer, or with anything but a page of the portal. */
export async function fetchPage(timeoutMs = fileTimeoutMs): Promise<{ page: Response; entry: string }> {
  const page = await fetch(pageUrl, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
  const entry = page.status === 200 && !page.redirected ? entryOf(await page.clone().text()) : undefined;
  if (entry === undefined) throw new Error('The host has no page of the portal');
  return { page, entry };
}

/** A file as the host has it now. @throws when it does not answer, or with anything but the whole file. */
export async function fetchShellFile(path: string, timeoutMs = fileTimeoutMs): Promise<Response> {
  const response = await fetch(cacheUrl(path), { priority: 'low', signal: AbortSignal.timeout(timeoutMs) });
  return readFile(response, path);
}

/** Stores a file. @throws when the device has no room. */
export async function storeFile(path: string, file: Response): Promise<void> {
  await (await caches.open(filesCache)).put(cacheUrl(path), file);
}

/** Stores the page of the newest release, and its list for the releases after it. @throws as `fetchPage` and `storeFile` do. */
async function storePage(page: Response): Promise<void> {
  await putJson(listUrl, newest);
  await (await caches.open(newestCache)).put(pageUrl, page);
}

async function fetchNewestPage(): Promise<Response> {
  const { page, entry } = await fetchPage();
  if (entry !== newest.entry) throw new Error('The page is of another release');
  return page;
}

/**
 * Stores what the newest release starts with. A device that is full or hangs stores less, and the release comes from the host.
 * @throws when the host does not have it: the browser tries again later, and until then nothing changes.
 */
export async function storeStart(): Promise<void> {
  const page = await fetchNewestPage();
  const files = await inTime(urlsIn(filesCache));
  const missing = newest.start.filter((url) => !files?.has(url)).map(pathnameOf);
  await Promise.all(
    missing.map(async (path) => {
      const file = await fetchShellFile(path);
      await inTime(storeFile(path, file));
    }),
  );
  await inTime(storePage(page));
}

/**
 * Stores the next file that the newest release needs on this device.
 * @param skipped how many to leave out because they could not be stored.
 * @param language of the reader, whose guides the device needs, too.
 * @returns how many follow it.
 * @throws when the host does not have it, or the device has no room.
 */
export async function storeNext(skipped: number, language?: string): Promise<number> {
  const page = await find(pageUrl, newestCache);
  const missing = [...(page ? [] : [pageUrl]), ...missingOf(await urlsIn(filesCache), language)].slice(skipped);
  const [next] = missing;
  if (next === undefined) return 0;
  if (next === pageUrl) await storePage(await fetchNewestPage());
  else await storeFile(pathnameOf(next), await fetchShellFile(pathnameOf(next)));
  return missing.length - 1;
}

/** The stored file that the newest release has at a path. */
export async function findShellFile(path: string): Promise<Response | undefined> {
  const url = cacheUrl(path);
  for (const cacheName of [filesCache, ...(await shellCaches())]) {
    const found = await find(url, cacheName);
    if (found) return found;
  }
  return undefined;
}

/** The stored file that an older release has at a path: perhaps outdated, but better than nothing. */
export async function findOlderFile(path: string): Promise<Response | undefined> {
  for (const cacheName of [filesCache, ...(await shellCaches())]) {
    const found = await (await caches.open(cacheName)).matchAll(path, { ignoreSearch: true, ignoreVary: true });
    // the last one was stored last
    if (found.length > 0) return found.at(-1);
  }
  return undefined;
}

const findOlderPages = () => findJson<string[]>(olderPagesUrl, newestCache);

/** Whether a page was noted as one that may be of an older release. */
export async function isOlderPage(id: string): Promise<boolean> {
  return (await findOlderPages())?.includes(id) ?? false;
}

/** Notes open pages that may be of an older release: its files stay while one of them is open. */
export async function noteOlderPages(ids: readonly string[]): Promise<void> {
  await putJson(olderPagesUrl, [...((await findOlderPages()) ?? []), ...ids]);
}

/**
 * Deletes older releases and their files, but not the one that serves offline, once no page of an older release is open.
 * @param open ids of the open pages.
 */
export async function deleteUnused(open: readonly string[]): Promise<void> {
  const olderPages = await findOlderPages();
  // there was no room to note them before
  if (!olderPages) await noteOlderPages(open);
  if ((olderPages ?? open).some((id) => open.includes(id))) return;
  const serving = await servingRelease();
  const inUse = [filesCache, newestCache, serving?.cacheName];
  const unused = (await shellCaches()).filter((name) => !inUse.includes(name));
  // what an interrupted install left stays for the next one
  if (!serving || unused.length === 0) return;
  const lists = [newest, ...(serving.list ? [serving.list] : [])];
  const used = new Set(lists.flatMap((list) => [...list.start, ...list.later, ...list.optional]));
  const files = await caches.open(filesCache);
  const unusedFiles = Array.from(await urlsIn(filesCache)).filter((url) => !used.has(url) && !fromPackages.test(url));
  await Promise.all(unusedFiles.map((url) => files.delete(url, { ignoreVary: true })));
  await Promise.all(unused.map((name) => caches.delete(name)));
}
