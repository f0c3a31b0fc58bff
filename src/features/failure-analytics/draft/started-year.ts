import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { hasYear } from '../../../records/failure/failure-figures.ts';
import type { CarPosts, FailureEntry, Side } from '../../../records/failure/failure-record.ts';

/** One count. Entries have no ids: its entry is the `nth` (from 0) of its type and year in its post. */
export interface CountKey {
  post: string;
  type: string;
  year: number;
  nth: number;
  side: Side;
}

/** A count that is typed, or taken back (null). */
export interface CountChange extends CountKey {
  count: number | null;
}

/**
 * A year of a post that is entered with the types of an earlier one. They are rows to type in: an entry would say that nothing failed, so a row
 * becomes one only when a count is typed.
 */
export interface StartedYear {
  readonly post: string;
  readonly year: number;
  /** The earlier year. */
  readonly from: number;
}

/** For each post that has no counts in a year and is not started, the newest earlier year that has types. */
export function yearsToStart(
  { posts, started }: Pick<Typed, 'posts' | 'started'>,
  year: number,
): readonly StartedYear[] {
  return [...posts].flatMap(([post, entries]) => {
    if (hasYear(entries, year) || started.some((startedYear) => startedYear.post === post && startedYear.year === year))
      return [];
    const earlier = entries.map((entry) => entry.year).filter((entryYear) => entryYear < year);
    return earlier.length > 0 ? [{ post, year, from: Math.max(...earlier) }] : [];
  });
}

/** `Start 2027 with the types of 2026` */
export function startWords(year: number, starts: readonly StartedYear[]): string {
  return t('Start {year} with the types of {years}', { year, years: yearsIn(starts) });
}

/** `2027 is started with the types of 2026 in 3 posts.` */
export function startedWords(year: number, starts: readonly StartedYear[]): string {
  return t(
    '{count, plural, one {{year} is started with the types of {years} in # post.} other {{year} is started with the types of {years} in # posts.}}',
    { year, years: yearsIn(starts), count: starts.length },
  );
}

function yearsIn(starts: readonly StartedYear[]): string {
  const years = [...new Set(starts.map(({ from }) => from))].toSorted((a, b) => a - b);
  return listedWords(years.map((item) => `${item}`));
}

/** The types that a post was started with in a year, in the order of the earlier one; none where it was not started. */
export function startedTypes(
  started: readonly StartedYear[],
  post: string,
  entries: readonly FailureEntry[],
  year: number,
): readonly string[] {
  const start = started.find((candidate) => candidate.post === post && candidate.year === year);
  return start ? [...new Set(entries.filter((entry) => entry.year === start.from).map(({ type }) => type))] : [];
}

/** A row of a post in a year: an entry, or a type of a started year in which nothing is typed yet. */
export interface YearRow {
  readonly type: string;
  /** As in `CountKey`. */
  readonly nth: number;
  /** The index of its entry in the post's list; null for an empty row. */
  readonly index: number | null;
}

/** The rows of a year: those of a started year in the order of the earlier one, others as they are stored. */
export function yearRows(
  started: readonly StartedYear[],
  post: string,
  entries: readonly FailureEntry[],
  year: number,
): readonly YearRow[] {
  const times = new Map<string, number>();
  const enteredRows = entries.flatMap(({ type, year: of }, index): YearRow[] => {
    if (of !== year) return [];
    const nth = times.get(type) ?? 0;
    times.set(type, nth + 1);
    return [{ type, nth, index }];
  });
  const order = startedTypes(started, post, entries, year);
  const startedRows = order.flatMap((type): readonly YearRow[] =>
    times.has(type) ? enteredRows.filter((row) => row.type === type) : [{ type, nth: 0, index: null }],
  );
  return [...startedRows, ...enteredRows.filter(({ type }) => !order.includes(type))];
}

/** The started years that still have empty rows. */
export function unfinished(started: readonly StartedYear[], posts: CarPosts): readonly StartedYear[] {
  return started.filter(({ post, year }) =>
    yearRows(started, post, posts.get(post) ?? [], year).some(({ index }) => index === null),
  );
}

/** What is typed over stored posts. */
interface Typed {
  readonly base: { readonly posts: CarPosts };
  readonly posts: CarPosts;
  readonly started: readonly StartedYear[];
}

/** The posts with these counts. A first count adds its entry; taking back the only one of a new entry removes it again. */
export function withCounts({ base, posts, started }: Typed, changes: readonly CountChange[]): CarPosts {
  const next = new Map(posts);
  for (const change of changes) {
    const entries = next.get(change.post);
    if (!entries) continue;
    const order = startedTypes(started, change.post, entries, change.year);
    next.set(change.post, entriesWith(entries, change, base.posts.get(change.post)?.length ?? 0, order));
  }
  return next;
}

/** @param stored how many of the entries are stored; new ones follow @param order of the types of a started year */
function entriesWith(
  entries: readonly FailureEntry[],
  { type, year, nth, side, count }: CountChange,
  stored: number,
  order: readonly string[],
): readonly FailureEntry[] {
  const indexes = entries.flatMap((entry, index) => (entry.type === type && entry.year === year ? [index] : []));
  const entryIndex = indexes[nth];
  const before = entryIndex === undefined ? undefined : entries[entryIndex];
  if (entryIndex === undefined || !before) {
    if (count === null) return entries;
    const fresh = { type, year, entrance: 0, exit: 0, [side]: count };
    // as in the year before, so that the types keep their order when they are stored
    const rank = order.indexOf(type);
    const next = entries.findIndex(
      (entry, at) => at >= stored && entry.year === year && rank < rankIn(order, entry.type),
    );
    return entries.toSpliced(rank === -1 || next === -1 ? entries.length : next, 0, fresh);
  }
  const after = { ...before, [side]: count ?? 0 };
  const isEmpty = count === null && entryIndex >= stored && after.entrance === 0 && after.exit === 0;
  return isEmpty ? entries.toSpliced(entryIndex, 1) : entries.with(entryIndex, after);
}

function rankIn(order: readonly string[], type: string): number {
  const rank = order.indexOf(type);
  return rank === -1 ? Infinity : rank;
}

/** The count of a key; null where nothing is entered. */
function countAt(posts: CarPosts, { post, type, year, nth, side }: CountKey): number | null {
  const entry = posts.get(post)?.filter((candidate) => candidate.type === type && candidate.year === year)[nth];
  return entry ? entry[side] : null;
}

/** The changes that undo these ones, for counts that nobody has changed since. @param before the posts before the change */
export function takenBack(
  changes: readonly CountChange[],
  before: CarPosts,
  { base, posts }: Typed,
): readonly CountChange[] {
  return changes.flatMap((change) => {
    const [was, now] = [countAt(before, change), countAt(posts, change)];
    // an entry that is stored by now stays: it could only become a zero
    if (now !== change.count || (was === null && countAt(base.posts, change) !== null)) return [];
    return [{ ...change, count: was }];
  });
}
