import { readStoredPosts, writeStoredPosts, type StoredPosts } from '../../../records/failure/failure-queries.ts';
import { once } from '../../../records/attempt.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';
import type { FailureChoices, FailureConflict } from './failure-conflict.ts';
import { applyEdits, type FailureDraft } from './failure-edit.ts';
import { mergeEdits } from './merge-edits.ts';

/** `wrote` is false when there was nothing left to write. */
export type SaveResult =
  | { kind: 'saved'; stored: StoredPosts; wrote: boolean }
  | { kind: 'conflict'; conflicts: readonly FailureConflict[] };

/** The server's short-lived grant to change the counts has expired. */
export class GrantEnded extends Error {
  constructor() {
    super('This session may not change the failure counts');
    this.name = 'GrantEnded';
  }
}

/**
 * Saves the car posts of a site (`spec §7`, analytics save). When somebody else was faster, the edits are rebased onto
 * the new record; cells that both changed are returned as conflicts, until `choices` decides.
 * @throws GrantEnded
 */
export async function saveFailures(siteId: number, draft: FailureDraft, choices: FailureChoices): Promise<SaveResult> {
  const wanted = applyEdits(draft.base.posts, draft.edits);
  // the last write that changed no row
  let refused: Pick<StoredPosts, 'revision'> | null = null;
  const save = (attempt: string) =>
    saveWithRevision<StoredPosts, SaveResult>({
      base: draft.base,
      read: () => readStoredPosts(siteId),
      write: async (stored) => {
        // nobody was faster, so the write is forbidden
        if (refused?.revision === stored.revision) throw new GrantEnded();
        let posts = wanted;
        if (refused) {
          const merged = mergeEdits(draft.base.posts, draft.edits, stored.posts, choices);
          if (merged.conflicts.length > 0) return { kind: 'conflict', conflicts: merged.conflicts };
          // all of it is there already, from an earlier attempt or from others; or theirs was chosen throughout
          if (merged.edits.length === 0) return { kind: 'saved', stored, wrote: Object.keys(choices).length === 0 };
          ({ posts } = merged);
        }
        const revision = await writeStoredPosts(siteId, { posts, revision: stored.revision }, attempt);
        if (revision !== null) return { kind: 'saved', stored: { posts, revision }, wrote: true };
        refused = stored;
        return null;
      },
      done: (stored) => ({ kind: 'saved', stored, wrote: true }),
    });
  return once(`counts/${siteId}`, { edits: draft.edits, choices }, save);
}
