import { shellPrefix } from '../lib/offline/shell-files.ts';
import { isWholeFile } from './request-source.ts';
import type { ShellList } from './shell-list.ts';

declare const builtShell: ShellList;

// once: the build replaces the name by the whole list
const { version, entry, start, later } = builtShell;
const name = shellPrefix + version;
const listed = new Map([...start, ...later].map((url) => [pathnameOf(url), url]));
/** A cache entry beside the files: the open pages of older releases. */
const olderPages = '/older-pages';

const openShell = () => caches.open(name);

function pathnameOf(url: string): string {
  return new URL(url, location.origin).pathname;
}

/** The same key means the same content. */
const cacheKey = (path: string) => listed.get(path) ?? path;

export const isListed = (path: string) => listed.has(path);

async function otherShells(): Promise<string[]> {
  return (await caches.keys()).filter((other) => other.startsWith(shellPrefix) && other !== name);
}

/** @throws TypeError without a connection, Error when the host serves something else or the device is full. */
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

/** @throws when anything is missing: the browser then retries later, and the previous release stays. */
export async function keepStart(): Promise<void> {
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

/** A file of this release, or of an older one with open pages. */
export async function keptFile(path: string): Promise<Response | undefined> {
  const url = cacheKey(path);
  return (await (await openShell()).match(url, { ignoreVary: true })) ?? findElsewhere(url);
}

/** Perhaps an outdated version, but better than nothing offline. */
export async function olderFile(path: string): Promise<Response | undefined> {
  return findElsewhere(path, true);
}

export async function keepUsed(path: string, response: Response): Promise<void> {
  if (isWholeFile(response)) await (await openShell()).put(cacheKey(path), response);
}

/** `pages`: ids of those open when this release took over from `shells`. */
interface Older {
  pages: readonly string[];
  shells: readonly string[];
}

/** Takes over from older releases, keeping their files for these pages. */
export async function takeOver(pages: readonly string[]): Promise<void> {
  const older: Older = { pages, shells: await otherShells() };
  await (await openShell()).put(olderPages, Response.json(older));
}

/** Once all their pages are closed; never of a release still installing. @param open ids of the open pages */
export async function deleteOlder(open: readonly string[]): Promise<void> {
  const stored = await (await openShell()).match(olderPages);
  if (!stored) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `takeOver`
  const { pages, shells } = (await stored.json()) as Older;
  if (pages.some((page) => open.includes(page))) return;
  await Promise.all(shells.map((cacheName) => caches.delete(cacheName)));
}
