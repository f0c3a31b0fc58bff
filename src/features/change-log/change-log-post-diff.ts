import {
  isSameEntry,
  isSameKind,
  joinEntries,
  readCarPosts,
  type FailureEntry,
} from '../../records/failure/failure-record.ts';

/*
 * What was done to the car posts between two stored versions. Posts, types and entries have no ids, so a rename is guessed: a post that
 * disappeared was renamed where most of its counts appeared under one new name, and a type where its counts did. Where no
 * guess fits, the log says that one was removed and another added.
 */

type Posts = ReadonlyMap<string, readonly FailureEntry[]>;

/** An entry before and after; null where it did not exist. */
export interface EntryChange {
  /** Its name after the change. */
  post: string;
  before: FailureEntry | null;
  after: FailureEntry | null;
}

/** A failure type that was renamed in a post, or merged into another. */
export interface TypeChange {
  kind: 'renamed' | 'merged';
  post: string;
  from: string;
  to: string;
  /** The entries of both types, where one was merged into the other; otherwise empty. */
  counts: readonly EntryChange[];
}

export interface PostsDiff {
  renamed: readonly { from: string; to: string }[];
  removed: readonly { post: string; entries: readonly FailureEntry[] }[];
  added: readonly { post: string; entries: readonly FailureEntry[] }[];
  types: readonly TypeChange[];
  /** The changed entries of posts that exist before and after, without what renames alone explain. */
  entries: readonly EntryChange[];
}

/** What changed between two versions of the car posts, as stored. */
export function diffOfPosts(before: unknown, after: unknown): PostsDiff {
  const old = readCarPosts(before);
  const now = readCarPosts(after);
  const renamed = renamedPosts(old, now);
  const formerNames = new Map(renamed.map(({ from, to }) => [to, from]));
  const types: TypeChange[] = [];
  const entries: EntryChange[] = [];
  for (const [post, newEntries] of now) {
    const formerEntries = old.get(formerNames.get(post) ?? post);
    if (!formerEntries) continue;
    const changedTypes = typeChanges(post, formerEntries, newEntries);
    types.push(...changedTypes);
    entries.push(...entryChanges(post, withNewTypes(formerEntries, changedTypes), newEntries));
  }
  return {
    renamed,
    removed: postsWhere(old, (post) => !now.has(post) && !renamed.some(({ from }) => from === post)),
    added: postsWhere(now, (post) => !old.has(post) && !formerNames.has(post)),
    types,
    entries,
  };
}

/** The posts whose names fulfil a condition, with their entries. */
function postsWhere(posts: Posts, condition: (post: string) => boolean): PostsDiff['added'] {
  return [...posts].filter(([post]) => condition(post)).map(([post, entries]) => ({ post, entries }));
}

/**
 * Posts that disappeared while exactly one with most of their counts appeared. An empty post counts as renamed only if no
 * other disappeared or appeared.
 */
function renamedPosts(old: Posts, now: Posts): { from: string; to: string }[] {
  const appeared = postsWhere(now, (post) => !old.has(post));
  const disappeared = postsWhere(old, (post) => !now.has(post));
  const isOnlyPair = disappeared.length === 1 && appeared.length === 1;
  const renamed: { from: string; to: string }[] = [];
  for (const { post: from, entries } of disappeared) {
    const [match, otherMatch] = appeared.filter(
      ({ post, entries: counts }) => renamed.every(({ to }) => to !== post) && isMostlySame(entries, counts),
    );
    if (match && !otherMatch && (entries.length > 0 || isOnlyPair)) renamed.push({ from, to: match.post });
  }
  return renamed;
}

/** Whether more than half of the first entries are among the second with the same counts, or both are empty. */
function isMostlySame(a: readonly FailureEntry[], b: readonly FailureEntry[]): boolean {
  const remaining = [...b];
  const matches = a.filter((entry) => takeFrom(remaining, (candidate) => isSameYearAndCounts(entry, candidate)));
  return matches.length * 2 > a.length || (a.length === 0 && b.length === 0);
}

