import * as v from 'valibot';
import {
  isSameEntry,
  readCarPosts,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
  type Side,
  isSameKind,
  joinEntries,
  typeLabel,
} from '../../../records/failure/failure-record.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import { merge, type MergeConflict, type Values } from '../../../records/merge.ts';
import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { startedTypes, type CountPlace, type StartedYear } from './started-year.ts';

/**
 * What is typed and not saved: counts, new issues and new posts (`spec §4`). Names and removals are saved when they are confirmed, so each entry
 * of `base` is at its place in `posts`, and new ones follow.
 */
export interface FailureDraft {
  base: StoredPosts;
  posts: CarPosts;
  /** The years that are entered with the types of an earlier one. */
  started: readonly StartedYear[];
  /** What was sent by saves without a response, newest first: it may be stored. */
  sent: readonly CarPosts[];
}

/** A draft in which nothing is typed. */
export function emptyDraft({ posts, revision }: StoredPosts): FailureDraft {
  return { base: { posts, revision }, posts, started: [], sent: [] };
}

/** The draft, or null when it changes nothing and no year is started. */
export function draftOf(draft: FailureDraft): FailureDraft | null {
  return draft.started.length === 0 && isSamePosts(draft.base.posts, draft.posts) ? null : draft;
}

export function withIssue(posts: CarPosts, post: string, entry: FailureEntry): CarPosts {
  return withPost(posts, post, [...(posts.get(post) ?? []), entry]);
}

/** The posts with these entries in one of them; null removes the post. Posts keep their places, a new one comes last. */
export function withPost(posts: CarPosts, post: string, entries: readonly FailureEntry[] | null): CarPosts {
  const next = new Map(posts);
  if (entries === null) next.delete(post);
  else next.set(post, entries);
  return next;
}

/** The posts, of which the named ones are as in `from`, where they may be missing. */
export function withPostsOf(posts: CarPosts, names: readonly string[], from: CarPosts): CarPosts {
  return names.reduce((all, name) => withPost(all, name, from.get(name) ?? null), posts);
}

/** Whether the named posts are the same in both. */
export function isSameAt(names: readonly string[], one: CarPosts, other: CarPosts): boolean {
  return names.every((name) => isSameEntries(one.get(name), other.get(name)));
}

function isSameEntries(one: readonly FailureEntry[] | undefined, other: readonly FailureEntry[] | undefined): boolean {
  if (one === other) return true;
  return (
    one?.length === other?.length &&
    (one ?? []).every((entry, place) => {
      const match = other?.[place];
      return match !== undefined && isSameEntry(entry, match);
    })
  );
}

export function isSamePosts(one: CarPosts, other: CarPosts): boolean {
  return (
    one.size === other.size && [...one].every(([post, list]) => other.has(post) && isSameEntries(list, other.get(post)))
  );
}

interface UnsavedChanges {
  count: number;
  /** The posts among them, in number and in words, such as `1 post added`. */
  added: number;
  words: string;
  /** The years of the counts and issues, in order. */
  years: readonly number[];
}

/** How many counts, issues and posts a draft changes or adds. */
export function unsavedChanges(draft: FailureDraft | null): UnsavedChanges {
  if (!draft) return { count: 0, added: 0, words: '', years: [] };
  const { base, posts } = draft;
  const added = [...posts.keys()].filter((post) => !base.posts.has(post)).length;
  let count = added;
  const years = new Set<number>();
  for (const [post, entries] of posts) {
    const stored = base.posts.get(post) ?? [];
    for (const [place, entry] of entries.entries()) {
      const before = stored[place];
      const changes = before
        ? (['entrance', 'exit'] as const).filter((side) => entry[side] !== before[side]).length
        : 1;
      count += changes;
      if (changes > 0) years.add(entry.year);
    }
  }
  return {
    count,
    added,
    words: added === 0 ? '' : t('{count, plural, one {# post added} other {# posts added}}', { count: added }),
    years: [...years].toSorted((a, b) => a - b),
  };
}

const storedPosts = v.pipe(
  v.custom<object>((input) => typeof input === 'object' && input !== null),
  v.transform((json) => readCarPosts(json)),
);

/** A draft as it is stored on this device. */
export const failureDraftSchema = v.pipe(
  v.object({
    base: storedPosts,
    revision: v.nullable(v.number()),
    wanted: storedPosts,
    started: v.optional(v.array(v.object({ post: v.string(), year: v.number(), from: v.number() })), []),
    sent: v.array(storedPosts),
  }),
  v.transform(({ base, revision, wanted, started, sent }): FailureDraft => ({
    base: { posts: base, revision },
    posts: wanted,
    started,
    sent,
  })),
);

export function storedDraft({ base, posts, started, sent }: FailureDraft): v.InferInput<typeof failureDraftSchema> {
  return {
    base: storedCarPosts(base.posts),
    revision: base.revision,
    wanted: storedCarPosts(posts),
    started: started.map((one) => ({ ...one })),
    sent: sent.map(storedCarPosts),
  };
}

export interface YearSum {
  year: number;
  entrance: number;
  exit: number;
  entries: number;
}

