import { entryOf } from '../lib/offline/portal-page.ts';
import { shellPrefix } from '../lib/offline/shell-files.ts';
import { inTime } from './in-time.ts';
import { readFile } from './request-source.ts';
import type { ShellList } from './shell-list.ts';

// The releases of the portal on this device. The files of all releases are in one cache, by URL. A URL stands for the same content in
// every release, so an unchanged file is stored and fetched only once. Each release has a small cache of its own, with its page and the
// list of its files. A release is complete when all listed files are in the cache, so files are fetched again after an interrupted
// install, or after the browser has evicted them. Only `deleteUnused` deletes files. It spares those that the newest release lists and
// those that the release for offline use lists, and it deletes nothing while a page of an older release is open.

declare const builtShell: ShellList;

// `builtShell` is used only here, because the build replaces each use of it by the whole list
const newest = builtShell;
const filesCache = `${shellPrefix}files`;
const newestCache = shellPrefix + newest.version;

const pageUrl = '/';
const listUrl = '/shell-list';
/** Where the ids of open pages are stored that may be of an older release. */
const olderPagesUrl = '/older-pages';

/** How long (ms) the download of one file may take. */
const fileTimeoutMs = 120_000;
/**
 * Files that no list has, because few people need them: fonts of other scripts, and what reads rare PDFs and pictures. They stay
 * when a release is deleted, because they come from packages and rarely change.
 */
const fromPackages = /^\/assets\/(?:noto-[^/]+\.woff2?|[^/]+\.(?:bcmap|pfb|ttf|wasm))$/u;

const pathnameOf = (url: string) => new URL(url, location.origin).pathname;
const cacheUrls = new Map(
  [...newest.start, ...newest.later, ...newest.optional].map((url) => [pathnameOf(url), url] as const),
);

/** Whether the newest release has a file at this path. */
export const isListed = (path: string): boolean => cacheUrls.has(path);
/** The URL of a file in the cache, with a hash of its content in the name or in the query. */
const cacheUrl = (path: string) => cacheUrls.get(path) ?? path;
/** The URL of a file without the hash of its content, which is `-` and eight characters before the extension, or `?v=…`. */
const stemOf = (url: string) => url.replace(/-[\w-]{8}\.\w+$|\?v=\w+$/u, '');

/** The names of all caches with files of the portal. */
async function shellCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
}

const findInCache = (url: string, cacheName: string) => caches.match(url, { cacheName, ignoreVary: true });

/** The stored JSON at a URL in a cache; null when there is none. */
async function findJson<Value>(url: string, cacheName: string): Promise<Value | null> {
  const response = await findInCache(url, cacheName);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file
  return response ? ((await response.json()) as Value) : null;
}

/** Stores JSON at a URL in the cache of the newest release. */
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
  /** Null for a release of earlier versions of the portal, which stored no list and had all files in its own cache. */
  list: ShellList | null;
  /** How many of its files are on this device. */
  fileCount: number;
  isComplete: boolean;
}

/** The releases that have a stored page, from the newest to the oldest. */
async function storedReleases(): Promise<StoredRelease[]> {
  const names = (await shellCaches()).filter((name) => name !== filesCache && name !== newestCache);
  const files = await urlsIn(filesCache);
  const releases = [newestCache, ...names.toReversed()].map(async (cacheName): Promise<StoredRelease[]> => {
    const page = await findInCache(pageUrl, cacheName);
    if (!page) return [];
    const list = cacheName === newestCache ? newest : await findJson<ShellList>(listUrl, cacheName);
    if (!list) return [{ cacheName, page, list, fileCount: (await urlsIn(cacheName)).size, isComplete: false }];
    const requiredUrls = [...list.start, ...list.later];
    const presentCount = requiredUrls.filter((url) => files.has(url)).length;
    const isComplete = list === newest ? missingOf(files).length === 0 : presentCount === requiredUrls.length;
    return [{ cacheName, page, list, fileCount: presentCount, isComplete }];
  });
  return (await Promise.all(releases)).flat();
}

/** Whether a URL is that of a guide in a language, or of the texts by which these guides are searched. */
const isGuideIn = (url: string, language: string) =>
  url.startsWith(`/guides/${language}/`) || url.includes(`guide-texts-${language}-`);

/**
 * The URLs of the files that the newest release needs on this device and that are not in `files`. An optional file is needed if an
 * older version of it is stored, or if it is a guide in the reader's language.
 */
function missingOf(files: ReadonlySet<string>, language?: string): string[] {
  const storedStems = new Set(Array.from(files, stemOf));
  const optional = newest.optional.filter(
    (url) => storedStems.has(stemOf(url)) || (language !== undefined && isGuideIn(url, language)),
  );
  return [...newest.start, ...optional, ...newest.later].filter((url) => !files.has(url));
}

/** The release that is shown without a connection: the newest complete release, else the release with the most files; null without any. */
async function servingRelease(): Promise<StoredRelease | null> {
  const releases = await storedReleases();
  const completeRelease = releases.find(({ isComplete }) => isComplete);
  const [largestRelease = null] = releases.toSorted((a, b) => b.fileCount - a.fileCount);
  return completeRelease ?? largestRelease;
}

/** The page that is shown without a connection; null when this device has none. */
export async function servingPage(): Promise<{ page: Response; isNewest: boolean } | null> {
  const serving = await servingRelease();
  return serving && { page: serving.page, isNewest: serving.cacheName === newestCache };
}

