import * as v from 'valibot';
import {
  isSameEntry,
  readCarPosts,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
  type Side,
} from '../../../records/failure/failure-record.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';

/**
 * Typed counts, new issues and new posts (`spec §4`). Names and removals are saved when they are confirmed, so each entry
 * of `base` is at its place in `posts`, and new ones follow.
 */
export interface FailureDraft {
  base: StoredPosts;
  posts: CarPosts;
  /** What was sent by saves without a response, newest first: it may be stored. */
  sent: readonly CarPosts[];
}

/** Null when nothing differs from what is stored. */
export function draftOf(base: StoredPosts, posts: CarPosts, sent: FailureDraft['sent'] = []): FailureDraft | null {
  const { posts: stored, revision } = base;
  return isSamePosts(stored, posts) ? null : { base: { posts: stored, revision }, posts, sent };
}

export function withCount(posts: CarPosts, post: string, index: number, side: Side, count: number): CarPosts {
  const entries = posts.get(post) ?? [];
  return withPost(
    posts,
    post,
    entries.map((entry, place) => (place === index ? { ...entry, [side]: count } : entry)),
  );
}

export function withIssue(posts: CarPosts, post: string, entry: FailureEntry): CarPosts {
  return withPost(posts, post, [...(posts.get(post) ?? []), entry]);
}

/** Posts keep their places, a new one comes last. Null removes the post. */
export function withPost(posts: CarPosts, post: string, entries: readonly FailureEntry[] | null): CarPosts {
  const next = new Map(posts);
  if (entries === null) next.delete(post);
  else next.set(post, entries);
  return next;
}

/** These posts as they are in `from`, where they may be missing. */
export function withPostsOf(posts: CarPosts, names: readonly string[], from: CarPosts): CarPosts {
  return names.reduce((all, name) => withPost(all, name, from.get(name) ?? null), posts);
}

/** Whether these posts are the same in both. */
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

/** How many counts, issues and posts a draft changes or adds, and the posts in words, such as `1 post added`. */
export function unsavedChanges(draft: FailureDraft | null): { count: number; words: string } {
  if (!draft) return { count: 0, words: '' };
  const { base, posts } = draft;
  const added = [...posts.keys()].filter((post) => !base.posts.has(post)).length;
  let count = added;
  for (const [post, entries] of posts) {
    const stored = base.posts.get(post) ?? [];
    for (const [place, entry] of entries.entries()) {
      const before = stored[place];
      if (before) count += (['entrance', 'exit'] as const).filter((side) => entry[side] !== before[side]).length;
      else count += 1;
    }
  }
  return { count, words: added === 0 ? '' : `${added} ${added === 1 ? 'post' : 'posts'} added` };
}

const storedPosts = v.pipe(
  v.custom<object>((input) => typeof input === 'object' && input !== null),
  v.transform((json) => readCarPosts(json)),
);

/** As stored on this device. */
export const failureDraftSchema = v.pipe(
  v.object({
    base: storedPosts,
    revision: v.nullable(v.number()),
    wanted: storedPosts,
    sent: v.array(storedPosts),
  }),
  v.transform(({ base, revision, wanted, sent }): FailureDraft => ({
    base: { posts: base, revision },
    posts: wanted,
    sent,
  })),
);

export function storedDraft({ base, posts, sent }: FailureDraft): v.InferInput<typeof failureDraftSchema> {
  return {
    base: storedCarPosts(base.posts),
    revision: base.revision,
    wanted: storedCarPosts(posts),
    sent: sent.map(storedCarPosts),
  };
}
