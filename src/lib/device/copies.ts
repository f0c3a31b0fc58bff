import { objectNameOf, smallNameOf } from '../file-names.ts';
import {
  changeStored,
  databaseState,
  ifPossible,
  succeeds,
  pathsIn,
  readStored,
  removeFolder,
  removeStored,
  readFolder,
} from './database.ts';
import { DeviceStore } from './device-store.ts';
import {
  cacheFile,
  cacheOwners,
  cacheState,
  findCached,
  openCache,
  readCached,
  removeCache,
  removeCached,
} from './file-cache.ts';

// Copies for offline. The copies of a key are in one folder of the database, those of files in a cache of their own: a
// logout, or the login of another key, empties both as a whole. `owner` is whose they are (`session-copies.ts`), `name` is
// `answer/` and a query, or `file/` and an object's name. The report worker, which has no session, uses them too.

const prefix = 'portal.saved/';
const copyPath = (owner: string, name: string) => `${prefix}${owner}/${name}`;
const notePath = (owner: string, name: string) => copyPath(owner, `use/${name}`);
const answerPrefix = 'answer/';
const filePrefix = 'file/';

const fileCopyName = (file: string) => filePrefix + file;
const answerCopyName = (query: string) => answerPrefix + query;

/** Whether the database and the caches answer, as far as is known. */
export const copyStoresAnswer = (): boolean => databaseState.get() && cacheState.get();

/** `at`: when the server sent it, in milliseconds since 1970. */
export interface ResultCopy {
  value: unknown;
  at: number;
}

/**
 * Stores a copy of a result; false when it was not stored.
 * @param query a query key's hash
 * @param pinned whether it belongs to a pinned site
 */
export async function storeResultCopy(
  owner: string,
  query: string,
  result: ResultCopy,
  pinned = false,
): Promise<boolean> {
  const name = answerCopyName(query);
  return succeeds(async () => noteCopy(owner, name, byteSize(result.value), pinned, [[copyPath(owner, name), result]]));
}

/** `JSON.stringify` writes a map as an empty object. */
const withEntries = (_: string, part: unknown): unknown => (part instanceof Map ? [...part] : part);

/** Roughly how many bytes IndexedDB takes for a value. */
function byteSize(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value, withEntries)).length;
}

export async function readResultCopy(owner: string, query: string): Promise<ResultCopy | null> {
  const name = answerCopyName(query);
  const result = await ifPossible(async () => readStored<ResultCopy>(copyPath(owner, name)));
  if (result) void ifPossible(async () => noteUse(owner, name));
  return result ?? null;
}

/** The prefix of the results that record which sites are pinned. */
export const pinnedPrefix = 'kept';

/** The copies of results whose queries start with `beginning`, with their queries. */
export async function readResultCopies(
  owner: string,
  beginning: string,
): Promise<[query: string, result: ResultCopy][]> {
  const folder = copyPath(owner, answerPrefix);
  const found = await ifPossible(async () => readFolder<ResultCopy>(folder + beginning));
  return (found ?? []).map(([path, result]) => [path.slice(folder.length), result]);
}

/** The queries that start with `beginning` and have a copy of their result on this device. */
export async function copiedQueries(owner: string, beginning: string): Promise<string[]> {
  const folder = copyPath(owner, answerPrefix);
  const paths = await ifPossible(async () => pathsIn(folder + beginning));
  return (paths ?? []).map((path) => path.slice(folder.length));
}

/** Records that the copy of a result is still what the server has. @param at when the server said so */
export async function confirmResultCopy(owner: string, query: string, at: number): Promise<void> {
  const path = copyPath(owner, answerCopyName(query));
  await ifPossible(async () => changeStored<ResultCopy>(path, (before) => (before ? { ...before, at } : null)));
}

/** Unpins the copy of a result, which is deleted when it goes unused. */
export async function unpinResult(owner: string, query: string): Promise<void> {
  await ifPossible(async () => setPinned(owner, answerCopyName(query), false));
}

export async function removeResultCopy(owner: string, query: string): Promise<void> {
  await ifPossible(async () => evict(owner, answerCopyName(query)));
}

export async function hasCopies(owner: string): Promise<boolean> {
  const paths = await ifPossible(async () => pathsIn(notePath(owner, answerPrefix)));
  return (paths ?? []).length > 0;
}

