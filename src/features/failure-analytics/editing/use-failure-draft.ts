import { useEffect, useState } from 'react';
import { applyEdits, placeOf, withEdit, type FailureEdit, type Side } from './failure-edit.ts';
import type { FailureChoices, FailureConflict } from './failure-merge.ts';
import type { CarPosts, FailureEntry } from '../../../records/failure/failure-record.ts';
import { notify } from '../../../lib/notify.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { keepDraft, readDraft, type FailureDraft, type StoredPosts } from './draft-storage.ts';
import type { FailureSite } from '../reading/failure-site.ts';
import { GrantEnded, saveFailures, type Saved } from './save-failures.ts';

export interface FailureEditing {
  /** Name of the site. */
  site: string;
  /** False in view-only mode: `posts` are the saved ones then, whatever is kept to be gone on with. */
  enabled: boolean;
  /** The draft: the saved posts with the changes made. */
  posts: CarPosts;
  /** The saved posts, by the names they have in the draft. */
  saved: CarPosts;
  /** The saved names of renamed posts, by their new ones. */
  renamed: ReadonlyMap<string, string>;
  /** True while the site has no record. */
  isNew: boolean;
  /** How many things are not saved; in view-only mode those that wait on this device. */
  changes: number;
  /** The changes are of before a reload. */
  restored: boolean;
  /** `index` is the place in the post's list of `posts`. */
  setCount: (post: string, index: number, side: Side, count: number) => void;
  addIssue: (post: string, entry: FailureEntry) => void;
  addPost: (name: string) => void;
  renamePost: (from: string, to: string) => void;
  discard: () => void;
  save: () => Promise<void>;
  saving: boolean;
  /** What went wrong with the last save, in words. */
  problem: string | null;
  /** The last save was refused because the server's grant has ended. */
  locked: boolean;
  /** Cells that somebody else changed too; empty when nothing has to be decided. */
  conflicts: readonly FailureConflict[];
  /** Saves with whose values were chosen. */
  resolve: (choices: FailureChoices) => Promise<void>;
  closeConflicts: () => void;
}

interface Held {
  id: number;
  draft: FailureDraft | null;
  restored: boolean;
  /** What is changed while a save is on its way, to be made again over what it stored; null when none is. */
  since: readonly FailureEdit[] | null;
  problem: 'failed' | 'locked' | null;
  conflicts: readonly FailureConflict[];
  /** What the last save stored: newer than what the page has read until it reads again. */
  newest: StoredPosts | null;
}

const words = {
  failed: 'Update failed.',
  locked: 'Update failed. Admin access has ended.',
};

/** The changes over the failure record of a site, apart from the saved copy (`spec §4`), and the way to save them. */
export function useFailureDraft(site: FailureSite, enabled: boolean): FailureEditing {
  const [held, setHeld] = useState(() => open(site.id));
  // another site was picked: its own draft, not this one's
  const now = held.id === site.id ? held : open(site.id);
  if (now !== held) setHeld(now);

  const { draft, newest } = now;
  const read = newest && (newest.revision ?? 0) > (site.revision ?? 0) ? newest : site;
  const base: StoredPosts = draft?.base ?? { posts: read.posts, revision: read.revision };
  const edits = draft?.edits ?? [];
  const renames = edits.filter((edit) => edit.kind === 'rename');
  const posts = enabled ? applyEdits(base.posts, edits) : read.posts;

  useEffect(() => keepDraft(now.id, draft), [now.id, draft]);

  const change = (edit: FailureEdit) =>
    setHeld((before) => {
      const onto = before.draft?.base ?? base;
      return {
        ...before,
        draft: settle(onto, withEdit(onto.posts, before.draft?.edits ?? [], edit)),
        since: before.since && [...before.since, edit],
        problem: null,
      };
    });

  /** Whatever came of the save; of another site only the draft on this device is left to be forgotten. */
  const end = (id: number, next: (before: Held) => Partial<Held>) =>
    setHeld((before) => (before.id === id ? { ...before, ...next(before), since: null } : before));

  const saveWith = async (choices: FailureChoices) => {
    if (!draft || now.since) return;
    const { id } = now;
    setHeld({ ...now, since: [], problem: null, conflicts: [] });
    try {
      const saved = await saveFailures(id, draft, choices);
      if (saved.kind === 'conflict') {
        end(id, () => ({ conflicts: saved.conflicts }));
        return;
      }
      keepDraft(id, null);
      end(id, ({ since }) => ({ ...afterSave(saved, since ?? []), restored: false }));
      notify.success(saved.wrote ? 'Data updated successfully!' : 'Their values are kept. Nothing is left to save.');
      await queryClient.invalidateQueries({ queryKey: ['carpost'] });
    } catch (error) {
      const locked = error instanceof GrantEnded;
      if (!locked) console.error('The failure counts could not be saved', error);
      end(id, () => ({ problem: locked ? 'locked' : 'failed' }));
    }
  };

  return {
    site: site.name,
    enabled,
    posts,
    saved: enabled ? applyEdits(base.posts, renames) : read.posts,
    renamed: new Map(renames.map(({ post, to }) => [to, post])),
    isNew: base.revision === null,
    changes: edits.length,
    restored: now.restored && draft !== null,
    setCount: (post, index, side, to) => {
      const place = placeOf(post, posts.get(post) ?? [], index);
      if (place) change({ kind: 'count', ...place, side, to });
    },
    addIssue: (post, entry) => change({ kind: 'issue', post, entry }),
    addPost: (post) => change({ kind: 'post', post }),
    renamePost: (post, to) => change({ kind: 'rename', post, to }),
    discard: () => {
      setHeld({ ...now, draft: null, restored: false, problem: null });
      notify.undo('Your changes were discarded.', () => {
        setHeld((before) => (before.id === now.id && !before.draft ? { ...before, draft } : before));
      });
    },
    save: () => saveWith({}),
    saving: now.since !== null,
    problem: now.problem && words[now.problem],
    locked: now.problem === 'locked',
    conflicts: now.conflicts,
    resolve: saveWith,
    closeConflicts: () => setHeld({ ...now, conflicts: [] }),
  };
}

function open(id: number): Held {
  const draft = readDraft(id);
  return { id, draft, restored: draft !== null, since: null, problem: null, conflicts: [], newest: null };
}

/** A draft in which nothing is changed any more is none. */
function settle(base: StoredPosts, edits: readonly FailureEdit[]): FailureDraft | null {
  return edits.length > 0 ? { base, edits } : null;
}

/** The saved copy is what was stored; what was changed since is still to be saved. */
function afterSave({ stored }: Extract<Saved, { kind: 'saved' }>, since: readonly FailureEdit[]): Partial<Held> {
  let edits: readonly FailureEdit[] = [];
  for (const edit of since) edits = withEdit(stored.posts, edits, edit);
  return { newest: stored, draft: settle(stored, edits) };
}
