import { del, entries, get, promisifyRequest } from 'idb-keyval';
import { deleteFile, ifPossible, savedUses, savedValues } from './saved-store.ts';

export const spaceLimit = 60_000_000;
/** Leaves room for the records, without which the files of a site are of no use. */
export const pinnedFilesLimit = spaceLimit - 5_000_000;
/** Of an unused copy, unless its site is kept. */
const lifetimeMs = 30 * 24 * 3_600_000;
/** Uses within this time are recorded once. */
const noteIntervalMs = 60_000;
/** After a new copy, so that one clean-up serves several. */
const evictionDelayMs = 2_000;

/** Bytes, last use in milliseconds since 1970, and whether its site is kept for offline. */
export interface SavedUse {
  size: number;
  used: number;
  pinned: boolean;
}

export async function savedUse(name: string): Promise<SavedUse | null> {
  return (await get<SavedUse>(name, savedUses)) ?? null;
}

/** In one transaction, so that a use does not resurrect what a logout has just deleted. Null changes nothing. */
async function changeUse(name: string, change: (before: SavedUse | undefined) => SavedUse | null): Promise<void> {
  await savedUses('readwrite', (uses) => {
    const asking = uses.get(name);
    asking.addEventListener('success', () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is ever put there
      const next = change(asking.result as SavedUse | undefined);
      if (next) uses.put(next, name);
    });
    return promisifyRequest(uses.transaction);
  });
}

/** Counts a new copy; one kept for offline stays so. */
export async function countUse(name: string, size: number, pinned = false): Promise<void> {
  await changeUse(name, (before) => ({ size, used: Date.now(), pinned: pinned || (before?.pinned ?? false) }));
  scheduleEviction(ownerIn(name));
}

export async function noteUse(name: string): Promise<void> {
  const now = Date.now();
  await changeUse(name, (before) => (before && now - before.used > noteIntervalMs ? { ...before, used: now } : null));
}

export async function setPinned(name: string, pinned: boolean): Promise<void> {
  await changeUse(name, (before) => (before && before.pinned !== pinned ? { ...before, pinned } : null));
}

export async function usesOf(owner: string): Promise<[name: string, use: SavedUse][]> {
  return (await entries<string, SavedUse>(savedUses)).filter(([name]) => ownerIn(name) === owner);
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

/** What is deleted first: files before results, and what is kept for offline last. */
function keepRank([name, { pinned }]: [name: string, use: SavedUse]): number {
  return (pinned ? 2 : 0) + (isFile(name) ? 0 : 1);
}

/** Least valuable and oldest first. @param keeps whether the sites kept for offline stay, however long unused */
export async function evictUnused(owner: string, keeps = true): Promise<void> {
  const all = await usesOf(owner);
  const oldestFirst = all.toSorted((one, other) => keepRank(one) - keepRank(other) || one[1].used - other[1].used);
  const outdated = Date.now() - lifetimeMs;
  let total = all.reduce((sum, [, { size }]) => sum + size, 0);
  for (const [name, { size, used, pinned }] of oldestFirst) {
    if (total <= spaceLimit && ((pinned && keeps) || used > outdated)) continue;
    total -= size;
    // oxlint-disable-next-line no-await-in-loop -- there is no hurry
    await evict(name);
  }
}

export async function evict(name: string): Promise<void> {
  await del(name, savedUses);
  const owner = ownerIn(name);
  if (isFile(name)) await deleteFile(owner, name.slice(`${owner}/file/`.length));
  else await del(name, savedValues);
}

function ownerIn(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

function isFile(name: string): boolean {
  return name.startsWith(`${ownerIn(name)}/file/`);
}
