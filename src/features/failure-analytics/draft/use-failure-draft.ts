import { useCallback, useMemo } from 'react';
import { notify } from '../../../lib/notify.ts';
import type { FailureSite } from '../../../records/failure/failure-queries.ts';
import type { CarPosts, FailureEntry } from '../../../records/failure/failure-record.ts';
import { rebaseUntyped, useFailureDraftState, type FailureDraftState } from './failure-draft-state.ts';
import { draftOrNull, emptyDraft, unsavedChanges, withIssue, withPost, type FailureDraft } from './failure-draft.ts';
import type { FailureChoices } from './rebase-counts.ts';
import { GrantEnded } from './save-posts.ts';
import { startedWords, withCounts, type CountChange, type StartedYear } from './started-year.ts';
import { useCountSaving } from './use-count-saving.ts';
import { usePastedCounts } from './use-pasted-counts.ts';
import { usePostsChange } from './use-posts-change.ts';

export type FailureEditing = ReturnType<typeof useFailureDraft>;

/** Unsaved changes of a site's failure counts, and saving them. One site per component lifetime. */
export function useFailureDraft(site: FailureSite, enabled: boolean) {
  const state = useFailureDraftState(site);
  const { draftStore, read, draft, base } = state;
  const posts = enabled ? (draft?.posts ?? read.posts) : read.posts;
  const saving = useCountSaving(state);
  const { edit, counts, start } = useCountTyping(state, saving);
  const { changing, changePosts } = usePostsChange(state, { posts, edit });
  const editPosts = (next: (shown: CarPosts) => CarPosts) => edit((shown) => ({ posts: next(shown.posts) }));
  const isBusy = saving.isPending || changing.isPending;

  const saveWith = (choices: FailureChoices) => {
    changing.reset();
    if (draft && !isBusy) saving.mutate({ draft, choices });
  };
  const failure = saving.error ?? (changing.error instanceof GrantEnded ? changing.error : null);

  return {
    site: site.name,
    /** False in view-only mode: `posts` are the saved ones then, even if this device has a draft. */
    enabled,
    posts,
    saved: enabled ? base.posts : read.posts,
    /** Unsaved changes, in view-only mode too; `words` name the posts among them. */
    unsaved: unsavedChanges(draft),
    isNew: base.revision === null,
    restored: draftStore.restoredAt !== null,
    /** The years that are entered with the types of an earlier one, whose rows without a count are not stored. */
    started: enabled ? (draft?.started ?? noYears) : noYears,
    /** Typing and pasting counts, and the cells that were pasted; stable between renders. */
    counts,
    start,
    addIssue: (post: string, entry: FailureEntry) => editPosts((shown) => withIssue(shown, post, entry)),
    addPost: (post: string) => editPosts((shown) => withPost(shown, post, [])),
    /**
     * Saves a new name or a removal at once (`decisions §8`), and offers to undo it. Resolves with what is wrong, or null.
     * @param onSaved called before the change is shown.
     */
    changePosts,
    discard: () => {
      saving.reset();
      draftStore.discard();
    },
    save: () => saveWith({}),
    /** Whether a save of any kind is running. */
    saving: isBusy,
    /** The last save failed: refused, because the server's grant has expired, or otherwise. */
    problem: failure && (failure instanceof GrantEnded ? ('grant-ended' as const) : ('error' as const)),
    /** Counts of which the last save was refused, as they are more than can be stored. */
    tooLarge: saving.data?.kind === 'too large' ? saving.data.places : [],
    /** Counts that somebody else changed too; empty when there is nothing to decide. */
    conflicts: saving.data?.kind === 'conflict' ? saving.data.conflicts : [],
    /** Typed counts that have another name now, of those conflicts. */
    filed: saving.data?.kind === 'conflict' ? saving.data.filed : [],
    resolve: saveWith,
    closeConflicts: saving.reset,
  };
}

const noYears: readonly StartedYear[] = [];

/** Typing and pasting counts, and starting a year; further typing dismisses the error of a save. */
function useCountTyping({ draftStore, read }: FailureDraftState, saving: ReturnType<typeof useCountSaving>) {
  const { change, latest } = draftStore;
  const { reset } = saving;
  const isRefused = saving.isError || saving.data?.kind === 'too large';
  const edit = useCallback(
    (next: (shown: FailureDraft) => Partial<FailureDraft>) => {
      if (isRefused) reset();
      change((now) => {
        const shown = rebaseUntyped(now, read) ?? emptyDraft(read);
        return draftOrNull({ ...shown, ...next(shown) });
      });
    },
    [change, isRefused, read, reset],
  );
  const setCounts = useCallback(
    (changes: readonly CountChange[]) => edit((shown) => ({ posts: withCounts(shown, changes) })),
    [edit],
  );
  const start = (year: number, years: readonly StartedYear[]) => {
    edit(({ started }) => ({ started: [...started, ...years] }));
    notify.undo(startedWords(year, years), () =>
      change(
        (now) =>
          now && draftOrNull({ ...now, started: now.started.filter((startedYear) => !years.includes(startedYear)) }),
      ),
    );
  };
  const { paste, undoPaste, written } = usePastedCounts({ latest, change, setCounts, stored: read });
  const counts = useMemo(() => ({ setCounts, paste, undoPaste, written }), [setCounts, paste, undoPaste, written]);
  return { edit, counts, start };
}
