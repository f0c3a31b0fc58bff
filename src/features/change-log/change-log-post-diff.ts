import {
  isSameEntry,
  isSameKind,
  joinEntries,
  readCarPosts,
  type FailureEntry,
} from '../../records/failure/failure-record.ts';

/*
 * Finds what was done to the car posts between two stored versions. Posts, types and entries have no ids, so renames are guessed. A post that
 * disappeared was probably renamed if most of its counts are in exactly one new post. A type was probably renamed if a new type has its years
 * and some of its counts. Otherwise the log says that one was removed and another added.
 */

type Posts = ReadonlyMap<string, readonly FailureEntry[]>;

/** An entry before and after the change; null if it did not exist. */
export interface EntryChange {
  /** The name of the post after the change. */
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
  /** If one type was merged into another, the entries of both; otherwise empty. */
  counts: readonly EntryChange[];
}

export interface PostsDiff {
  renamed: readonly { from: string; to: string }[];
  removed: readonly { post: string; entries: readonly FailureEntry[] }[];
  added: readonly { post: string; entries: readonly FailureEntry[] }[];
  types: readonly TypeChange[];
  /** The changed entries of the posts that exist before and after, without entries that changed only by a rename or merge. */
  entries: readonly EntryChange[];
}

/** Returns what changed between two versions of the car posts. @param before the stored JSON @param after the stored JSON */
export function diffOfPosts(before: unknown, after: unknown): PostsDiff {
  const oldPosts = readCarPosts(before);
  const newPosts = readCarPosts(after);
  const renamed = renamedPosts(oldPosts, newPosts);
  const oldNames = new Map(renamed.map(({ from, to }) => [to, from]));
  const types: TypeChange[] = [];
  const entries: EntryChange[] = [];
  for (const [post, newEntries] of newPosts) {
    const oldEntries = oldPosts.get(oldNames.get(post) ?? post);
    if (!oldEntries) continue;
    const changedTypes = typeChanges(post, oldEntries, newEntries);
    types.push(...changedTypes);
    entries.push(...entryChanges(post, withNewTypes(oldEntries, changedTypes), newEntries));
  }
  return {
    renamed,
    removed: postsWhere(oldPosts, (post) => !newPosts.has(post) && !renamed.some(({ from }) => from === post)),
    added: postsWhere(newPosts, (post) => !oldPosts.has(post) && !oldNames.has(post)),
    types,
    entries,
  };
}

/** The posts whose names meet a condition, with their entries. */
function postsWhere(posts: Posts, condition: (post: string) => boolean): PostsDiff['added'] {
  return [...posts].filter(([post]) => condition(post)).map(([post, entries]) => ({ post, entries }));
}

/**
 * The posts that were probably renamed: they disappeared, and exactly one new post has most of their counts. A post without entries counts as
 * renamed only if no other post disappeared or appeared.
 */
function renamedPosts(oldPosts: Posts, newPosts: Posts): { from: string; to: string }[] {
  const appeared = postsWhere(newPosts, (post) => !oldPosts.has(post));
  const disappeared = postsWhere(oldPosts, (post) => !newPosts.has(post));
  const isOnlyPair = disappeared.length === 1 && appeared.length === 1;
  const renamed: { from: string; to: string }[] = [];
  for (const { post: from, entries } of disappeared) {
    const [match, secondMatch] = appeared.filter(
      ({ post, entries: newEntries }) => renamed.every(({ to }) => to !== post) && isMostlySame(entries, newEntries),
    );
    if (match && !secondMatch && (entries.length > 0 || isOnlyPair)) renamed.push({ from, to: match.post });
  }
  return renamed;
}

/** Whether more than half of the entries in `a` have an entry with the same year and counts in `b`, or both are empty. */
function isMostlySame(a: readonly FailureEntry[], b: readonly FailureEntry[]): boolean {
  const remaining = [...b];
  const matches = a.filter((entry) => takeFrom(remaining, (candidate) => isSameYearAndCounts(entry, candidate)));
  return matches.length * 2 > a.length || (a.length === 0 && b.length === 0);
}

