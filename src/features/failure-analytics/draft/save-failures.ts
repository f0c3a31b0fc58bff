import { readStoredPosts, writeStoredPosts, type StoredPosts } from '../../../records/failure/failure-queries.ts';
import { storedCarPosts, type CarPosts } from '../../../records/failure/failure-record.ts';
import { once } from '../../../records/attempt.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';
import { conflictKey, type FailureChoices } from './failure-conflict.ts';
import { isSameAt, isSamePosts, withPostsOf, type FailureDraft } from './failure-draft.ts';
import { confirmedBy, withChange, type PostsChange } from './posts-change.ts';
import { rebaseCounts, type CountConflict } from './rebase-counts.ts';

/** `before`: what was stored, as far as it is known. */
interface Saved {
  kind: 'saved';
  stored: StoredPosts;
  before: CarPosts;
  /** False when there was nothing left to write. */
  wrote: boolean;
}

/** What was confirmed is no longer so. */
interface ChangedMeanwhile {
  kind: 'changed';
  stored: StoredPosts;
}

/** The server's short-lived grant to change the counts has expired. */
export class GrantEnded extends Error {
  constructor() {
    super('This session may not change the failure counts');
    this.name = 'GrantEnded';
  }
}

interface PostsSave<Other> {
  siteId: number;
  /** What the screen has read. */
  base: StoredPosts;
  /** Names the save, and decides what is written (`once`). */
  what: string;
  content: unknown;
  /** The posts to write over those that are stored, or why nothing is written. */
  next: (stored: StoredPosts) => CarPosts | Other;
}

/** `spec §7`, analytics save. When somebody else was faster, `next` is asked again. @throws GrantEnded */
async function savePosts<Other extends { kind: string }>(save: PostsSave<Other>): Promise<Saved | Other> {
  const { siteId, base, next } = save;
  // the last write that changed no row
  let refused: Pick<StoredPosts, 'revision'> | null = null;
  return once(save.what, save.content, (attempt) =>
    saveWithRevision<StoredPosts, Saved | Other>({
      base,
      read: () => readStoredPosts(siteId),
      write: async (stored) => {
        // nobody was faster, so the write is forbidden
        if (refused?.revision === stored.revision) throw new GrantEnded();
        const posts = next(stored);
        if (!isCarPosts(posts)) return posts;
        const before = stored.posts;
        if (isSamePosts(posts, before)) return { kind: 'saved', stored, before, wrote: false };
        const revision = await writeStoredPosts(siteId, { posts, revision: stored.revision }, attempt);
        if (revision !== null) return { kind: 'saved', stored: { posts, revision }, before, wrote: true };
        refused = stored;
        return null;
      },
      done: (stored) => ({ kind: 'saved', stored, before: base.posts, wrote: true }),
    }),
  );
}

function isCarPosts(value: CarPosts | object): value is CarPosts {
  return value instanceof Map;
}

/** Counts that both changed are returned as conflicts, until `choices` decides. @throws GrantEnded */
export async function saveFailures(
  siteId: number,
  draft: FailureDraft,
  choices: FailureChoices,
): Promise<Saved | { kind: 'conflict'; conflicts: readonly CountConflict[] }> {
  return savePosts({
    siteId,
    base: draft.base,
    what: `counts/${siteId}`,
    content: { posts: storedCarPosts(draft.posts), choices },
    next: (stored) => {
      if (stored.revision === draft.base.revision) return draft.posts;
      const { posts, conflicts } = rebaseCounts(draft, stored.posts, (one) => choices[conflictKey(one)]);
      return conflicts.length > 0 ? { kind: 'conflict' as const, conflicts } : posts;
    },
  });
}

/** Saves a new name or a removal, if what was confirmed still holds. @throws GrantEnded */
export async function saveChange(
  siteId: number,
  base: StoredPosts,
  change: PostsChange,
): Promise<Saved | ChangedMeanwhile> {
  const confirmed = confirmedBy(change, base.posts);
  return savePosts<ChangedMeanwhile>({
    siteId,
    base,
    what: `posts/${siteId}`,
    content: { change, confirmed },
    next: (stored) =>
      confirmedBy(change, stored.posts) === confirmed ? withChange(stored.posts, change) : { kind: 'changed', stored },
  });
}

/** Puts these posts back as they were, unless somebody has changed them since. @throws GrantEnded */
export async function undoChange(
  siteId: number,
  names: readonly string[],
  before: CarPosts,
  after: StoredPosts,
): Promise<Saved | ChangedMeanwhile> {
  return savePosts<ChangedMeanwhile>({
    siteId,
    base: after,
    what: `posts/${siteId}/undo`,
    content: { before: names.map((name) => [name, before.get(name) ?? null]), after: after.revision },
    next: (stored) =>
      isSameAt(names, stored.posts, after.posts)
        ? withPostsOf(stored.posts, names, before)
        : { kind: 'changed', stored },
  });
}
