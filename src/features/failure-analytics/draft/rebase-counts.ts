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

// Merging a draft with counts that somebody else has stored since it was read

/** A count that two people changed; null where it is not there. */
interface CountConflict extends CountKey {
  base: number | null;
  mine: number | null;
  theirs: number | null;
}

/** A post that one removed while the other typed counts in it. */
interface RemovedPost {
  removed: string;
  /** Its failures, as they were read. */
  failures: number;
  /** How many counts were typed. */
  typed: number;
}

export type DraftConflict = CountConflict | RemovedPost;

/** Whose value is stored; undefined while nobody has decided. */
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
 * Rebases a draft on what somebody else saved first. Counts go to the posts and types under their current names (`applyRenames`). Changes of
 * different counts, and issues and posts added by either, all count. Where both changed a count, or one removed a post in which the other typed, it
 * is a conflict until `choose` decides.
 */
export function rebaseCounts(typed: FailureDraft, stored: Omit<StoredPosts, 'revision'>, choose: Choose): Rebased {
  const { draft, filed } = applyRenames(typed, stored.renames);
  const { base, posts, started, sent } = draft;
  const read = sent.find((sentPosts) => hasArrived(base.posts, sentPosts, stored.posts)) ?? base.posts;
  const { from, wanted, theirs, undecided } = withRemovedPosts(
    { from: read, wanted: posts, theirs: stored.posts },
    choose,
  );
  const mine = countsByPath(wanted, from, theirs, started);
  const { merged, conflicts } = merge(
    { base: countsByPath(from), mine, theirs: countsByPath(theirs) },
    (mergeConflict) => {
      const conflict = countConflict(mergeConflict);
      return conflict ? choose(conflict) : 'mine';
    },
  );
  return {
    posts: postsFrom(merged, mine),
    conflicts: [...undecided, ...conflicts.flatMap((mergeConflict) => countConflict(mergeConflict) ?? [])],
    draft,
    filed,
  };
}

/** What was read, what is typed, and what is stored. */
type Sides = Record<'from' | 'wanted' | 'theirs', CarPosts>;

/**
 * Decides on posts that somebody removed while counts were typed in them. Such a post is put back with all its counts, or not at all: its
 * typed counts alone would look like all of them.
 */
function withRemovedPosts(sides: Sides, choose: Choose): Sides & { undecided: readonly RemovedPost[] } {
  let { from, wanted, theirs } = sides;
  const undecided: RemovedPost[] = [];
  for (const [post, entries] of sides.from) {
    const typedEntries = sides.wanted.get(post);
    if (!typedEntries || sides.theirs.has(post) || isSameEntries(entries, typedEntries)) continue;
    const conflict: RemovedPost = {
      removed: post,
      failures: entries.reduce((sum, entry) => sum + totalOf(entry), 0),
      typed: changedEntries(entries, typedEntries).reduce((sum, { changes }) => sum + changes, 0),
    };
    const choice = choose(conflict);
    if (choice === undefined) undecided.push(conflict);
    if (choice === 'mine') theirs = withPost(theirs, post, entries);
    else [from, wanted] = [withPost(from, post, null), withPost(wanted, post, null)];
  }
  return { from, wanted, theirs, undecided };
}

/** Whether a save without a response was stored: all that it changed is there. */
function hasArrived(base: CarPosts, sent: CarPosts, theirs: CarPosts): boolean {
  const before = countsByPath(base);
  const now = countsByPath(theirs);
  return [...countsByPath(sent, base)].every(([path, count]) => count === before.get(path) || count === now.get(path));
}

/**
 * Counts by path, and the posts themselves, as a post without entries is one too. Entries beyond those of `stored` are
 * new: they come after the entries of their type in `theirs`, except in a started year, in which two people mean the same row.
 */