/** The counts of each year, the oldest first. */
export function sumsByYear(entries: readonly FailureEntry[]): readonly YearSum[] {
  const years = new Map<number, YearSum>();
  for (const { year, entrance, exit } of entries) {
    const sum = years.get(year) ?? { year, entrance: 0, exit: 0, entries: 0 };
    years.set(year, { year, entrance: sum.entrance + entrance, exit: sum.exit + exit, entries: sum.entries + 1 });
  }
  return [...years.values()].toSorted((a, b) => a.year - b.year);
}

/** The names of the posts with entries of a type. */
export function postsWith(posts: CarPosts, type: string): readonly string[] {
  return [...posts].filter(([, entries]) => entries.some((entry) => entry.type === type)).map(([post]) => post);
}

/** The entries, by post and year, that would merge if a type of these posts were renamed `to`. */
export function addedTogether(
  posts: CarPosts,
  names: readonly string[],
  type: string,
  to: string,
): readonly (YearSum & { post: string; parts: readonly FailureEntry[] })[] {
  return names.flatMap((post) => {
    const entries = (posts.get(post) ?? []).filter((entry) => entry.type === type || entry.type === to);
    return sumsByYear(entries)
      .map((sum) => ({ ...sum, post, parts: entries.filter(({ year }) => year === sum.year) }))
      .filter(({ parts }) => parts.length > 1);
  });
}

// Counts that somebody else stored in the meantime

/** A count that two people changed; null where it is not there. */
export interface CountConflict extends CountPlace {
  base: number | null;
  mine: number | null;
  theirs: number | null;
}

/** Whose count is kept; undefined while nobody has decided. */
type ChooseCount = (conflict: CountConflict) => 'mine' | 'theirs' | undefined;

/**
 * Rebases a draft onto what somebody else stored first: changes of different counts, and issues and posts added by either
 * are all kept. Where both changed a count, it is a conflict until `choose` decides.
 */
export function rebaseCounts(
  { base, posts, started, sent }: FailureDraft,
  theirs: CarPosts,
  choose: ChooseCount,
): { posts: CarPosts; conflicts: readonly CountConflict[] } {
  const from = sent.find((one) => hasArrived(base.posts, one, theirs)) ?? base.posts;
  const mine = countsByPath(posts, from, theirs, started);
  const stored = new Map(countsByPath(from));
  // a new issue in a post that somebody else removed is a conflict, as if its count had been 0 before
  for (const path of mine.keys()) {
    const place = placeAt(path);
    if (place && from.has(place.post) && !theirs.has(place.post) && !stored.has(path)) stored.set(path, 0);
  }
  const { merged, conflicts } = merge({ base: stored, mine, theirs: countsByPath(theirs) }, (one) => {
    const conflict = countConflict(one);
    return conflict ? choose(conflict) : 'mine';
  });
  return { posts: postsFrom(merged, mine), conflicts: conflicts.flatMap((one) => countConflict(one) ?? []) };
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
    const known = stored.get(post)?.length ?? 0;
    for (const [index, entry] of entries.entries()) {
      const before = entries.slice(index < known ? 0 : known, index);
      const isRow = startedTypes(started, post, entries, entry.year).includes(entry.type);
      const others = [stored, ...(isRow ? [] : [theirs])].map((one) => alike(one.get(post) ?? [], entry));
      const nth = (index < known ? 0 : Math.max(...others)) + alike(before, entry);
      for (const side of ['entrance', 'exit'] as const) counts.set(pathOf({ post, ...entry, nth, side }), entry[side]);
    }
  }
  return counts;
}

function alike(entries: readonly FailureEntry[], entry: FailureEntry): number {
  return entries.filter((one) => isSameKind(one, entry)).length;
}

/** The posts with these counts. @param mine has the other side of an entry that is put back for one of its counts. */
function postsFrom(counts: Values<string, number>, mine: Values<string, number>): CarPosts {
  const posts = new Map<string, FailureEntry[]>();
  const seen = new Set<string>();
  for (const path of counts.keys()) {
    const place = placeAt(path);
    const [post = ''] = pathParts(path);
    const entries = posts.get(post) ?? [];
    posts.set(post, entries);
    if (!place) continue;
    const count = (side: Side) => {
      const other = pathOf({ ...place, side });
      return counts.get(other) ?? mine.get(other) ?? 0;
    };
    const key = pathOf({ ...place, side: 'entrance' });
    if (!seen.has(key))
      entries.push({ type: place.type, entrance: count('entrance'), exit: count('exit'), year: place.year });
    seen.add(key);
  }
  return posts;
}

type PathParts = [post: string] | [post: string, type: string, year: number, nth: number, side: Side];

function pathOf({ post, type, year, nth, side }: CountPlace): string {
  return JSON.stringify([post, type, year, nth, side] satisfies PathParts);
}

function pathParts(path: string): PathParts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `countsByPath`
  return JSON.parse(path) as PathParts;
}

/** The place of a count; null for the path of a post. */
function placeAt(path: string): CountPlace | null {
  const parts = pathParts(path);
  if (parts.length === 1) return null;
  const [post, type, year, nth, side] = parts;
  return { post, type, year, nth, side };
}

