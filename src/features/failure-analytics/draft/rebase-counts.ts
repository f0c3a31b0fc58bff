import { t } from '../../../lib/language/translate.ts';
import { countText, failuresText, totalOf } from '../../../records/failure/failure-figures.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import {
  isSameKind,
  typeLabel,
  type CarPosts,
  type FailureEntry,
  type Side,
} from '../../../records/failure/failure-record.ts';
import { merge, type MergeConflict, type Values } from '../../../records/merge.ts';
import { applyRenames, type FiledCounts } from './apply-renames.ts';
import {
  changedEntries,
  draftOrNull,
  emptyDraft,
  isSameEntries,
  withPost,
  type FailureDraft,
} from './failure-draft.ts';
import { startedTypes, unfinished, type CountKey, type StartedYear } from './started-year.ts';

// Merges a draft with the counts that somebody else has saved since the draft was read.

/** A count that two people changed; null in a version that does not have it. */
interface CountConflict extends CountKey {
  base: number | null;
  mine: number | null;
  theirs: number | null;
}

/** A post that somebody else removed while this person typed counts in it. */
interface RemovedPost {
  /** The name of the post. */
  removed: string;
  /** The sum of its failures when it was read. */
  failures: number;
  /** How many counts were typed. */
  typed: number;
}

export type DraftConflict = CountConflict | RemovedPost;

/** Decides whose value is saved; undefined while the person has not decided. */
type Choose = (conflict: DraftConflict) => 'mine' | 'theirs' | undefined;

export interface Rebased {
  posts: CarPosts;
  conflicts: readonly DraftConflict[];
  /** The draft under the current names. */
  draft: FailureDraft;
  /** The typed counts whose name has changed. */
  filed: readonly FiledCounts[];
}

/**
 * Rebases a draft on the saved posts, which somebody else has changed. First the draft gets the current names (`applyRenames`). Changes of
 * different counts are merged, and issues and posts that either person added are in the result. A count that both changed, and a removed post in
 * which this person typed, is a conflict until `choose` decides.
 */
export function rebaseCounts(typed: FailureDraft, stored: Omit<StoredPosts, 'revision'>, choose: Choose): Rebased {
  const { draft, filed } = applyRenames(typed, stored.renames);
  const { base, posts, started, sent } = draft;
  const basePosts = sent.find((sentPosts) => wasSaved(base.posts, sentPosts, stored.posts)) ?? base.posts;
  const sides = withRemovedPosts({ base: basePosts, mine: posts, theirs: stored.posts }, choose);
  const mine = countsByPath(sides.mine, sides.base, sides.theirs, started);
  const { merged, conflicts } = merge(
    { base: countsByPath(sides.base), mine, theirs: countsByPath(sides.theirs) },
    (mergeConflict) => {
      const conflict = countConflict(mergeConflict);
      return conflict ? choose(conflict) : 'mine';
    },
  );
  return {
    posts: postsFrom(merged, mine),
    conflicts: [...sides.undecided, ...conflicts.flatMap((mergeConflict) => countConflict(mergeConflict) ?? [])],
    draft,
    filed,
  };
}

/** The posts that were read, those with the typed counts, and the saved ones. */
type Sides = Record<'base' | 'mine' | 'theirs', CarPosts>;

/**
 * Applies the choices about posts that somebody removed while counts were typed in them. Such a post is put back with all its counts or is
 * removed here too. With its typed counts alone it would look as if it had no others.
 */
function withRemovedPosts(sides: Sides, choose: Choose): Sides & { undecided: readonly RemovedPost[] } {
  let { base, mine, theirs } = sides;
  const undecided: RemovedPost[] = [];
  for (const [post, entries] of sides.base) {
    const typedEntries = sides.mine.get(post);
    if (!typedEntries || sides.theirs.has(post) || isSameEntries(entries, typedEntries)) continue;
    const conflict: RemovedPost = {
      removed: post,
      failures: entries.reduce((sum, entry) => sum + totalOf(entry), 0),
      typed: changedEntries(entries, typedEntries).reduce((sum, { changes }) => sum + changes, 0),
    };
    const choice = choose(conflict);
    if (choice === undefined) undecided.push(conflict);
    if (choice === 'mine') theirs = withPost(theirs, post, entries);
    else [base, mine] = [withPost(base, post, null), withPost(mine, post, null)];
  }
  return { base, mine, theirs, undecided };
}

