import { isSameKind, type FailureEntry } from '../../../records/failure/failure-record.ts';

/** Where an entry stands: posts know no ids, so it is the `nth` (from 0) of its type and year in its post. */
export interface EntryPlace {
  readonly post: string;
  readonly type: string;
  readonly year: number;
  readonly nth: number;
}

/** Where the entry at `index` of a list stands; null when there is none. */
export function placeOf(post: string, entries: readonly FailureEntry[], index: number): EntryPlace | null {
  const entry = entries[index];
  if (!entry) return null;
  const before = entries.slice(0, index).filter((one) => isSameKind(one, entry));
  return { post, type: entry.type, year: entry.year, nth: before.length };
}

/** The place in a list of the entry that stands there; -1 when it is gone. */
export function indexAt(entries: readonly FailureEntry[], { type, year, nth }: Omit<EntryPlace, 'post'>): number {
  let seen = -1;
  return entries.findIndex((entry) => {
    if (entry.type === type && entry.year === year) seen += 1;
    return entry.type === type && entry.year === year && seen === nth;
  });
}

export function isSamePlace(one: EntryPlace, other: EntryPlace): boolean {
  return one.post === other.post && one.type === other.type && one.year === other.year && one.nth === other.nth;
}
