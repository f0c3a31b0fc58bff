import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { hasYear } from '../../../records/failure/failure-figures.ts';
import type { CarPosts, FailureEntry, Side } from '../../../records/failure/failure-record.ts';

/** Identifies one count. Entries have no ids: the entry of the count is the `nth` (from 0) of its type and year in its post. */
export interface CountKey {
  post: string;
  type: string;
  year: number;
  nth: number;
  side: Side;
}

/** A count to write; null removes a count that was typed. */
export interface CountChange extends CountKey {
  count: number | null;
}

/**
 * A year of a post that is entered with the failure types of an earlier year. The types are shown as empty rows. A row gets an entry only when
 * a count is typed, because an entry without a count would say that nothing failed.
 */
export interface StartedYear {
  readonly post: string;
  readonly year: number;
  /** The earlier year. */
  readonly from: number;
}

/** For each post that has no counts in a year and is not started, the newest earlier year that has types. */
export function yearsToStart(
  { posts, started }: Pick<TypedPosts, 'posts' | 'started'>,
  year: number,
): readonly StartedYear[] {
  return [...posts].flatMap(([post, entries]) => {
    if (hasYear(entries, year) || started.some((startedYear) => startedYear.post === post && startedYear.year === year))
      return [];
    const earlier = entries.map((entry) => entry.year).filter((entryYear) => entryYear < year);
    return earlier.length > 0 ? [{ post, year, from: Math.max(...earlier) }] : [];
  });
}

/** The label of a button, such as `Start 2027 with the types of 2026`. */
export function startWords(year: number, starts: readonly StartedYear[]): string {
  return t('Start {year} with the types of {years}', { year, years: yearsIn(starts) });
}

/** A message such as `2027 is started with the types of 2026 in 3 posts.` */
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

/** The types with which a year of a post was started, in the order of the earlier year; empty if it was not started. */
export function startedTypes(
  started: readonly StartedYear[],
  post: string,
  entries: readonly FailureEntry[],
  year: number,
): readonly string[] {
  const start = started.find((candidate) => candidate.post === post && candidate.year === year);
  return start ? [...new Set(entries.filter((entry) => entry.year === start.from).map(({ type }) => type))] : [];
}

/** A row of a post in a year: an entry, or a type of a started year without a count. */
export interface YearRow {
  readonly type: string;
  /** The number of the row among those of its type, from 0, as in `CountKey`. */
  readonly nth: number;
  /** The index of its entry in the post's list; null for an empty row. */
  readonly index: number | null;
}

/** The rows of a year: first those of the types with which it was started, in the order of the earlier year, then the others as stored. */
export function yearRows(
  started: readonly StartedYear[],
  post: string,
  entries: readonly FailureEntry[],
  year: number,
): readonly YearRow[] {
  const rowCounts = new Map<string, number>();
  const enteredRows = entries.flatMap(({ type, year: entryYear }, index): YearRow[] => {
    if (entryYear !== year) return [];
    const nth = rowCounts.get(type) ?? 0;
    rowCounts.set(type, nth + 1);
    return [{ type, nth, index }];
  });
  const order = startedTypes(started, post, entries, year);
  const startedRows = order.flatMap((type): readonly YearRow[] =>
    rowCounts.has(type) ? enteredRows.filter((row) => row.type === type) : [{ type, nth: 0, index: null }],
  );
  return [...startedRows, ...enteredRows.filter(({ type }) => !order.includes(type))];
}

/** The started years that still have empty rows. */
export function unfinished(started: readonly StartedYear[], posts: CarPosts): readonly StartedYear[] {
  return started.filter(({ post, year }) =>
    yearRows(started, post, posts.get(post) ?? [], year).some(({ index }) => index === null),
  );
}

/** The members of a draft that these functions need. */
interface TypedPosts {
  readonly base: { readonly posts: CarPosts };
  readonly posts: CarPosts;
  readonly started: readonly StartedYear[];
}

/** Returns the posts with the changed counts. The first count of a row adds an entry. Removing the only count of a new entry removes that entry. */
export function withCounts({ base, posts, started }: TypedPosts, changes: readonly CountChange[]): CarPosts {
  const next = new Map(posts);
  for (const change of changes) {
    const entries = next.get(change.post);
    if (!entries) continue;
    const order = startedTypes(started, change.post, entries, change.year);
    next.set(change.post, entriesWith(entries, change, base.posts.get(change.post)?.length ?? 0, order));
  }
  return next;
}

/**
 * The entries of a post with one changed count.
 * @param baseCount how many of the entries are in the base of the draft; new ones follow
 * @param order the types of a started year in their order
 */
function entriesWith(
  entries: readonly FailureEntry[],
  { type, year, nth, side, count }: CountChange,
  baseCount: number,
  order: readonly string[],
): readonly FailureEntry[] {
  const indexes = entries.flatMap((entry, index) => (entry.type === type && entry.year === year ? [index] : []));
  const entryIndex = indexes[nth];
  const entry = entryIndex === undefined ? undefined : entries[entryIndex];
  if (entryIndex === undefined || !entry) {
    if (count === null) return entries;
    const newEntry = { type, year, entrance: 0, exit: 0, [side]: count };
    // new entries are in the order of the earlier year, so that the types have the same order when they are saved
    const rank = order.indexOf(type);
    const nextIndex = entries.findIndex(
      (other, index) => index >= baseCount && other.year === year && rank < rankIn(order, other.type),
    );
    return entries.toSpliced(rank === -1 || nextIndex === -1 ? entries.length : nextIndex, 0, newEntry);
  }
  const updated = { ...entry, [side]: count ?? 0 };
  const isEmpty = count === null && entryIndex >= baseCount && updated.entrance === 0 && updated.exit === 0;
  return isEmpty ? entries.toSpliced(entryIndex, 1) : entries.with(entryIndex, updated);
}

/** The position of a type in the order; a type that is not in it comes last. */
function rankIn(order: readonly string[], type: string): number {
  const rank = order.indexOf(type);
  return rank === -1 ? Infinity : rank;
}

/** The count that a key identifies; null if nothing is entered there. */
function countAt(posts: CarPosts, { post, type, year, nth, side }: CountKey): number | null {
  const entry = posts.get(post)?.filter((candidate) => candidate.type === type && candidate.year === year)[nth];
  return entry ? entry[side] : null;
}

/**
 * The changes that undo `changes`; a count that was changed again since is left out.
 * @param before the posts before the changes
 */
export function takenBack(
  changes: readonly CountChange[],
  before: CarPosts,
  { base, posts }: TypedPosts,
): readonly CountChange[] {
  return changes.flatMap((change) => {
    const [previous, current] = [countAt(before, change), countAt(posts, change)];
    // a new entry that has been saved since cannot be removed any more, only set to 0, so it stays
    const isSavedEntry = previous === null && countAt(base.posts, change) !== null;
    if (current !== change.count || isSavedEntry) return [];
    return [{ ...change, count: previous }];
  });
}