/** Whether the server has saved what was sent without an answer: every count that the save changed has the sent value there. */
function wasSaved(base: CarPosts, sent: CarPosts, theirs: CarPosts): boolean {
  const baseCounts = countsByPath(base);
  const theirCounts = countsByPath(theirs);
  return [...countsByPath(sent, base)].every(
    ([path, count]) => count === baseCounts.get(path) || count === theirCounts.get(path),
  );
}

/**
 * The counts by their path (`pathOf`). Each post has a path with the value 0, so that a post without entries is merged too.
 * Entries beyond those of `base` are new: they are numbered after the entries of the same type and year in `theirs`. In a started year they
 * are not, because there both people type in the same row.
 * @param base the posts that were read, without which no entry of `posts` is new
 * @param theirs the posts that somebody else has saved meanwhile
 * @param started the started years of the draft
 */
function countsByPath(
  posts: CarPosts,
  base: CarPosts = posts,
  theirs: CarPosts = base,
  started: readonly StartedYear[] = [],
): Values<string, number> {
  const counts = new Map<string, number>();
  for (const [post, entries] of posts) {
    counts.set(JSON.stringify([post]), 0);
    const baseCount = base.get(post)?.length ?? 0;
    for (const [index, entry] of entries.entries()) {
      const isNew = index >= baseCount;
      const earlierEntries = entries.slice(isNew ? baseCount : 0, index);
      const isStartedRow = startedTypes(started, post, entries, entry.year).includes(entry.type);
      const numberedBefore = (isStartedRow ? [base] : [base, theirs]).map((record) =>
        countOfKind(record.get(post) ?? [], entry),
      );
      const nth = (isNew ? Math.max(...numberedBefore) : 0) + countOfKind(earlierEntries, entry);
      for (const side of ['entrance', 'exit'] as const) counts.set(pathOf({ post, ...entry, nth, side }), entry[side]);
    }
  }
  return counts;
}

/** How many entries have the type and year of `entry`. */
function countOfKind(entries: readonly FailureEntry[], entry: FailureEntry): number {
  return entries.filter((candidate) => isSameKind(candidate, entry)).length;
}

/**
 * Builds the posts from counts by path.
 * @param mine used for the second count of an entry of which `counts` has only one
 */
function postsFrom(counts: Values<string, number>, mine: Values<string, number>): CarPosts {
  const posts = new Map<string, FailureEntry[]>();
  const addedEntries = new Set<string>();
  for (const path of counts.keys()) {
    const countKey = countKeyOf(path);
    const [post = ''] = pathParts(path);
    const entries = posts.get(post) ?? [];
    posts.set(post, entries);
    if (!countKey) continue;
    const count = (side: Side) => {
      const sidePath = pathOf({ ...countKey, side });
      return counts.get(sidePath) ?? mine.get(sidePath) ?? 0;
    };
    // the path of the entrance count identifies the entry
    const entryPath = pathOf({ ...countKey, side: 'entrance' });
    if (!addedEntries.has(entryPath))
      entries.push({ type: countKey.type, entrance: count('entrance'), exit: count('exit'), year: countKey.year });
    addedEntries.add(entryPath);
  }
  return posts;
}

type PathParts = [post: string] | [post: string, type: string, year: number, nth: number, side: Side];

/** The path that identifies a count: a JSON array, so that any name can be part of it. */
export function pathOf({ post, type, year, nth, side }: CountKey): string {
  return JSON.stringify([post, type, year, nth, side] satisfies PathParts);
}

