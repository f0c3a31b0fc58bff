import { isSameEntry, isSameKind, readCarPosts, type FailureEntry } from '../../records/failure/failure-record.ts';

type Posts = ReadonlyMap<string, readonly FailureEntry[]>;

/** An entry before and after, under its post's new name; null where the entry did not exist. */
export interface EntryChange {
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
  /** The entries of merged types, of both before and after. */
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
    removed: only(old, (post) => !now.has(post) && !renamed.some(({ from }) => from === post)),
    added: only(now, (post) => !old.has(post) && !formerOf.has(post)),
    types,
    entries,
  };
}

function only(posts: Posts, isMeant: (post: string) => boolean): PostsDiff['added'] {
  return [...posts].filter(([post]) => isMeant(post)).map(([post, entries]) => ({ post, entries }));
}

/**
 * Renamed posts: a post disappeared while exactly one with most of its counts appeared. An empty post is only taken for
 * renamed if no other disappeared or appeared.
 */
function renamedPosts(old: Posts, now: Posts): { from: string; to: string }[] {
  const appeared = only(now, (post) => !old.has(post));
  const disappeared = only(old, (post) => !now.has(post));
  const taken = new Set<string>();
  return disappeared.flatMap(({ post: from, entries }) => {
    const alike = appeared.filter((one) => !taken.has(one.post) && isMostlyAlike(entries, one.entries));
    const to = alike.length === 1 ? alike[0]?.post : undefined;
    if (to === undefined || (entries.length === 0 && (disappeared.length > 1 || appeared.length > 1))) return [];
    taken.add(to);
    return [{ from, to }];
  });
}

function isMostlyAlike(one: readonly FailureEntry[], other: readonly FailureEntry[]): boolean {
  const left = [...other];
  const alike = one.filter((entry) => takeFrom(left, (candidate) => isSameYearAndCounts(entry, candidate)));
  return alike.length * 2 > one.length || (one.length === 0 && other.length === 0);
}

/** Types that disappeared from a post because they were renamed or merged. */
function typeChanges(post: string, old: readonly FailureEntry[], now: readonly FailureEntry[]): TypeChange[] {
  const disappeared = typesOf(old).filter((type) => !typesOf(now).includes(type));
  const appeared = typesOf(now).filter((type) => !typesOf(old).includes(type));
  const changes: TypeChange[] = [];
  for (const from of disappeared) {
    const own = ofType(old, from);
    const name = appeared.find((type) => {
      const theirs = ofType(now, type);
      const isFree = changes.every(({ to }) => to !== type);
      return (
        isFree && sameYears(own, theirs) && own.some((one) => theirs.some((other) => isSameYearAndCounts(one, other)))
      );
    });
    if (name !== undefined) changes.push({ kind: 'renamed', post, from, to: name, counts: [] });
    else {
      const to = typesOf(now).find(
        (type) =>
          !appeared.includes(type) && countsOf(own) > 0 && isSum(ofType(now, type), [...own, ...ofType(old, type)]),
      );
      if (to !== undefined)
        changes.push({
          kind: 'added',
          post,
          from,
          to,
          counts: addedCounts(post, own, ofType(old, to), ofType(now, to)),
        });
    }
  }
  return changes;
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
  const joined = new Set(changes.filter(({ kind }) => kind === 'added').map(({ to }) => to));
  const made: FailureEntry[] = [];
  for (const stored of entries) {
    const type = changes.find(({ from }) => from === stored.type)?.to ?? stored.type;
    const place = joined.has(type) ? made.findIndex((one) => one.type === type && one.year === stored.year) : -1;
    const same = made[place];
    if (same) made[place] = { ...same, entrance: same.entrance + stored.entrance, exit: same.exit + stored.exit };
    else made.push({ ...stored, type });
  }
  return made;
}

function entryChanges(post: string, old: readonly FailureEntry[], now: readonly FailureEntry[]): EntryChange[] {
  // equal entries first: of two entries of one type, the one that is not equal has changed
  const added = [...now];
  const gone = old.filter((entry) => !takeFrom(added, (one) => isSameEntry(one, entry)));
  const paired = gone.map((before) => ({ post, before, after: takeFrom(added, (one) => isSameKind(one, before)) }));
  return [...paired, ...added.map((after) => ({ post, before: null, after }))];
}

function takeFrom(entries: FailureEntry[], fits: (entry: FailureEntry) => boolean): FailureEntry | null {
  const place = entries.findIndex(fits);
  return place < 0 ? null : (entries.splice(place, 1)[0] ?? null);
}

const isSameYearAndCounts = (one: FailureEntry, other: FailureEntry) => isSameEntry(one, { ...other, type: one.type });
const ofType = (entries: readonly FailureEntry[], type: string) => entries.filter((entry) => entry.type === type);
const typesOf = (entries: readonly FailureEntry[]) => [...new Set(entries.map(({ type }) => type))];
const countsOf = (entries: readonly FailureEntry[]) =>
  entries.reduce((sum, { entrance, exit }) => sum + entrance + exit, 0);

function sameYears(one: readonly FailureEntry[], other: readonly FailureEntry[]): boolean {
  const [years, others] = [one, other].map((entries) => entries.map(({ year }) => year).toSorted((a, b) => a - b));
  return `${years?.join()}` === `${others?.join()}`;
}

function isSum(entries: readonly FailureEntry[], parts: readonly FailureEntry[]): boolean {
  return [...entries, ...parts].every(({ year }) => yearCounts(entries, year) === yearCounts(parts, year));
}

function yearCounts(entries: readonly FailureEntry[], year: number): string {
  const ofYear = entries.filter((entry) => entry.year === year);
  return (['entrance', 'exit'] as const).map((side) => ofYear.reduce((sum, entry) => sum + entry[side], 0)).join();
}