function countConflict({ path, base, mine, theirs }: MergeConflict<string, number>): CountConflict | null {
  const place = placeAt(path);
  return place && { ...place, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null };
}

/** Whose count is kept, by `conflictKey`. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** Identifies a conflict. Includes their count, so that another change asks again. */
export function conflictKey({ post, type, year, nth, side, theirs }: CountConflict): string {
  return JSON.stringify([post, type, year, nth, side, theirs]);
}

export function conflictWords({ post, type, year, nth, side, base, mine, theirs }: CountConflict) {
  const place = { post, type: typeLabel(type), year, side };
  return {
    label:
      nth > 0
        ? t(
            '{side, select, entrance {{post}, {type}, number {number}, {year}, Entrance} other {{post}, {type}, number {number}, {year}, Exit}}',
            { ...place, number: nth + 1 },
          )
        : t('{side, select, entrance {{post}, {type}, {year}, Entrance} other {{post}, {type}, {year}, Exit}}', place),
    before: base === null ? t('not entered') : countWords(base),
    theirs: countWords(theirs),
    mine: countWords(mine),
  };
}

function countWords(count: number | null): string {
  return count === null ? t('no longer there') : countText(count);
}

// New names and removals

/** A new name or a removal, which is saved when it is confirmed (`decisions §8`). */
export type PostsChange =
  | { readonly kind: 'rename post'; readonly post: string; readonly to: string }
  | { readonly kind: 'remove post'; readonly post: string }
  | { readonly kind: 'rename type'; readonly posts: readonly string[]; readonly type: string; readonly to: string }
  | {
      readonly kind: 'remove type';
      readonly posts: readonly string[];
      readonly type: string;
      /** Null for all years. */
      readonly year: number | null;
    };

/** The posts after the change, in their places. Entries that get the same type and year are added together. */
export function withChange(posts: CarPosts, change: PostsChange): CarPosts {
  if (change.kind === 'remove post') return withPost(posts, change.post, null);
  if (change.kind === 'rename post')
    return new Map([...posts].map(([post, entries]) => [post === change.post ? change.to : post, entries]));
  return new Map(
    [...posts].map(([post, entries]) => [
      post,
      change.posts.includes(post) ? withTypeChange(entries, change) : entries,
    ]),
  );
}

function withTypeChange(
  entries: readonly FailureEntry[],
  change: Extract<PostsChange, { type: string }>,
): readonly FailureEntry[] {
  if (change.kind === 'remove type') return entries.filter((entry) => !isRemoved(entry, change));
  const { type: from, to } = change;
  if (!entries.some(({ type }) => type === from)) return entries;
  const renamed = entries.map((entry) => (entry.type === from ? { ...entry, type: to } : entry));
  return joinEntries(renamed, (type) => type === to);
}

function isRemoved(entry: FailureEntry, { type, year }: Extract<PostsChange, { kind: 'remove type' }>): boolean {
  return entry.type === type && (year === null || entry.year === year);
}

/** The started years after the change. */
export function startedAfter(started: readonly StartedYear[], change: PostsChange): readonly StartedYear[] {
  if (change.kind === 'remove post') return started.filter(({ post }) => post !== change.post);
  if (change.kind !== 'rename post') return started;
  return started.map((one) => (one.post === change.post ? { ...one, post: change.to } : one));
}

/** What a person sees before confirming, as text to compare: the counts that are lost or added together. */
export function confirmedBy(change: PostsChange, posts: CarPosts): string {
  if (change.kind === 'rename post') return JSON.stringify([posts.has(change.post), posts.has(change.to)]);
  if (change.kind === 'remove post') return JSON.stringify(posts.get(change.post) ?? null);
  if (change.kind === 'remove type')
    return JSON.stringify(
      change.posts.map((post) => posts.get(post)?.filter((entry) => isRemoved(entry, change)) ?? null),
    );
  const { type, to } = change;
  return JSON.stringify([
    change.posts.map((post) => posts.get(post)?.some((entry) => entry.type === type) ?? false),
    addedTogether(posts, change.posts, type, to),
  ]);
}

/** The names of the posts that a change makes different. */
export function changedPosts(change: PostsChange): readonly string[] {
  if (change.kind === 'rename post') return [change.post, change.to];
  return change.kind === 'remove post' ? [change.post] : change.posts;
}

/** What a change did, in a sentence such as `Loop was removed from P1 and P2.` */
export function changeWords(change: PostsChange): string {
  if (change.kind === 'rename post') return t('{name} was renamed to {to}.', { name: change.post, to: change.to });
  if (change.kind === 'remove post') return t('{name} was removed.', { name: change.post });
  const [type, posts] = [typeLabel(change.type), listedWords(change.posts)];
  if (change.kind === 'rename type') return t('{type} was renamed to {to} in {posts}.', { type, to: change.to, posts });
  return change.year === null
    ? t('{type} was removed from {posts}.', { type, posts })
    : t('{type} was removed from {posts}, {year}.', { type, posts, year: change.year });
}