function pathParts(path: string): PathParts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `countsByPath`
  return JSON.parse(path) as PathParts;
}

/** The key of the count at a path; null for the path of a post. */
function countKeyOf(path: string): CountKey | null {
  const parts = pathParts(path);
  if (parts.length === 1) return null;
  const [post, type, year, nth, side] = parts;
  return { post, type, year, nth, side };
}

function countConflict({ path, base, mine, theirs }: MergeConflict<string, number>): CountConflict | null {
  const countKey = countKeyOf(path);
  return countKey && { ...countKey, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null };
}

/** Whose value is saved, by `conflictKey`. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** Identifies a conflict. The key has their count in it: if they change it again, the person is asked again. */
export function conflictKey(conflict: DraftConflict): string {
  if ('removed' in conflict) return JSON.stringify([conflict.removed, conflict.typed]);
  const { post, type, year, nth, side, theirs } = conflict;
  return JSON.stringify([post, type, year, nth, side, theirs]);
}

/** The texts of a conflict's choice: the name of the count, the value that was read, and what either choice would save. */
export function conflictWords(conflict: DraftConflict) {
  if ('removed' in conflict)
    return {
      label: conflict.removed,
      before: failuresText(conflict.failures),
      theirs: t('removed, with its counts'),
      mine: t(
        '{count, plural, one {there again, with its counts and the one that you typed} other {there again, with its counts and the # that you typed}}',
        { count: conflict.typed },
      ),
    };
  const { post, type, year, nth, side, base, mine, theirs } = conflict;
  return {
    label: countName({ post, type, year, nth, side }),
    before: base === null ? t('not entered') : countWords(base),
    theirs: countWords(theirs),
    mine: countWords(mine),
  };
}

/** The name of a count, such as `P1, Barrier Arm Jammed, 2026, Entrance`. */
export function countName({ post, type, year, nth, side }: CountKey): string {
  const values = { post, type: typeLabel(type), year, side };
  return nth > 0
    ? t(
        '{side, select, entrance {{post}, {type}, number {number}, {year}, Entrance} other {{post}, {type}, number {number}, {year}, Exit}}',
        { ...values, number: nth + 1 },
      )
    : t('{side, select, entrance {{post}, {type}, {year}, Entrance} other {{post}, {type}, {year}, Exit}}', values);
}

/** The counts that are above `max`. A merge can cause them: somebody merged two types, in one of which counts were typed here. */
export function countsAbove(posts: CarPosts, max: number): readonly CountKey[] {
  return [...countsByPath(posts)].flatMap(([path, count]) => (count > max ? (countKeyOf(path) ?? []) : []));
}

function countWords(count: number | null): string {
  return count === null ? t('no longer there') : countText(count);
}

/**
 * Rebases a draft on the saved posts after a save. On a conflict (`isContested`) the draft retains its base, so that the next save asks the
 * person. The draft is null if nothing in it is unsaved.
 * @param ownChange applies to a draft the change that this page has just saved, the latest revision of `stored`; it runs after the renames of
 * others
 */
export function rebasedDraft(
  draft: FailureDraft,
  stored: StoredPosts,
  ownChange?: (draft: FailureDraft) => FailureDraft,
): { draft: FailureDraft | null; filed: readonly FiledCounts[]; isContested: boolean } {
  const renamed = applyRenames(
    draft,
    stored.renames.filter(({ revision }) => !ownChange || revision !== stored.revision),
  );
  const current = { ...(ownChange ? ownChange(renamed.draft) : renamed.draft), names: stored.revision ?? undefined };
  const { posts, conflicts } = rebaseCounts(current, stored, () => undefined);
  const isContested = conflicts.length > 0;
  const next = isContested
    ? current
    : draftOrNull({ ...emptyDraft(stored), posts, started: unfinished(current.started, posts) });
  return { draft: next, filed: renamed.filed, isContested };
}
