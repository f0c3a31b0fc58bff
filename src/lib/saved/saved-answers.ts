import { get, set } from 'idb-keyval';
import { ifPossible, namesWith, savedUses, savedValues } from './saved-store.ts';
import { countUse, noteUse, setPinned, evict } from './saved-space.ts';

/** `at`: when the server sent it, in milliseconds since 1970. */
export interface SavedAnswer {
  value: unknown;
  at: number;
}

const savedAnswerName = (owner: string, query: string) => `${owner}/answer/${query}`;

/** False when not kept. @param query such as a query key's hash @param pinned kept for offline with its site */
export async function keepAnswer(owner: string, query: string, answer: SavedAnswer, pinned = false): Promise<boolean> {
  const done = await ifPossible(async () => {
    const name = savedAnswerName(owner, query);
    // started together, so that a logout meanwhile deletes both
    await Promise.all([set(name, answer, savedValues), countUse(name, byteSize(answer.value), pinned)]);
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

export async function savedAnswer(owner: string, query: string): Promise<SavedAnswer | null> {
  const name = savedAnswerName(owner, query);
  const answer = await ifPossible(async () => get<SavedAnswer>(name, savedValues));
  if (answer) void ifPossible(async () => noteUse(name));
  return answer ?? null;
}

/** No longer kept for offline: deleted once it goes unused. */
export async function unpinAnswer(owner: string, query: string): Promise<void> {
  await ifPossible(async () => setPinned(savedAnswerName(owner, query), false));
}

export async function removeAnswer(owner: string, query: string): Promise<void> {
  await ifPossible(async () => evict(savedAnswerName(owner, query)));
}

export async function hasCopies(owner: string): Promise<boolean> {
  const names = await ifPossible(async () => namesWith(savedAnswerName(owner, ''), savedUses));
  return (names ?? []).length > 0;
}
