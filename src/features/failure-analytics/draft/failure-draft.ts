import * as v from 'valibot';
import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import type { PostsVersion } from '../../../records/failure/failure-queries.ts';
import {
  isSameEntry,
  readCarPosts,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
  type Rename,
  joinEntries,
  storedTypeLabel,
} from '../../../records/failure/failure-record.ts';
import type { StartedYear } from './started-year.ts';

/**
 * Unsaved input: counts, new issues and new posts (`spec §4`). Names and removals are saved when they are confirmed, so each entry
 * of `base` is at its place in `posts`, and new ones follow.
 */
export interface FailureDraft {
  base: PostsVersion;
  posts: CarPosts;
  /** As in `namesRevision`, where it is another revision than that of `base`. */
  names?: number | undefined;
  /** The years that are entered with the types of an earlier one. */
  started: readonly StartedYear[];
  /** What was sent by saves without a response, newest first: it may be stored. */
  sent: readonly CarPosts[];
}

/** The revision up to which the names of a draft follow what others renamed. */
export function namesRevision({ names, base }: FailureDraft): number {
  return names ?? base.revision ?? 0;
}

/** A draft in which nothing is typed. */
export function emptyDraft({ posts, revision }: PostsVersion): FailureDraft {
  return { base: { posts, revision }, posts, started: [], sent: [] };
}

/** The draft, or null when it changes nothing and no year is started. */
export function draftOf(draft: FailureDraft): FailureDraft | null {
  return draft.started.length === 0 && isSamePosts(draft.base.posts, draft.posts) ? null : draft;
}

export function withIssue(posts: CarPosts, post: string, entry: FailureEntry): CarPosts {
  return withPost(posts, post, [...(posts.get(post) ?? []), entry]);
}

/** The posts with these entries in one of them; null removes the post. The order stays, and a new post comes last. */
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
export function isSameAt(names: readonly string[], a: CarPosts, b: CarPosts): boolean {
  return names.every((name) => isSameEntries(a.get(name), b.get(name)));
}

export function isSameEntries(a: readonly FailureEntry[] | undefined, b: readonly FailureEntry[] | undefined): boolean {
  if (a === b) return true;
  return (
    a?.length === b?.length &&
    (a ?? []).every((entry, index) => {
      const match = b?.[index];
      return match !== undefined && isSameEntry(entry, match);
    })
  );
}

export function isSamePosts(a: CarPosts, b: CarPosts): boolean {
  return a.size === b.size && [...a].every(([post, list]) => b.has(post) && isSameEntries(list, b.get(post)));
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
    const changed = changedEntries(base.posts.get(post) ?? [], entries);
    for (const { entry, changes } of changed) {
      count += changes;
      years.add(entry.year);
    }
  }
  return {
    count,
    added,
    words: added === 0 ? '' : t('{count, plural, one {# post added} other {# posts added}}', { count: added }),
    years: [...years].toSorted((a, b) => a - b),
  };
}

/** The entries of a post that are new or have other counts, and how many changes each one is. */
export function changedEntries(
  stored: readonly FailureEntry[],
  typed: readonly FailureEntry[],
): readonly { entry: FailureEntry; changes: number }[] {
  return typed
    .map((entry, index) => {
      const before = stored[index];
      const sides = (['entrance', 'exit'] as const).filter((side) => entry[side] !== before?.[side]);
      return { entry, changes: before ? sides.length : 1 };
    })
    .filter(({ changes }) => changes > 0);
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
    names: v.optional(v.number()),
    started: v.optional(v.array(v.object({ post: v.string(), year: v.number(), from: v.number() })), []),
    sent: v.array(storedPosts),
  }),
  v.transform(({ base, revision, wanted, names, started, sent }): FailureDraft => ({
    base: { posts: base, revision },
    posts: wanted,
    names,
    started,
    sent,
  })),
);

export function storedDraft({
  base,
  posts,
  names,
  started,
  sent,
}: FailureDraft): v.InferInput<typeof failureDraftSchema> {
  return {
    base: storedCarPosts(base.posts),
    revision: base.revision,
    wanted: storedCarPosts(posts),
    names,
    started: started.map((startedYear) => ({ ...startedYear })),
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

/** The posts after the change, in the same order. Entries that get the same type and year are added together. */
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
  return started.map((startedYear) =>
    startedYear.post === change.post ? { ...startedYear, post: change.to } : startedYear,
  );
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

/**
 * The latest change that others made since a revision to the names of `change`; `done` where it is the same change, as when the answer to
 * an earlier save was lost; null where there is none.
 */
export function renameSince(change: PostsChange, renames: readonly Rename[], since: number): Rename | 'done' | null {
  const posts = changedPosts(change);
  const types = 'type' in change ? [change.type, change.kind === 'rename type' ? change.to : change.type] : [];
  const concerned = renames.filter(({ revision, post, was, is }) => {
    const names = post === null ? posts : posts.includes(post) ? types : [];
    return revision > since && names.some((name) => name === was || name === is);
  });
  const own = ownRenames(change);
  const isOwn = (rename: Rename) =>
    own.some(({ post, was, is }) => rename.post === post && rename.was === was && rename.is === is);
  if (own.length > 0 && concerned.length === own.length && concerned.every(isOwn)) return 'done';
  return concerned.at(-1) ?? null;
}

/** The changes of names that a change makes. */
function ownRenames(change: PostsChange): readonly Pick<Rename, 'post' | 'was' | 'is'>[] {
  if (change.kind === 'rename post') return [{ post: null, was: change.post, is: change.to }];
  if (change.kind === 'remove post') return [{ post: null, was: change.post, is: null }];
  const is = change.kind === 'rename type' ? change.to : null;
  return change.posts.map((post) => ({ post, was: change.type, is }));
}

/** What a change did, in a sentence such as `Loop was removed from P1 and P2.` */
export function changeWords(change: PostsChange): string {
  if (change.kind === 'rename post') return t('{name} was renamed to {to}.', { name: change.post, to: change.to });
  if (change.kind === 'remove post') return t('{name} was removed.', { name: change.post });
  const [type, posts] = [storedTypeLabel(change.type), listedWords(change.posts)];
  if (change.kind === 'rename type') return t('{type} was renamed to {to} in {posts}.', { type, to: change.to, posts });
  return change.year === null
    ? t('{type} was removed from {posts}.', { type, posts })
    : t('{type} was removed from {posts}, {year}.', { type, posts, year: change.year });
}
