import { get, set } from 'idb-keyval';
import { ifPossible, namesWith, savedUses, savedValues } from './saved-store.ts';
import { countUse, noteUse, setPinned, evict } from './saved-space.ts';

/** `at`: when the server sent it, in milliseconds since 1970. */
export interface SavedResult {
  value: unknown;
  at: number;
}

/** The stored name is that of earlier releases. */
const savedResultName = (owner: string, query: string) => `${owner}/answer/${query}`;

/** False when not kept. @param query such as a query key's hash @param pinned kept for offline with its site */
export async function keepResult(owner: string, query: string, result: SavedResult, pinned = false): Promise<boolean> {
  const done = await ifPossible(async () => {
    const name = savedResultName(owner, query);
    // started together, so that a logout meanwhile deletes both
    await Promise.all([set(name, result, savedValues), countUse(name, byteSize(result.value), pinned)]);
    return true;
  });
  return done ?? false;
}

/** `JSON.stringify` writes a map as an empty object. */
const withEntries = (_: string, part: unknown): unknown => (part instanceof Map ? [...part] : part);

/** Roughly what IndexedDB takes for it. */
function byteSize(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value, withEntries)).length;
}

export async function savedResult(owner: string, query: string): Promise<SavedResult | null> {
  const name = savedResultName(owner, query);
  const result = await ifPossible(async () => get<SavedResult>(name, savedValues));
  if (result) void ifPossible(async () => noteUse(name));
  return result ?? null;
}

/** No longer kept for offline: deleted once it goes unused. */
export async function unpinResult(owner: string, query: string): Promise<void> {
  await ifPossible(async () => setPinned(savedResultName(owner, query), false));
}

export async function removeResult(owner: string, query: string): Promise<void> {
  await ifPossible(async () => evict(savedResultName(owner, query)));
}

export async function hasCopies(owner: string): Promise<boolean> {
  const names = await ifPossible(async () => namesWith(savedResultName(owner, ''), savedUses));
  return (names ?? []).length > 0;
}