/** Removes all copies of an owner, as far as the browser lets it. */
export async function removeCopies(owner: string): Promise<void> {
  await Promise.all([
    ifPossible(async () => removeCache(owner)),
    ifPossible(async () => removeFolder(copyPath(owner, ''))),
  ]);
}

/** All owners that have copies on this device. */
export async function copyOwners(): Promise<Set<string>> {
  const [paths, owners] = await Promise.all([
    ifPossible(async () => pathsIn(prefix)),
    ifPossible(async () => cacheOwners()),
  ]);
  return new Set([...(paths ?? []).map((path) => path.slice(prefix.length).split('/')[0] ?? ''), ...(owners ?? [])]);
}

// Files never change under their name (`spec §7`), so a copy is as good as the stored file.

/** Whether this browser can store copies of files. */
export function canStoreFiles(): boolean {
  return 'caches' in globalThis && 'indexedDB' in globalThis;
}

/** Stores a copy of a file; false when it was not stored. @param file its object name @param pinned whether it belongs to a pinned site */
export async function storeFileCopy(owner: string, file: string, content: Blob, pinned = false): Promise<boolean> {
  const name = fileCopyName(file);
  const done = await succeeds(async () => {
    // both start together, so that a logout meanwhile deletes both: a file without a note would never be removed
    const [files] = await Promise.all([openCache(owner), noteCopy(owner, name, content.size, pinned)]);
    await cacheFile(owner, files, file, content);
  });
  if (!done) await ifPossible(async () => evict(owner, name));
  return done;
}

export async function readFileCopy(owner: string, file: string): Promise<Blob | null> {
  if (!canStoreFiles()) return null;
  return ifPossible(async () => {
    const found = await readCached(owner, file);
    if (found) void ifPossible(async () => noteUse(owner, fileCopyName(file)));
    return found;
  });
}

/** A copy of a photo in this size, else in the other size. @param photo its stored URL. */
export async function readPhotoCopy(owner: string, photo: string, size: 'small' | 'large'): Promise<Blob | null> {
  const name = objectNameOf(photo);
  if (name === null) return null;
  const [first, second] = size === 'small' ? [smallNameOf(name), name] : [name, smallNameOf(name)];
  return (await readFileCopy(owner, first)) ?? readFileCopy(owner, second);
}

/** Whether a file is on this device. With `pinned` its copy is pinned from now on. */
export async function hasFileCopy(owner: string, file: string, pinned = false): Promise<boolean> {
  const found = await ifPossible(async () => {
    if (!(await readNote(owner, fileCopyName(file))) || !(await findCached(owner, file))) return false;
    if (pinned) await setPinned(owner, fileCopyName(file), true);
    return true;
  });
  return found ?? false;
}

/** The sizes in bytes of the files on this device, by name. */
export async function fileSizesOf(owner: string): Promise<ReadonlyMap<string, number>> {
  const notes = (await ifPossible(async () => copyNotes(owner, filePrefix))) ?? [];
  return new Map(notes.map(([name, { size }]) => [name.slice(filePrefix.length), size]));
}

const askRoom = async () => navigator.storage.estimate();
const estimates = new DeviceStore(askRoom);

/** How many bytes of files may still be pinned: what the browser has room for, less what drafts may need. */
export async function roomForFiles(owner: string): Promise<number> {
  const { quota, usage = 0 } = (await ifPossible(async () => estimates.inTime(askRoom))) ?? {};
  if (quota !== undefined) return Math.max(0, quota - usage - Math.min(roomForDrafts, quota / 5));
  const notes = (await ifPossible(async () => copyNotes(owner, filePrefix))) ?? [];
  const pinnedBytes = notes.filter(([, { pinned }]) => pinned).reduce((sum, [, { size }]) => sum + size, 0);
  return Math.max(0, unknownRoom - pinnedBytes);
}

/** Removes the pinned files of a folder, except these. */
export async function removePinned(owner: string, folder: string, except: ReadonlySet<string>): Promise<void> {
  await ifPossible(async () => {
    const exceptNames = new Set([...except].map(fileCopyName));
    for (const [name, { pinned }] of await copyNotes(owner, fileCopyName(folder))) {
      // one at a time, as there is no hurry
      if (pinned && !exceptNames.has(name)) await evict(owner, name);
    }
  });
}

