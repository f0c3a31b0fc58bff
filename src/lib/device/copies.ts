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

// Copies for use offline. The results that a key has copied are in one folder of the database, and its files are in one cache, so
// that a logout or the login of another key can empty both as a whole. `owner` identifies the key (`copyOwner` in
// `session-copies.ts`). `name` is `answer/` with a query's hash, or `file/` with the object name of a file. The owner is a
// parameter because the report worker uses this module too, and a worker has no session.

const prefix = 'portal.saved/';
const copyPath = (owner: string, name: string) => `${prefix}${owner}/${name}`;
const notePath = (owner: string, name: string) => copyPath(owner, `use/${name}`);
const answerPrefix = 'answer/';
const filePrefix = 'file/';

const fileCopyName = (file: string) => filePrefix + file;
const answerCopyName = (query: string) => answerPrefix + query;

/** Whether neither the database nor the caches hang, as far as is known. */
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

/** Replaces a map by its entries, because `JSON.stringify` writes a map as an empty object. */
const withEntries = (_: string, part: unknown): unknown => (part instanceof Map ? [...part] : part);

/** Roughly how many bytes IndexedDB takes for a value. */
function byteSize(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value, withEntries)).length;
}

/** Reads the copy of a result and records that it was used; null when there is none or the database does not answer. */
export async function readResultCopy(owner: string, query: string): Promise<ResultCopy | null> {
  const name = answerCopyName(query);
  const result = await ifPossible(async () => readStored<ResultCopy>(copyPath(owner, name)));
  if (result) void ifPossible(async () => noteUse(owner, name));
  return result ?? null;
}

/** How the queries start whose results record which sites are pinned. */
export const pinnedPrefix = 'kept';

/** The copies of results whose queries start with `beginning`, with their queries. */
export async function readResultCopies(
  owner: string,
  beginning: string,
): Promise<[query: string, result: ResultCopy][]> {
  const folder = copyPath(owner, answerPrefix);
  const results = await ifPossible(async () => readFolder<ResultCopy>(folder + beginning));
  return (results ?? []).map(([path, result]) => [path.slice(folder.length), result]);
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

/** Unpins the copy of a result, so that it is deleted once nobody has used it for long. */
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

// A file never changes under its name (`spec §7`), so a copy of it cannot be out of date.

/** Whether this browser can store copies of files. */
export function canStoreFiles(): boolean {
  return 'caches' in globalThis && 'indexedDB' in globalThis;
}

/** Stores a copy of a file; false when it was not stored. @param file its object name @param pinned whether it belongs to a pinned site */
export async function storeFileCopy(owner: string, file: string, content: Blob, pinned = false): Promise<boolean> {
  const name = fileCopyName(file);
  const isStored = await succeeds(async () => {
    // both start together, so that a logout meanwhile deletes both: a file without a note would never be removed
    const [files] = await Promise.all([openCache(owner), noteCopy(owner, name, content.size, pinned)]);
    await cacheFile(owner, files, file, content);
  });
  if (!isStored) await ifPossible(async () => evict(owner, name));
  return isStored;
}

/** Reads the copy of a file and records that it was used; null when there is none or the caches do not answer. */
export async function readFileCopy(owner: string, file: string): Promise<Blob | null> {
  if (!canStoreFiles()) return null;
  return ifPossible(async () => {
    const content = await readCached(owner, file);
    if (content) void ifPossible(async () => noteUse(owner, fileCopyName(file)));
    return content;
  });
}

/** The copy of a photo in this size, or in the other size where this one is missing. @param photo its stored URL. */
export async function readPhotoCopy(owner: string, photo: string, size: 'small' | 'large'): Promise<Blob | null> {
  const name = objectNameOf(photo);
  if (name === null) return null;
  const [first, second] = size === 'small' ? [smallNameOf(name), name] : [name, smallNameOf(name)];
  return (await readFileCopy(owner, first)) ?? readFileCopy(owner, second);
}

/** Whether a file is on this device. With `pinned` its copy is pinned from now on. */
export async function hasFileCopy(owner: string, file: string, pinned = false): Promise<boolean> {
  const hasCopy = await ifPossible(async () => {
    if (!(await readNote(owner, fileCopyName(file))) || !(await findCached(owner, file))) return false;
    if (pinned) await setPinned(owner, fileCopyName(file), true);
    return true;
  });
  return hasCopy ?? false;
}

/** The sizes in bytes of the files on this device, by name. */
export async function fileSizesOf(owner: string): Promise<ReadonlyMap<string, number>> {
  const notes = (await ifPossible(async () => copyNotes(owner, filePrefix))) ?? [];
  return new Map(notes.map(([name, { size }]) => [name.slice(filePrefix.length), size]));
}

/** The browser may take seconds to estimate, or never answer, so the estimate has a limit of time as any store has. */
const askRoom = async () => navigator.storage.estimate();
const estimates = new DeviceStore(askRoom);

/** How many bytes of files may still be pinned: the room that the browser reports, less a reserve for drafts (a fifth of it at most). */
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
      // one after the other, because nobody waits for the room
      if (pinned && !exceptNames.has(name)) await evict(owner, name);
    }
  });
}