/** The page that the host has now, and the URL of its first script. @throws when no page of the portal comes within the time. */
export async function fetchPage(timeoutMs = fileTimeoutMs): Promise<{ page: Response; entry: string }> {
  const page = await fetch(pageUrl, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
  const entry = page.status === 200 && !page.redirected ? entryOf(await page.clone().text()) : undefined;
  if (entry === undefined) throw new Error('The host has no page of the portal');
  return { page, entry };
}

/** A file as the host has it now. @throws when the whole file does not come within the time. */
export async function fetchShellFile(path: string, timeoutMs = fileTimeoutMs): Promise<Response> {
  const response = await fetch(cacheUrl(path), { priority: 'low', signal: AbortSignal.timeout(timeoutMs) });
  return readFile(response, path);
}

/** Stores a file. @throws when the device has no room. */
export async function storeFile(path: string, file: Response): Promise<void> {
  await (await caches.open(filesCache)).put(cacheUrl(path), file);
}

/** Stores the page of the newest release, and the list of its files for later releases. @throws when the device has no room. */
async function storePage(page: Response): Promise<void> {
  await putJson(listUrl, newest);
  await (await caches.open(newestCache)).put(pageUrl, page);
}

/** The page of the newest release. @throws when the host has another release's page, or none. */
async function fetchNewestPage(): Promise<Response> {
  const { page, entry } = await fetchPage();
  if (entry !== newest.entry) throw new Error('The page is of another release');
  return page;
}

/**
 * Stores the files without which the newest release does not start. A device that is full or hangs stores fewer of them, and the others
 * come from the host.
 * @throws when the host does not have one of them. The install then fails, and the browser tries again later.
 */
export async function storeStart(): Promise<void> {
  const page = await fetchNewestPage();
  const files = await inTime(urlsIn(filesCache));
  const missingPaths = newest.start.filter((url) => !files?.has(url)).map(pathnameOf);
  await Promise.all(
    missingPaths.map(async (path) => {
      const file = await fetchShellFile(path);
      await inTime(storeFile(path, file));
    }),
  );
  await inTime(storePage(page));
}

/**
 * Stores the next file of the newest release that is missing on this device.
 * @param skipped how many missing files to leave out, because they could not be stored before.
 * @param language the reader's language: its guides are stored, too.
 * @returns how many files are still missing after it.
 * @throws when the host does not have the file, or the device has no room for it.
 */
export async function storeNext(skipped: number, language?: string): Promise<number> {
  const page = await findInCache(pageUrl, newestCache);
  const missingUrls = [...(page ? [] : [pageUrl]), ...missingOf(await urlsIn(filesCache), language)].slice(skipped);
  const [url] = missingUrls;
  if (url === undefined) return 0;
  if (url === pageUrl) await storePage(await fetchNewestPage());
  else await storeFile(pathnameOf(url), await fetchShellFile(pathnameOf(url)));
  return missingUrls.length - 1;
}

/** The stored file at a path, with the content that the newest release has there; undefined when it is not stored. */
export async function findShellFile(path: string): Promise<Response | undefined> {
  const url = cacheUrl(path);
  for (const cacheName of [filesCache, ...(await shellCaches())]) {
    const file = await findInCache(url, cacheName);
    if (file) return file;
  }
  return undefined;
}

/** The stored file at a path with any content, perhaps that of an older release; undefined when there is none. */
export async function findOlderFile(path: string): Promise<Response | undefined> {
  for (const cacheName of [filesCache, ...(await shellCaches())]) {
    const versions = await (await caches.open(cacheName)).matchAll(path, { ignoreSearch: true, ignoreVary: true });
    // a cache returns files in the order in which they were stored
    if (versions.length > 0) return versions.at(-1);
  }
  return undefined;
}

const findOlderPages = () => findJson<string[]>(olderPagesUrl, newestCache);

/** Whether `noteOlderPages` has recorded this page. @param id of the page's client */
export async function isOlderPage(id: string): Promise<boolean> {
  return (await findOlderPages())?.includes(id) ?? false;
}

/** Records open pages that may be of an older release: the files of older releases stay while one of these pages is open. */
export async function noteOlderPages(ids: readonly string[]): Promise<void> {
  await putJson(olderPagesUrl, [...((await findOlderPages()) ?? []), ...ids]);
}

/**
 * Deletes older releases and their files, once no page of an older release is open. The release for offline use stays.
 * @param openPages the client ids of the open pages.
 */
export async function deleteUnused(openPages: readonly string[]): Promise<void> {
  const olderPages = await findOlderPages();
  // there was no room to record the pages before, so each open page may be of an older release
  if (!olderPages) await noteOlderPages(openPages);
  if ((olderPages ?? openPages).some((id) => openPages.includes(id))) return;
  const serving = await servingRelease();
  const usedCaches = [filesCache, newestCache, serving?.cacheName];
  const unusedCaches = (await shellCaches()).filter((name) => !usedCaches.includes(name));
  // the files of an interrupted install stay, so that the next install need not fetch them again
  if (!serving || unusedCaches.length === 0) return;
  const lists = [newest, ...(serving.list ? [serving.list] : [])];
  const usedUrls = new Set(lists.flatMap((list) => [...list.start, ...list.later, ...list.optional]));
  const files = await caches.open(filesCache);
  const unusedUrls = Array.from(await urlsIn(filesCache)).filter(
    (url) => !usedUrls.has(url) && !fromPackages.test(url),
  );
  await Promise.all(unusedUrls.map((url) => files.delete(url, { ignoreVary: true })));
  await Promise.all(unusedCaches.map((name) => caches.delete(name)));
}