function countsByPath(
  posts: CarPosts,
  stored: CarPosts = posts,
  theirs: CarPosts = stored,
  started: readonly StartedYear[] = [],
): Values<string, number> {
  const counts = new Map<string, number>();
  for (const [post, entries] of posts) {
    counts.set(JSON.stringify([post]), 0);
    const storedCount = stored.get(post)?.length ?? 0;
    for (const [index, entry] of entries.entries()) {
      const before = entries.slice(index < storedCount ? 0 : storedCount, index);
      const isRow = startedTypes(started, post, entries, entry.year).includes(entry.type);
      const others = [stored, ...(isRow ? [] : [theirs])].map((record) => countOfKind(record.get(post) ?? [], entry));
      const nth = (index < storedCount ? 0 : Math.max(...others)) + countOfKind(before, entry);
      for (const side of ['entrance', 'exit'] as const) counts.set(pathOf({ post, ...entry, nth, side }), entry[side]);
    }
  }
  return counts;
}

function countOfKind(entries: readonly FailureEntry[], entry: FailureEntry): number {
  return entries.filter((candidate) => isSameKind(candidate, entry)).length;
}

/** The posts with these counts. @param mine has the other side of an entry that is put back for one of its counts. */
function postsFrom(counts: Values<string, number>, mine: Values<string, number>): CarPosts {
  const posts = new Map<string, FailureEntry[]>();
  const seen = new Set<string>();
  for (const path of counts.keys()) {
    const countKey = countKeyOf(path);
    const [post = ''] = pathParts(path);
    const entries = posts.get(post) ?? [];
    posts.set(post, entries);
    if (!countKey) continue;
    const count = (side: Side) => {
      const other = pathOf({ ...countKey, side });
      return counts.get(other) ?? mine.get(other) ?? 0;
    };
    const key = pathOf({ ...countKey, side: 'entrance' });
    if (!seen.has(key))
      entries.push({ type: countKey.type, entrance: count('entrance'), exit: count('exit'), year: countKey.year });
    seen.add(key);
  }
  return posts;
}

type PathParts = [post: string] | [post: string, type: string, year: number, nth: number, side: Side];

/** Identifies a count. */
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

/** Whose count wins, by `conflictKey`. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** Identifies a conflict. Includes their count, so that another change asks again. */
export function conflictKey(conflict: DraftConflict): string {
  if ('removed' in conflict) return JSON.stringify([conflict.removed, conflict.typed]);
  const { post, type, year, nth, side, theirs } = conflict;
  return JSON.stringify([post, type, year, nth, side, theirs]);
}

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
    label: placeWords({ post, type, year, nth, side }),
    before: base === null ? t('not entered') : countWords(base),
    theirs: countWords(theirs),
    mine: countWords(mine),
  };
}

/** `P1, Barrier Arm Jammed, 2026, Entrance` */
export function placeWords({ post, type, year, nth, side }: CountKey): string {
  const values = { post, type: typeLabel(type), year, side };
  return nth > 0
    ? t(
        '{side, select, entrance {{post}, {type}, number {number}, {year}, Entrance} other {{post}, {type}, number {number}, {year}, Exit}}',
        { ...values, number: nth + 1 },
      )
    : t('{side, select, entrance {{post}, {type}, {year}, Entrance} other {{post}, {type}, {year}, Exit}}', values);
}

/** The counts that are more than can be stored: what was typed in a type that somebody else added to another one. */
export function countsAbove(posts: CarPosts, max: number): readonly CountKey[] {
  return [...countsByPath(posts)].flatMap(([path, count]) => (count > max ? (countKeyOf(path) ?? []) : []));
}

function countWords(count: number | null): string {
  return count === null ? t('no longer there') : countText(count);
}

/**
 * Rebases a draft on what is stored now, under the current names. Where both changed a count, the base stays, so that the next save asks.
 * @param ownChange what the last write, this page's own, changed: applied after what others renamed before it
 */
export function rebasedDraft(
  draft: FailureDraft,
  stored: StoredPosts,
  ownChange?: (draft: FailureDraft) => FailureDraft,
): { draft: FailureDraft | null; filed: readonly FiledCounts[]; isContested: boolean } {
  const before = applyRenames(
    draft,
    stored.renames.filter(({ revision }) => !ownChange || revision !== stored.revision),
  );
  const named = { ...(ownChange ? ownChange(before.draft) : before.draft), names: stored.revision ?? undefined };
  const { posts, conflicts } = rebaseCounts(named, stored, () => undefined);
  const isContested = conflicts.length > 0;
  const next = isContested
    ? named
    : draftOrNull({ ...emptyDraft(stored), posts, started: unfinished(named.started, posts) });
  return { draft: next, filed: before.filed, isContested };
}
