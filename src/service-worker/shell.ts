import { shellPrefix } from '../lib/offline/shell-files.ts';
import { isWholeFile } from './own-requests.ts';
import type { ShellList } from './shell-list.ts';

declare const builtShell: ShellList;

// once: the build puts the whole list in the place of its name
const { version, entry, start, later } = builtShell;
const name = shellPrefix + version;
const listed = new Map([...start, ...later].map((url) => [pathnameOf(url), url]));
/** An entry beside the files: the pages that may be of an older release. */
const olderPages = '/older-pages';

const openShell = () => caches.open(name);

function pathnameOf(url: string): string {
  return new URL(url, location.origin).pathname;
}

/** Under what a file is kept: the same name means the same contents. */
const cacheKey = (path: string) => listed.get(path) ?? path;

export const isListed = (path: string) => listed.has(path);

async function otherShells(): Promise<string[]> {
  return (await caches.keys()).filter((other) => other.startsWith(shellPrefix) && other !== name);
}

/** @throws TypeError without a connection, Error when the host has something else there, or the device is full. */
async function fetchInto(shell: Cache, url: string): Promise<void> {
  // what is there already is in the browser's own cache, as its name changes with its contents
  const answer = (await findElsewhere(url)) ?? (await fetch(url, { priority: 'low' }));
  if (!isWholeFile(answer)) throw new Error(`${url} is not there`);
  await shell.put(url, answer);
}

async function findElsewhere(url: string, ignoreSearch = false): Promise<Response | undefined> {
  for (const cacheName of await otherShells()) {
    const found = await caches.match(url, { cacheName, ignoreSearch, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** @throws whatever kept it from being whole: the browser then tries again later, and the release before goes on. */
export async function keepStart(): Promise<void> {
  const shell = await openShell();
  const page = await fetch('/', { cache: 'no-cache' });
  const text = await page.clone().text();
  if (!page.ok || page.redirected || !text.includes(entry)) throw new Error('The page is not of this release');
  await Promise.all([shell.put('/', page), ...start.map((url) => fetchInto(shell, url))]);
}

/**
 * Keeps the next file of the build that is not kept yet.
 * @param skipped how many to leave out, as they could not be had.
 * @returns how many there are after it.
 * @throws as the fetch, or as a full device.
 */
export async function keepNext(skipped: number): Promise<number> {
  const shell = await openShell();
  const kept = new Set((await shell.keys()).map(({ url }) => url));
  const missing = later.filter((url) => !kept.has(new URL(url, location.origin).href)).slice(skipped);
  const [next] = missing;
  if (next === undefined) return 0;
  await fetchInto(shell, next);
  return missing.length - 1;
}

export async function keptPage(): Promise<Response | undefined> {
  return (await openShell()).match('/', { ignoreVary: true });
}

/** A file of this release, or of an older one that a page is still open of. */
export async function keptFile(path: string): Promise<Response | undefined> {
  const url = cacheKey(path);
  return (await (await openShell()).match(url, { ignoreVary: true })) ?? findElsewhere(url);
}

/** A file as an older release had it, which may say something else: better than nothing without a connection. */
export async function olderFile(path: string): Promise<Response | undefined> {
  return findElsewhere(path, true);
}

export async function keepUsed(path: string, answer: Response): Promise<void> {
  if (isWholeFile(answer)) await (await openShell()).put(cacheKey(path), answer);
}

/** `pages` are the ids of those that were open when this release took over from `shells`. */
interface Older {
  pages: readonly string[];
  shells: readonly string[];
}

/** Takes over from older releases, whose files stay for these pages. */
export async function takeOver(pages: readonly string[]): Promise<void> {
  const older: Older = { pages, shells: await otherShells() };
  await (await openShell()).put(olderPages, Response.json(older));
}

/**
 * Deletes the files of older releases once none of their pages is open any more; never those of one that is just coming.
 * @param open the ids of the pages that are.
 */
export async function deleteOlder(open: readonly string[]): Promise<void> {
  const told = await (await openShell()).match(olderPages);
  if (!told) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as written above
  const { pages, shells } = (await told.json()) as Older;
  if (pages.some((page) => open.includes(page))) return;
  await Promise.all(shells.map((cacheName) => caches.delete(cacheName)));
}
