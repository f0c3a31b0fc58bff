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

/** `before`: what was stored, as far as it is known. */
export interface Saved {
  kind: 'saved';
  stored: StoredPosts;
  before: CarPosts;
  /** False when there was nothing left to write. */
  wrote: boolean;
  filed: readonly FiledCounts[];
}

/** Nothing was saved, because the posts are no longer as the person confirmed them. */
interface ChangedMeanwhile {
  kind: 'changed';
  stored: StoredPosts;
  /** What somebody else did to the name. */
  renamed: Rename | null;
}

/** Counts of a draft about which the person has to decide first. */
interface CountsConflict {
  kind: 'conflict';
  conflicts: readonly DraftConflict[];
  filed: readonly FiledCounts[];
}

/** Nothing was saved, as these counts of the draft are more than can be stored. */
interface CountsTooLarge {
  kind: 'too large';
  stored: StoredPosts;
  places: readonly CountKey[];
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
  /** What the screen has read. */
  base: PostsVersion;
  /** Names the save, and decides what is written (`withIdempotencyKey`). */
  operation: string;
  content: unknown;
  /** The posts to write over those that are stored, or why nothing is written. */
  next: (stored: StoredPosts) => CarPosts | Other;
  said?: DeclaredRename | null;
}

/** Saves car posts (`spec §7`, analytics save); asks `next` again when somebody else was faster. @throws GrantEnded */
async function savePosts<Other extends { kind: string }>(save: PostsSave<Other>): Promise<Saved | Other> {
  const { siteId, next, said: saidRename = null } = save;
  // nothing was renamed since the screen read it
  const base = { ...save.base, renames: [] };
  // the last write that changed no row
  let refused: Pick<StoredPosts, 'revision'> | null = null;
  return withIdempotencyKey(save.operation, save.content, (attempt) =>
    saveWithRevision<StoredPosts, Saved | Other>({
      base,
      read: () => readStoredPosts(siteId),
      write: async (stored) => {
        // nobody was faster, so the write is forbidden
        if (refused?.revision === stored.revision) throw new GrantEnded();
        const posts = next(stored);
        if (!isCarPosts(posts)) return posts;
        const before = stored.posts;
        if (isSamePosts(posts, before)) return { kind: 'saved', stored, before, wrote: false, filed: [] };
        const written = await writeStoredPosts(siteId, { posts, revision: stored.revision }, attempt, saidRename);
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

/** Saves a draft, or returns as conflicts the counts that both changed, until `choices` decides; or what is too large. @throws GrantEnded */
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
      const merged = isNewest ? null : rebaseCounts(draft, stored, (one) => choices[conflictKey(one)]);
      filed = merged?.filed ?? [];
      if (merged && merged.conflicts.length > 0) return { kind: 'conflict', conflicts: merged.conflicts, filed };
      const posts = merged?.posts ?? draft.posts;
      const places = countsAbove(posts, maxCount);
      return places.length > 0 ? { kind: 'too large', stored, places, filed } : posts;
    },
  });
  return { ...saved, filed };
}

/** Saves a new name or a removal, if what was confirmed still holds. @throws GrantEnded */
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
    said: change.kind === 'rename type' ? { was: change.type, is: change.to } : null,
  });
}

/** Restores these posts, unless somebody has changed them since. @throws GrantEnded */
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
    said: undone.kind === 'rename type' ? { was: undone.to, is: undone.type } : null,
  });
}
