import { get, set } from 'idb-keyval';
import { ifPossible, namesWith, savedUses, savedValues } from './saved-store.ts';
import { countUse, noteUse, setPinned, takeOut } from './saved-space.ts';

/** `at` is when the server gave it, in milliseconds since 1970. */
export interface SavedAnswer {
  value: unknown;
  at: number;
}

const nameOf = (owner: string, query: string) => `${owner}/answer/${query}`;

/**
 * @param query what tells it from others, such as the hash of a query's key.
 * @param pinned its site is kept for offline. False where it could not be kept.
 */
export async function keepAnswer(owner: string, query: string, answer: SavedAnswer, pinned = false): Promise<boolean> {
  const done = await ifPossible(async () => {
    const name = nameOf(owner, query);
    // begun together: a logout that comes meanwhile deletes both
    await Promise.all([set(name, answer, savedValues), countUse(name, bytesOf(answer.value), pinned)]);
    return true;
  });
  return done ?? false;
}

/** JSON has none of a map. */
const withEntries = (_: string, part: unknown): unknown => (part instanceof Map ? [...part] : part);

/** About as many as a database takes for it. */
function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value, withEntries)).length;
}

export async function savedAnswer(owner: string, query: string): Promise<SavedAnswer | null> {
  const name = nameOf(owner, query);
  const answer = await ifPossible(async () => get<SavedAnswer>(name, savedValues));
  if (answer) void ifPossible(async () => noteUse(name));
  return answer ?? null;
}

/** Its site is not kept for offline any more: it goes when nobody uses it. */
export async function unpinAnswer(owner: string, query: string): Promise<void> {
  await ifPossible(async () => setPinned(nameOf(owner, query), false));
}

export async function removeAnswer(owner: string, query: string): Promise<void> {
  await ifPossible(async () => takeOut(nameOf(owner, query)));
}

export async function hasCopies(owner: string): Promise<boolean> {
  const names = await ifPossible(async () => namesWith(nameOf(owner, ''), savedUses));
  return (names ?? []).length > 0;
}
