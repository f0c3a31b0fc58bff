import { withIdempotencyKey } from '../../../records/attempt.ts';
import {
  readStoredPosts,
  writeStoredPosts,
  type PostsVersion,
  type DeclaredRename,
  type StoredPosts,
} from '../../../records/failure/failure-queries.ts';
import { storedCarPosts, type CarPosts, type Rename } from '../../../records/failure/failure-record.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';
import type { FiledCounts } from './apply-renames.ts';
import { isSameAt, isSamePosts, namesRevision, withPostsOf, type FailureDraft } from './failure-draft.ts';
import { changedPosts, confirmationSnapshot, renameSince, withChange, type PostsChange } from './posts-change.ts';
import { conflictKey, countsAbove, rebaseCounts, type DraftConflict, type FailureChoices } from './rebase-counts.ts';
import type { CountKey } from './started-year.ts';
import { maxCount } from './typed-count.ts';

export interface Saved {
  kind: 'saved';
  stored: StoredPosts;
  /** The posts that the save has replaced; the posts that the screen had read, if an earlier request made the save. */
  before: CarPosts;
  /** False if the saved posts were already as they should be, so that nothing was written. */
  wrote: boolean;
  /** The typed counts whose name has changed since, which the person is told. */
  filed: readonly FiledCounts[];
}

/** Nothing was saved, because the posts are no longer as the person confirmed them. */
interface ChangedMeanwhile {
  kind: 'changed';
  stored: StoredPosts;
  /** What somebody else did to a name of the change. */
  renamed: Rename | null;
}

/** Nothing was saved, because the person has to decide about these counts first. */
interface CountsConflict {
  kind: 'conflict';
  conflicts: readonly DraftConflict[];
  /** The typed counts whose name has changed since. */
  filed: readonly FiledCounts[];
}

/** Nothing was saved, because these counts are above the maximum. */
interface CountsTooLarge {
  kind: 'too large';
  stored: StoredPosts;
  tooLarge: readonly CountKey[];
  /** The typed counts whose name has changed since. */
  filed: readonly FiledCounts[];
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
  /** The posts that the screen has read. */
  base: PostsVersion;
  /** Names the save for `withIdempotencyKey`. */
  operation: string;
  /** What is saved: with the same content, a repeated save is the same attempt for `withIdempotencyKey`. */
  content: unknown;
  /** Returns the posts to write over the saved ones, or another result if nothing shall be written. */
  next: (stored: StoredPosts) => CarPosts | Other;
  declaredRename?: DeclaredRename | null;
}

/** Saves car posts (`spec §7`, analytics save). Calls `next` again if somebody else has saved meanwhile. @throws GrantEnded */
async function savePosts<Other extends { kind: string }>(save: PostsSave<Other>): Promise<Saved | Other> {
  const { siteId, next, declaredRename = null } = save;
  // without renames: none is newer than the revision that the screen has read
  const base = { ...save.base, renames: [] };
  // the version over which the last write changed no row
  let refused: Pick<StoredPosts, 'revision'> | null = null;
  return withIdempotencyKey(save.operation, save.content, (attempt) =>
    saveWithRevision<StoredPosts, Saved | Other>({
      base,
      read: () => readStoredPosts(siteId),
      write: async (stored) => {
        // A write changes no row if the revision is outdated or the grant has ended. The posts that were read again have the same revision, so
        // the grant has ended.
        if (refused?.revision === stored.revision) throw new GrantEnded();
        const posts = next(stored);
        if (!isCarPosts(posts)) return posts;
        const before = stored.posts;
        if (isSamePosts(posts, before)) return { kind: 'saved', stored, before, wrote: false, filed: [] };
        const written = await writeStoredPosts(siteId, { posts, revision: stored.revision }, attempt, declaredRename);
        if (written) return { kind: 'saved', stored: written, before, wrote: true, filed: [] };
        refused = stored;
        return null;
      },
      done: (stored) => ({ kind: 'saved', stored, before: base.posts, wrote: true, filed: [] }),
    }),
  );
}

function isCarPosts(value: CarPosts | object): value is CarPosts {
  return value instanceof Map;
}

/**
 * Saves a draft. Returns a conflict instead while `choices` leaves a count undecided that somebody else changed too, and returns the counts that
 * are too large, if there are any.
 * @throws GrantEnded
 */
export async function saveFailures(
  siteId: number,
  draft: FailureDraft,
  choices: FailureChoices,
): Promise<Saved | CountsConflict | CountsTooLarge> {
  let filed: readonly FiledCounts[] = [];
  const saved = await savePosts<CountsConflict | CountsTooLarge>({
    siteId,
    base: draft.base,
    operation: `counts/${siteId}`,
    content: { posts: storedCarPosts(draft.posts), choices },
    next: (stored) => {
      const isNewest = stored.revision === draft.base.revision;
      const merged = isNewest ? null : rebaseCounts(draft, stored, (conflict) => choices[conflictKey(conflict)]);
      filed = merged?.filed ?? [];
      if (merged && merged.conflicts.length > 0) return { kind: 'conflict', conflicts: merged.conflicts, filed };
      const posts = merged?.posts ?? draft.posts;
      const tooLarge = countsAbove(posts, maxCount);
      return tooLarge.length > 0 ? { kind: 'too large', stored, tooLarge, filed } : posts;
    },
  });
  return { ...saved, filed };
}

/** Saves a rename or removal, unless the counts and names that the person confirmed have changed since. @throws GrantEnded */
export async function saveChange(
  siteId: number,
  shown: FailureDraft,
  change: PostsChange,
): Promise<Saved | ChangedMeanwhile> {
  const { base } = shown;
  const confirmed = confirmationSnapshot(change, base.posts);
  return savePosts<ChangedMeanwhile>({
    siteId,
    base,
    operation: `posts/${siteId}`,
    content: { change, confirmed },
    next: (stored) => {
      const renamed = renameSince(change, stored.renames, namesRevision(shown));
      if (renamed === 'done') return stored.posts;
      return !renamed && confirmationSnapshot(change, stored.posts) === confirmed
        ? withChange(stored.posts, change)
        : { kind: 'changed', stored, renamed };
    },
    declaredRename: change.kind === 'rename type' ? { was: change.type, is: change.to } : null,
  });
}

/** Restores the posts that a change affected, unless somebody has changed them since. @throws GrantEnded */
export async function undoChange(
  siteId: number,
  undone: PostsChange,
  before: CarPosts,
  after: StoredPosts,
): Promise<Saved | ChangedMeanwhile> {
  const names = changedPosts(undone);
  return savePosts<ChangedMeanwhile>({
    siteId,
    base: after,
    operation: `posts/${siteId}/undo`,
    content: { before: names.map((name) => [name, before.get(name) ?? null]), after: after.revision },
    next: (stored) =>
      isSameAt(names, stored.posts, after.posts)
        ? withPostsOf(stored.posts, names, before)
        : { kind: 'changed', stored, renamed: null },
    declaredRename: undone.kind === 'rename type' ? { was: undone.to, is: undone.type } : null,
  });
}