/** Removes the unpinned files of all owners, to make room for something that matters more, such as a draft. */
export async function removeUnpinnedFiles(): Promise<void> {
  for (const owner of await copyOwners()) {
    // few devices have copies of more than one key
    const notes = (await ifPossible(async () => copyNotes(owner, filePrefix))) ?? [];
    const spare = notes.filter(([, { pinned }]) => !pinned);
    await Promise.all(spare.map(([name]) => ifPossible(async () => evict(owner, name))));
  }
}

// The space that copies take.

/** The limit in bytes of copies that nobody pinned. Pinned copies were asked for, and take what the device has room for. */
export const spaceLimit = 60_000_000;
/** The limit in bytes of pinned files, where the browser does not say how much room it has. */
export const unknownRoom = 55_000_000;
/** A finished visit that waits holds up to sixty photos. */
const roomForDrafts = 150_000_000;
/** How long an unused copy stays, unless its site is pinned. */
const lifetimeMs = 30 * 24 * 3_600_000;
/** The shortest time (ms) between two records of the use of a copy. */
const noteIntervalMs = 60_000;
/** The pause between a new copy and the clean-up, so that one clean-up serves several copies. */
const evictionDelayMs = 2_000;

/** The note of a copy: bytes, last use in milliseconds since 1970, and whether its site is pinned. */
export interface CopyNote {
  size: number;
  used: number;
  pinned: boolean;
}

async function readNote(owner: string, name: string): Promise<CopyNote | null> {
  return (await readStored<CopyNote>(notePath(owner, name))) ?? null;
}

/** Notes a new copy; a pinned copy stays pinned. @param beside what is stored with the note, by path */
async function noteCopy(
  owner: string,
  name: string,
  size: number,
  pinned: boolean,
  beside: readonly [path: string, value: unknown][] = [],
): Promise<void> {
  await changeStored<CopyNote>(
    notePath(owner, name),
    (before) => ({ size, used: Date.now(), pinned: pinned || (before?.pinned ?? false) }),
    beside,
  );
  scheduleEviction(owner);
}

async function noteUse(owner: string, name: string): Promise<void> {
  const now = Date.now();
  await changeStored<CopyNote>(notePath(owner, name), (before) =>
    before && now - before.used > noteIntervalMs ? { ...before, used: now } : null,
  );
}

async function setPinned(owner: string, name: string, pinned: boolean): Promise<void> {
  await changeStored<CopyNote>(notePath(owner, name), (before) =>
    before && before.pinned !== pinned ? { ...before, pinned } : null,
  );
}

/** The notes of what is in a folder of the owner's copies, by name. */
export async function copyNotes(owner: string, folder = ''): Promise<[name: string, use: CopyNote][]> {
  const found = await readFolder<CopyNote>(notePath(owner, folder));
  return found.map(([path, note]) => [path.slice(notePath(owner, '').length), note]);
}

const evictionTimers = new Map<string, ReturnType<typeof setTimeout>>();

function scheduleEviction(owner: string): void {
  if (evictionTimers.has(owner)) return;
  const timer = setTimeout(() => {
    evictionTimers.delete(owner);
    void ifPossible(async () => evictUnused(owner));
  }, evictionDelayMs);
  evictionTimers.set(owner, timer);
}

/** The order in which copies are deleted: files before results. */
function evictionRank([name]: [name: string, use: CopyNote]): number {
  return name.startsWith(filePrefix) ? 0 : 1;
}

/**
 * Deletes copies that were not used for long, and others until the rest fits, least valuable and oldest first. Pinned copies
 * do not count towards the limit.
 * @param sparesPinned whether pinned copies stay, however long unused
 */
export async function evictUnused(owner: string, sparesPinned = true): Promise<void> {
  const all = await copyNotes(owner);
  const oldestFirst = all.toSorted((a, b) => evictionRank(a) - evictionRank(b) || a[1].used - b[1].used);
  const outdated = Date.now() - lifetimeMs;
  let total = all.reduce((sum, [, { size, pinned }]) => (pinned ? sum : sum + size), 0);
  for (const [name, { size, used, pinned }] of oldestFirst) {
    if (pinned ? sparesPinned || used > outdated : total <= spaceLimit && used > outdated) continue;
    if (!pinned) total -= size;
    // there is no hurry
    await evict(owner, name);
  }
}

/** Removes a copy. @param name as its note has it */
export async function evict(owner: string, name: string): Promise<void> {
  const removing = [removeStored([notePath(owner, name), copyPath(owner, name)])];
  if (name.startsWith(filePrefix)) removing.push(removeCached(owner, name.slice(filePrefix.length)));
  await Promise.all(removing);
}
