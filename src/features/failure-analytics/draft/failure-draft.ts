import * as v from 'valibot';
import { t } from '../../../lib/language/translate.ts';
import type { PostsVersion } from '../../../records/failure/failure-queries.ts';
import {
  isSameEntry,
  readCarPosts,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
} from '../../../records/failure/failure-record.ts';
import type { StartedYear } from './started-year.ts';

/**
 * Unsaved input: counts, new issues and new posts (`spec §4`). A draft never renames or removes (`posts-change.ts` does that at once), so each
 * entry of `base` has the same index in `posts`, and new entries follow.
 */
export interface FailureDraft {
  /** What was read from the server. */
  base: PostsVersion;
  /** The same posts with what was typed. */
  posts: CarPosts;
  /** The result of `namesRevision`, stored only where it differs from the revision of `base`. */
  names?: number | undefined;
  /** The years whose counts are being entered with the failure types of an earlier year. */
  started: readonly StartedYear[];
  /** The posts that were sent by saves without an answer, newest first: the server may have saved them. */
  sent: readonly CarPosts[];
}

/** The revision up to which the renames of others are applied to a draft. */
export function namesRevision({ names, base }: FailureDraft): number {
  return names ?? base.revision ?? 0;
}

/** A draft in which nothing is typed. */
export function emptyDraft({ posts, revision }: PostsVersion): FailureDraft {
  return { base: { posts, revision }, posts, started: [], sent: [] };
}

/** The draft, or null when it changes nothing and no year is started. */
export function draftOrNull(draft: FailureDraft): FailureDraft | null {
  return draft.started.length === 0 && isSamePosts(draft.base.posts, draft.posts) ? null : draft;
}

/** The posts with a new entry in one of them. */
export function withIssue(posts: CarPosts, post: string, entry: FailureEntry): CarPosts {
  return withPost(posts, post, [...(posts.get(post) ?? []), entry]);
}

/** The posts, in which `post` has these entries; null removes it. The order stays, and a new post comes last. */
export function withPost(posts: CarPosts, post: string, entries: readonly FailureEntry[] | null): CarPosts {
  const next = new Map(posts);
  if (entries === null) next.delete(post);
  else next.set(post, entries);
  return next;
}

/** The posts, with the named posts replaced by those of `from`; a name that `from` does not have is removed. */
export function withPostsOf(posts: CarPosts, names: readonly string[], from: CarPosts): CarPosts {
  return names.reduce((all, name) => withPost(all, name, from.get(name) ?? null), posts);
}

/** Whether the named posts have the same entries in `a` and `b`. */
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
  /** How many of the changes are new posts. */
  added: number;
  /** The new posts in words, such as `1 post added`; empty for none. */
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

/** The entries of a post that are new or have other counts. `changes`: 1 for a new entry, else how many of its two counts differ. */
export function changedEntries(
  base: readonly FailureEntry[],
  typed: readonly FailureEntry[],
): readonly { entry: FailureEntry; changes: number }[] {
  return typed
    .map((entry, index) => {
      const baseEntry = base[index];
      const changedSides = (['entrance', 'exit'] as const).filter((side) => entry[side] !== baseEntry?.[side]);
      return { entry, changes: baseEntry ? changedSides.length : 1 };
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

/** The draft in the form of `failureDraftSchema`. */
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
