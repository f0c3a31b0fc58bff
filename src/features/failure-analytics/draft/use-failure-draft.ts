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

/** The unsaved changes of a site's failure counts, and saving them. A component that uses it must not change its site. */
export function useFailureDraft(site: FailureSite, enabled: boolean) {
  const state = useFailureDraftState(site);
  const { draftStore, savedVersion, draft, base } = state;
  const posts = enabled ? (draft?.posts ?? savedVersion.posts) : savedVersion.posts;
  const saving = useCountSaving(state);
  const { edit, counts, start } = useCountTyping(state, saving);
  const { changing, changePosts } = usePostsChange(state, { posts, edit });
  const editPosts = (next: (posts: CarPosts) => CarPosts) => edit((current) => ({ posts: next(current.posts) }));
  const isBusy = saving.isPending || changing.isPending;

  const saveWith = (choices: FailureChoices) => {
    changing.reset();
    if (draft && !isBusy) saving.mutate({ draft, choices });
  };
  const saveError = saving.error ?? (changing.error instanceof GrantEnded ? changing.error : null);

  return {
    site: site.name,
    /** False in view-only mode: `posts` are the saved ones then, even if this device has a draft. */
    enabled,
    posts,
    /** The saved posts on which the unsaved changes are based; in view-only mode the newest saved posts. */
    saved: enabled ? base.posts : savedVersion.posts,
    /** The unsaved changes, in view-only mode too. */
    unsaved: unsavedChanges(draft),
    /** Whether the site has no record of failures yet. */
    isNew: base.revision === null,
    restored: draftStore.restoredAt !== null,
    /** The years that are entered with the types of an earlier year; their rows without a count are not stored. */
    started: enabled ? (draft?.started ?? noYears) : noYears,
    /** Functions to type and paste counts, and the cells that were pasted; the same object between renders. */
    counts,
    start,
    addIssue: (post: string, entry: FailureEntry) => editPosts((current) => withIssue(current, post, entry)),
    addPost: (post: string) => editPosts((current) => withPost(current, post, [])),
    changePosts,
    discard: () => {
      saving.reset();
      draftStore.discard();
    },
    save: () => saveWith({}),
    /** Whether a save of any kind is running. */
    saving: isBusy,
    /** Why the last save failed: the server's grant has expired, or any other error; null if it has not failed. */
    problem: saveError && (saveError instanceof GrantEnded ? ('grant-ended' as const) : ('error' as const)),
    /** Counts above the maximum, because of which nothing was saved. */
    tooLarge: saving.data?.kind === 'too large' ? saving.data.tooLarge : [],
    /** Counts that somebody else changed too; empty if there is nothing to decide. */
    conflicts: saving.data?.kind === 'conflict' ? saving.data.conflicts : [],
    /** The typed counts whose name has changed, while there are conflicts; otherwise they are in a message. */
    filed: saving.data?.kind === 'conflict' ? saving.data.filed : [],
    resolve: saveWith,
    closeConflicts: saving.reset,
  };
}

const noYears: readonly StartedYear[] = [];

/** Functions to type and paste counts and to start a year. Each edit dismisses the error of the last save. */
function useCountTyping({ draftStore, savedVersion }: FailureDraftState, saving: ReturnType<typeof useCountSaving>) {
  const { change, latest } = draftStore;
  const { reset } = saving;
  const hasError = saving.isError || saving.data?.kind === 'too large';
  const edit = useCallback(
    (next: (draft: FailureDraft) => Partial<FailureDraft>) => {
      if (hasError) reset();
      change((stored) => {
        const draft = rebaseUntyped(stored, savedVersion) ?? emptyDraft(savedVersion);
        return draftOrNull({ ...draft, ...next(draft) });
      });
    },
    [change, hasError, savedVersion, reset],
  );
  const setCounts = useCallback(
    (changes: readonly CountChange[]) => edit((draft) => ({ posts: withCounts(draft, changes) })),
    [edit],
  );
  const start = (year: number, years: readonly StartedYear[]) => {
    edit(({ started }) => ({ started: [...started, ...years] }));
    notify.undo(startedWords(year, years), () =>
      change(
        (draft) =>
          draft &&
          draftOrNull({ ...draft, started: draft.started.filter((startedYear) => !years.includes(startedYear)) }),
      ),
    );
  };
  const { paste, undoPaste, pastedTexts } = usePastedCounts({ latest, change, setCounts, stored: savedVersion });
  const counts = useMemo(
    () => ({ setCounts, paste, undoPaste, pastedTexts }),
    [setCounts, paste, undoPaste, pastedTexts],
  );
  return { edit, counts, start };
}