/** The types of a post that disappeared because they were renamed or merged. */
function typeChanges(
  post: string,
  oldEntries: readonly FailureEntry[],
  newEntries: readonly FailureEntry[],
): TypeChange[] {
  const disappeared = typesOf(oldEntries).filter((type) => !typesOf(newEntries).includes(type));
  const appeared = typesOf(newEntries).filter((type) => !typesOf(oldEntries).includes(type));
  const changes: TypeChange[] = [];
  for (const from of disappeared) {
    const entries = ofType(oldEntries, from);
    const newName = appeared.find(
      (type) => changes.every(({ to }) => to !== type) && isRenamed(entries, ofType(newEntries, type)),
    );
    const mergedInto = typesOf(newEntries).find(
      (type) => !appeared.includes(type) && isSum(ofType(newEntries, type), [...entries, ...ofType(oldEntries, type)]),
    );
    if (newName !== undefined) changes.push({ kind: 'renamed', post, from, to: newName, counts: [] });
    else if (mergedInto !== undefined && totalOf(entries) > 0)
      changes.push({
        kind: 'merged',
        post,
        from,
        to: mergedInto,
        counts: mergedCounts(post, entries, ofType(oldEntries, mergedInto), ofType(newEntries, mergedInto)),
      });
  }
  return changes;
}

/** Whether a new type has the same years as a type that disappeared, and the same counts in at least one year. */
function isRenamed(oldEntries: readonly FailureEntry[], newEntries: readonly FailureEntry[]): boolean {
  return (
    yearsOf(oldEntries) === yearsOf(newEntries) &&
    oldEntries.some((a) => newEntries.some((b) => isSameYearAndCounts(a, b)))
  );
}

/**
 * The changed entries of a merge.
 * @param disappeared the entries of the type that disappeared
 * @param oldEntries the entries of the type into which it was merged, before the merge
 * @param newEntries the same after the merge
 */
function mergedCounts(
  post: string,
  disappeared: readonly FailureEntry[],
  oldEntries: readonly FailureEntry[],
  newEntries: readonly FailureEntry[],
): EntryChange[] {
  const years = [...new Set(disappeared.map(({ year }) => year))];
  return [
    ...disappeared.map((before) => ({ post, before, after: null })),
    ...years.map((year) => ({
      post,
      before: oldEntries.find((entry) => entry.year === year) ?? null,
      after: newEntries.find((entry) => entry.year === year) ?? null,
    })),
  ];
}

/** Applies the renames and merges of types to entries: each entry gets its new type, and merged entries are added together. */
function withNewTypes(entries: readonly FailureEntry[], changes: readonly TypeChange[]): FailureEntry[] {
  const retyped = entries.map((entry) => {
    const change = changes.find(({ from }) => from === entry.type);
    return change ? { ...entry, type: change.to } : entry;
  });
  return joinEntries(retyped, (type) => changes.some(({ kind, to }) => kind === 'merged' && to === type));
}

/** The entries of a post that were changed, removed or added. */
function entryChanges(
  post: string,
  oldEntries: readonly FailureEntry[],
  newEntries: readonly FailureEntry[],
): EntryChange[] {
  // unchanged entries are taken out first: if a type has two entries in a year, only one of them may have changed
  const added = [...newEntries];
  const removed = oldEntries.filter((entry) => !takeFrom(added, (candidate) => isSameEntry(candidate, entry)));
  const changes = removed.map((before) => ({
    post,
    before,
    after: takeFrom(added, (candidate) => isSameKind(candidate, before)),
  }));
  return [...changes, ...added.map((after) => ({ post, before: null, after }))];
}

/** Removes the first matching entry from the list and returns it; null if no entry matches. */
function takeFrom(entries: FailureEntry[], isMatch: (entry: FailureEntry) => boolean): FailureEntry | null {
  const index = entries.findIndex(isMatch);
  return index < 0 ? null : (entries.splice(index, 1)[0] ?? null);
}

// Comparing entries

const isSameYearAndCounts = (a: FailureEntry, b: FailureEntry) => isSameEntry(a, { ...b, type: a.type });
const ofType = (entries: readonly FailureEntry[], type: string) => entries.filter((entry) => entry.type === type);
const typesOf = (entries: readonly FailureEntry[]) => [...new Set(entries.map(({ type }) => type))];
const totalOf = (entries: readonly FailureEntry[]) =>
  entries.reduce((sum, { entrance, exit }) => sum + entrance + exit, 0);

/** The years of the entries as a text to compare, such as `2025,2026`. */
function yearsOf(entries: readonly FailureEntry[]): string {
  return entries
    .map(({ year }) => year)
    .toSorted((a, b) => a - b)
    .join();
}

/** Whether the counts of the entries are, in each year, the sums of the counts of the parts. */
function isSum(entries: readonly FailureEntry[], parts: readonly FailureEntry[]): boolean {
  return [...entries, ...parts].every(({ year }) => yearCounts(entries, year) === yearCounts(parts, year));
}

/** The counts of a year at entrance and exit as a text to compare, such as `3,4`. */
function yearCounts(entries: readonly FailureEntry[], year: number): string {
  const ofYear = entries.filter((entry) => entry.year === year);
  return (['entrance', 'exit'] as const).map((side) => ofYear.reduce((sum, entry) => sum + entry[side], 0)).join();
}