/** Types that disappeared from a post because they were renamed or merged. */
function typeChanges(post: string, old: readonly FailureEntry[], now: readonly FailureEntry[]): TypeChange[] {
  const disappeared = typesOf(old).filter((type) => !typesOf(now).includes(type));
  const appeared = typesOf(now).filter((type) => !typesOf(old).includes(type));
  const changes: TypeChange[] = [];
  for (const from of disappeared) {
    const oldEntries = ofType(old, from);
    const newName = appeared.find(
      (type) => changes.every(({ to }) => to !== type) && isRenamed(oldEntries, ofType(now, type)),
    );
    const mergedInto = typesOf(now).find(
      (type) => !appeared.includes(type) && isSum(ofType(now, type), [...oldEntries, ...ofType(old, type)]),
    );
    if (newName !== undefined) changes.push({ kind: 'renamed', post, from, to: newName, counts: [] });
    else if (mergedInto !== undefined && totalOf(oldEntries) > 0)
      changes.push({
        kind: 'merged',
        post,
        from,
        to: mergedInto,
        counts: mergedCounts(post, oldEntries, ofType(old, mergedInto), ofType(now, mergedInto)),
      });
  }
  return changes;
}

/** Whether a new type has the same years as one that disappeared, and the same counts in one of them. */
function isRenamed(old: readonly FailureEntry[], now: readonly FailureEntry[]): boolean {
  return yearsOf(old) === yearsOf(now) && old.some((a) => now.some((b) => isSameYearAndCounts(a, b)));
}

/** The entries of a type that disappeared and, in the same years, of the type that it was merged into. */
function mergedCounts(
  post: string,
  disappeared: readonly FailureEntry[],
  old: readonly FailureEntry[],
  now: readonly FailureEntry[],
): EntryChange[] {
  const years = [...new Set(disappeared.map(({ year }) => year))];
  return [
    ...disappeared.map((before) => ({ post, before, after: null })),
    ...years.map((year) => ({
      post,
      before: old.find((entry) => entry.year === year) ?? null,
      after: now.find((entry) => entry.year === year) ?? null,
    })),
  ];
}

/** The entries as the changes of their types alone would make them: under the new types, with merged ones added together. */
function withNewTypes(entries: readonly FailureEntry[], changes: readonly TypeChange[]): FailureEntry[] {
  const retyped = entries.map((entry) => {
    const change = changes.find(({ from }) => from === entry.type);
    return change ? { ...entry, type: change.to } : entry;
  });
  return joinEntries(retyped, (type) => changes.some(({ kind, to }) => kind === 'merged' && to === type));
}

/** The entries of a post that changed, were removed or were added. */
function entryChanges(post: string, old: readonly FailureEntry[], now: readonly FailureEntry[]): EntryChange[] {
  // unchanged entries are paired first, because of two entries of a type only one may have changed
  const added = [...now];
  const removed = old.filter((entry) => !takeFrom(added, (candidate) => isSameEntry(candidate, entry)));
  const paired = removed.map((before) => ({
    post,
    before,
    after: takeFrom(added, (candidate) => isSameKind(candidate, before)),
  }));
  return [...paired, ...added.map((after) => ({ post, before: null, after }))];
}

/** Removes the first entry that fits from the list, and returns it; null where none fits. */
function takeFrom(entries: FailureEntry[], fits: (entry: FailureEntry) => boolean): FailureEntry | null {
  const index = entries.findIndex(fits);
  return index < 0 ? null : (entries.splice(index, 1)[0] ?? null);
}

// Comparing entries

const isSameYearAndCounts = (a: FailureEntry, b: FailureEntry) => isSameEntry(a, { ...b, type: a.type });
const ofType = (entries: readonly FailureEntry[], type: string) => entries.filter((entry) => entry.type === type);
const typesOf = (entries: readonly FailureEntry[]) => [...new Set(entries.map(({ type }) => type))];
const totalOf = (entries: readonly FailureEntry[]) =>
  entries.reduce((sum, { entrance, exit }) => sum + entrance + exit, 0);

/** The years of the entries, as `2025,2026`. */
function yearsOf(entries: readonly FailureEntry[]): string {
  return entries
    .map(({ year }) => year)
    .toSorted((a, b) => a - b)
    .join();
}

/** Whether the counts of each year are the sum of those of the parts. */
function isSum(entries: readonly FailureEntry[], parts: readonly FailureEntry[]): boolean {
  return [...entries, ...parts].every(({ year }) => yearCounts(entries, year) === yearCounts(parts, year));
}

/** The counts of a year at entrance and exit, as `3,4`. */
function yearCounts(entries: readonly FailureEntry[], year: number): string {
  const ofYear = entries.filter((entry) => entry.year === year);
  return (['entrance', 'exit'] as const).map((side) => ofYear.reduce((sum, entry) => sum + entry[side], 0)).join();
}
