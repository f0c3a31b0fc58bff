import {
  isSameEntry,
  isSameKind,
  joinEntries,
  readCarPosts,
  type FailureEntry,
} from '../../records/failure/failure-record.ts';

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
  kind: 'renamed' | 'added';
  post: string;
  from: string;
  to: string;
  /** Where a type was added to another: the entries of both. */
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

/** What changed between two versions of the car posts, as stored. Guesses what was renamed, as posts have no ids. */
export function diffOfPosts(before: unknown, after: unknown): PostsDiff {
  const [old, now] = [readCarPosts(before), readCarPosts(after)];
  const renamed = renamedPosts(old, now);
  const formerOf = new Map(renamed.map(({ from, to }) => [to, from]));
  const types: TypeChange[] = [];
  const entries: EntryChange[] = [];
  for (const [post, list] of now) {
    const former = old.get(formerOf.get(post) ?? post);
    if (!former) continue;
    const changed = typeChanges(post, former, list);
    types.push(...changed);
    entries.push(...entryChanges(post, underNewNames(former, changed), list));
  }
  return {
    renamed,
    removed: postsWhere(old, (post) => !now.has(post) && !renamed.some(({ from }) => from === post)),
    added: postsWhere(now, (post) => !old.has(post) && !formerOf.has(post)),
    types,
    entries,
  };
}

function postsWhere(posts: Posts, isMeant: (post: string) => boolean): PostsDiff['added'] {
  return [...posts].filter(([post]) => isMeant(post)).map(([post, entries]) => ({ post, entries }));
}

/**
 * Posts that disappeared while exactly one with most of their counts appeared. An empty post counts as renamed only if no
 * other disappeared or appeared.
 */
function renamedPosts(old: Posts, now: Posts): { from: string; to: string }[] {
  const appeared = postsWhere(now, (post) => !old.has(post));
  const disappeared = postsWhere(old, (post) => !now.has(post));
  const isOnly = disappeared.length === 1 && appeared.length === 1;
  const renamed: { from: string; to: string }[] = [];
  for (const { post: from, entries } of disappeared) {
    const [match, otherMatch] = appeared.filter(
      ({ post, entries: counts }) => renamed.every(({ to }) => to !== post) && isMostlySame(entries, counts),
    );
    if (match && !otherMatch && (entries.length > 0 || isOnly)) renamed.push({ from, to: match.post });
  }
  return renamed;
}

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
    const own = ofType(old, from);
    const name = appeared.find((type) => changes.every(({ to }) => to !== type) && isRenamed(own, ofType(now, type)));
    const sum = typesOf(now).find(
      (type) => !appeared.includes(type) && isSum(ofType(now, type), [...own, ...ofType(old, type)]),
    );
    if (name !== undefined) changes.push({ kind: 'renamed', post, from, to: name, counts: [] });
    else if (sum !== undefined && countsOf(own) > 0)
      changes.push({
        kind: 'added',
        post,
        from,
        to: sum,
        counts: addedCounts(post, own, ofType(old, sum), ofType(now, sum)),
      });
  }
  return changes;
}

/** Whether a new type has the same years as one that disappeared, and the same counts in one of them. */
function isRenamed(old: readonly FailureEntry[], now: readonly FailureEntry[]): boolean {
  return yearsOf(old) === yearsOf(now) && old.some((a) => now.some((b) => isSameYearAndCounts(a, b)));
}

/** The entries of a type that disappeared and, in the same years, of the type that took its counts. */
function addedCounts(
  post: string,
  own: readonly FailureEntry[],
  old: readonly FailureEntry[],
  now: readonly FailureEntry[],
): EntryChange[] {
  const years = [...new Set(own.map(({ year }) => year))];
  return [
    ...own.map((before) => ({ post, before, after: null })),
    ...years.map((year) => ({
      post,
      before: old.find((entry) => entry.year === year) ?? null,
      after: now.find((entry) => entry.year === year) ?? null,
    })),
  ];
}

/** The entries after the changes of types alone, with merged ones combined. */
function underNewNames(entries: readonly FailureEntry[], changes: readonly TypeChange[]): FailureEntry[] {
  const named = entries.map((entry) => {
    const change = changes.find(({ from }) => from === entry.type);
    return change ? { ...entry, type: change.to } : entry;
  });
  return joinEntries(named, (type) => changes.some(({ kind, to }) => kind === 'added' && to === type));
}

function entryChanges(post: string, old: readonly FailureEntry[], now: readonly FailureEntry[]): EntryChange[] {
  // unchanged entries first: of two entries of a type, only one may have changed
  const added = [...now];
  const removed = old.filter((entry) => !takeFrom(added, (candidate) => isSameEntry(candidate, entry)));
  const paired = removed.map((before) => ({
    post,
    before,
    after: takeFrom(added, (candidate) => isSameKind(candidate, before)),
  }));
  return [...paired, ...added.map((after) => ({ post, before: null, after }))];
}

/** Removes the first entry that fits, and returns it. */
function takeFrom(entries: FailureEntry[], fits: (entry: FailureEntry) => boolean): FailureEntry | null {
  const index = entries.findIndex(fits);
  return index < 0 ? null : (entries.splice(index, 1)[0] ?? null);
}

// Comparing entries

const isSameYearAndCounts = (a: FailureEntry, b: FailureEntry) => isSameEntry(a, { ...b, type: a.type });
const ofType = (entries: readonly FailureEntry[], type: string) => entries.filter((entry) => entry.type === type);
const typesOf = (entries: readonly FailureEntry[]) => [...new Set(entries.map(({ type }) => type))];
const countsOf = (entries: readonly FailureEntry[]) =>
  entries.reduce((sum, { entrance, exit }) => sum + entrance + exit, 0);

function yearsOf(entries: readonly FailureEntry[]): string {
  return entries
    .map(({ year }) => year)
    .toSorted((a, b) => a - b)
    .join();
}

/** Whether the counts of each year are those of the parts together. */
function isSum(entries: readonly FailureEntry[], parts: readonly FailureEntry[]): boolean {
  return [...entries, ...parts].every(({ year }) => yearCounts(entries, year) === yearCounts(parts, year));
}

function yearCounts(entries: readonly FailureEntry[], year: number): string {
  const ofYear = entries.filter((entry) => entry.year === year);
  return (['entrance', 'exit'] as const).map((side) => ofYear.reduce((sum, entry) => sum + entry[side], 0)).join();
}