/** Removes the unpinned files of all owners, to make room for something that matters more, such as a draft. */
export async function removeUnpinnedFiles(): Promise<void> {
  for (const owner of await copyOwners()) {
    // one owner after the other, because few devices have copies of more than one key
    const notes = (await ifPossible(async () => copyNotes(owner, filePrefix))) ?? [];
    const unpinned = notes.filter(([, { pinned }]) => !pinned);
    await Promise.all(unpinned.map(([name]) => ifPossible(async () => evict(owner, name))));
  }
}

// The space that copies take.

/** The limit in bytes of unpinned copies. Pinned copies have no such limit: somebody chose them, and they may fill the device. */
export const spaceLimit = 60_000_000;
/** The limit in bytes of pinned files in a browser that does not report how much room it has. */
export const unknownRoom = 55_000_000;
/** The bytes that stay free for drafts: a finished visit that waits to be saved holds up to sixty photos. */
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

/** Writes the note of a new copy; a pinned copy stays pinned. @param beside values to store in the same transaction, by path */
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

/** The notes of the owner's copies whose names start with `folder`, each with its name. */
export async function copyNotes(owner: string, folder = ''): Promise<[name: string, use: CopyNote][]> {
  const notes = await readFolder<CopyNote>(notePath(owner, folder));
  return notes.map(([path, note]) => [path.slice(notePath(owner, '').length), note]);
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
 * Deletes all copies that were not used for `lifetimeMs`. Then deletes further unpinned copies until the remaining ones fit into
 * `spaceLimit`: files before results, and the longest unused first.
 * @param sparesPinned whether pinned copies stay, however long unused
 */
export async function evictUnused(owner: string, sparesPinned = true): Promise<void> {
  const notes = await copyNotes(owner);
  const oldestFirst = notes.toSorted((a, b) => evictionRank(a) - evictionRank(b) || a[1].used - b[1].used);
  const oldestUse = Date.now() - lifetimeMs;
  let total = notes.reduce((sum, [, { size, pinned }]) => (pinned ? sum : sum + size), 0);
  for (const [name, { size, used, pinned }] of oldestFirst) {
    const isUsed = used > oldestUse;
    const stays = pinned ? isUsed || sparesPinned : isUsed && total <= spaceLimit;
    if (stays) continue;
    if (!pinned) total -= size;
    // one after the other, because nobody waits for the room
    await evict(owner, name);
  }
}

/** Removes a copy with its note. @param name with `answer/` or `file/`, as `copyNotes` returns it */
export async function evict(owner: string, name: string): Promise<void> {
  const removals = [removeStored([notePath(owner, name), copyPath(owner, name)])];
  if (name.startsWith(filePrefix)) removals.push(removeCached(owner, name.slice(filePrefix.length)));
  await Promise.all(removals);
}
