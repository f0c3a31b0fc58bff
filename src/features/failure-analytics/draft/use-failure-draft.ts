import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { toKeep, type KeptMessage } from '../../../lib/language/kept-message.ts';
import { message, said, t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { draftStarts } from '../../../lib/device/web-storage.ts';
import { useDraft } from '../../../lib/screen/use-draft.ts';
import { failureQueryKey, type FailureSite, type StoredPosts } from '../../../records/failure/failure-queries.ts';
import { type CarPosts, type FailureEntry } from '../../../records/failure/failure-record.ts';
import {
  draftOf,
  emptyDraft,
  failureDraftSchema,
  isSameAt,
  isSamePosts,
  storedDraft,
  unsavedChanges,
  startedAfter,
  withPost,
  withPostsOf,
  withIssue,
  type FailureDraft,
  changedPosts,
  changeWords,
  withChange,
  type PostsChange,
} from './failure-draft.ts';
import { filedWords, followRenames, type FiledCounts } from './follow-renames.ts';
import { rebasedDraft, type FailureChoices } from './rebase-counts.ts';
import { GrantEnded, saveChange, saveFailures, undoChange, type Saved } from './save-posts.ts';
import { startedWords, withCounts, type CountChange, type StartedYear } from './started-year.ts';
import { changedSince, usePastedCounts } from './use-pasted-counts.ts';
import { listedWords } from '../../../records/counted.ts';
import { sentences } from '../../../records/sentences.ts';

export type FailureEditing = ReturnType<typeof useFailureDraft>;

/** Unsaved changes, kept apart from the saved copy (`spec §4`), and saving them. One site per component lifetime. */
export function useFailureDraft(site: FailureSite, enabled: boolean) {
  const queryClient = useQueryClient();
  const kept = useDraft(`${draftStarts.failureCounts}${site.id}`, failureDraftSchema, {
    title: (draft) => draftTitle(site.name, draft),
    stored: storedDraft,
  });
  const { change, replace, latest } = kept;
  /** The last save's result, newer than the page's query until it refetches. */
  const [newest, setNewest] = useState<StoredPosts | null>(null);
  const read = newerOf(site, newest);
  const draft = followed(kept.value, read);
  const base = draft?.base ?? read;
  const posts = enabled ? (draft?.posts ?? read.posts) : read.posts;
  const unsaved = unsavedChanges(draft);

  // not awaited: the save is over, whatever the page reads next
  const refetch = () => void queryClient.invalidateQueries({ queryKey: failureQueryKey });
  // one save after the other: each makes its draft from what the save before it left
  const scope = { id: `posts/${site.id}` };
  const saving = useMutation({
    scope,
    mutationFn: (over: { draft: FailureDraft; choices: FailureChoices }) =>
      saveFailures(site.id, over.draft, over.choices),
    onSuccess: (saved, { draft: sent, choices }) => {
      if (saved.kind === 'conflict') return;
      const now = latest();
      if (saved.kind === 'too large') {
        // under the names of now each of these counts has its field, which says so
        if (saved.stored.revision !== sent.base.revision) replace(now && rebasedDraft(now, saved.stored).draft);
        setNewest(saved.stored);
        sayFiled(saved.filed);
        refetch();
        return;
      }
      const from = { ...sent.base, posts: sent.posts };
      // what was typed since the save began
      replace(now && rebasedDraft({ ...now, base: from, sent: [] }, saved.stored).draft);
      setNewest(saved.stored);
      const nothingLeft = !saved.wrote && Object.keys(choices).length > 0;
      const result = nothingLeft
        ? t('Their values are kept. Nothing is left to save.')
        : t('Data updated successfully!');
      if (saved.filed.length === 0) notify.success(result);
      else sayFiled(saved.filed, result);
      refetch();
    },
    onError: (error, { draft: sent }) => {
      if (error instanceof GrantEnded) return;
      console.error('The failure counts could not be saved', error);
      change((now) => now && { ...now, sent: [sent.posts, ...now.sent] });
      kept.flush();
    },
  });
  const changing = useMutation({
    scope,
    mutationFn: (save: () => ReturnType<typeof saveChange>) => save(),
    onError: (error) => {
      if (!(error instanceof GrantEnded)) console.error('The car posts could not be saved', error);
    },
  });
  const isBusy = saving.isPending || changing.isPending;
  const { reset } = saving;
  const tooLarge = saving.data?.kind === 'too large' ? saving.data.places : [];
  const isRefused = saving.isError || tooLarge.length > 0;

  const edit = useCallback(
    (next: (shown: FailureDraft) => Partial<FailureDraft>) => {
      // further typing dismisses the error
      if (isRefused) reset();
      change((now) => {
        const shown = followed(now, read) ?? emptyDraft(read);
        return draftOf({ ...shown, ...next(shown) });
      });
    },
    [change, isRefused, read, reset],
  );
  const editPosts = (next: (shown: CarPosts) => CarPosts) => edit((shown) => ({ posts: next(shown.posts) }));
  const setCounts = useCallback(
    (changes: readonly CountChange[]) => edit((shown) => ({ posts: withCounts(shown, changes) })),
    [edit],
  );
  const start = (year: number, years: readonly StartedYear[]) => {
    edit(({ started }) => ({ started: [...started, ...years] }));
    notify.undo(startedWords(year, years), () =>
      change((now) => now && draftOf({ ...now, started: now.started.filter((one) => !years.includes(one)) })),
    );
  };
  const { paste, undoPaste, written } = usePastedCounts({ latest, change, setCounts, stored: read });
  const counts = useMemo(() => ({ setCounts, paste, undoPaste, written }), [setCounts, paste, undoPaste, written]);

  /** Saves, and rebases the draft that `onto` makes of the current one. Resolves with what is wrong, or null. */
  const saveAtOnce = async (
    save: () => ReturnType<typeof saveChange>,
    onto: (draft: FailureDraft) => FailureDraft,
    onSaved: (saved: Saved) => void,
  ): Promise<keyof typeof problemTexts | RenamedMeanwhile | null> => {
    let result: Awaited<ReturnType<typeof saveChange>>;
    try {
      result = await changing.mutateAsync(save);
    } catch (error) {
      return error instanceof GrantEnded ? 'grant-ended' : 'failed';
    }
    if (result.kind === 'saved') onSaved(result);
    const own = latest() ?? emptyDraft(read);
    const after = rebasedDraft(own, result.stored, result.kind === 'saved' ? onto : undefined);
    change(() => after.draft);
    kept.flush();
    setNewest(result.stored);
    refetch();
    sayFiled(after.filed);
    if (result.kind === 'saved') return null;
    const { renamed } = result;
    if (renamed?.is && renamed.was) return { was: renamed.was, is: renamed.is };
    return after.isContested ? 'contested' : 'changed';
  };
  /** @param shown the draft before, and its posts after the change */
  const undo = async (undone: PostsChange, before: CarPosts, after: StoredPosts, shown: [FailureDraft, CarPosts]) => {
    const names = changedPosts(undone);
    const [{ posts: shownBefore, started: startedBefore }, shownAfter] = shown;
    const isMeant = ({ post }: StartedYear) => names.includes(post);
    const now = latest()?.posts ?? after.posts;
    const failed = !isSameAt(names, now, shownAfter)
      ? 'changed'
      : await saveAtOnce(
          () => undoChange(site.id, undone, before, after),
          (own) => ({
            ...own,
            base: { ...own.base, posts: withPostsOf(own.base.posts, names, before) },
            posts: withPostsOf(own.posts, names, shownBefore),
            started: [...own.started.filter((one) => !isMeant(one)), ...startedBefore.filter(isMeant)],
          }),
          () => undefined,
        );
    if (failed === 'changed') notify.error(said(changedSince));
    else if (failed) notify.error(problemWords(failed));
  };
  const changePosts = async (wanted: PostsChange, onSaved?: () => void): Promise<string | null> => {
    const before = draft ?? emptyDraft(read);
    const shownAfter = withChange(posts, wanted);
    if (isSamePosts(withChange(base.posts, wanted), base.posts)) {
      // nothing that the change concerns is stored yet
      onSaved?.();
      edit((shown) => ({ posts: withChange(shown.posts, wanted), started: startedAfter(shown.started, wanted) }));
      return null;
    }
    const failed = await saveAtOnce(
      () => saveChange(site.id, before, wanted),
      (own) => ({
        ...own,
        base: { ...own.base, posts: withChange(own.base.posts, wanted) },
        posts: withChange(own.posts, wanted),
        started: startedAfter(own.started, wanted),
        sent: own.sent.map((one) => withChange(one, wanted)),
      }),
      ({ stored, before: storedBefore, wrote }) => {
        onSaved?.();
        // somebody else was faster with the same change, or its answer was lost: nothing is known that could be put back
        if (!wrote) notify.success(changeWords(wanted));
        else notify.undo(changeWords(wanted), () => void undo(wanted, storedBefore, stored, [before, shownAfter]));
      },
    );
    // what was asked about has another name now, so its dialog closes
    if (failed !== null && typeof failed === 'object') notify.error(problemWords(failed));
    return typeof failed === 'string' ? problemWords(failed) : null;
  };

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
    unsaved,
    isNew: base.revision === null,
    restored: kept.restoredAt !== null,
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
      reset();
      kept.discard();
    },
    save: () => saveWith({}),
    /** Whether a save of any kind is running. */
    saving: isBusy,
    /** The last save failed: refused, because the server's grant has expired, or otherwise. */
    problem: failure && (failure instanceof GrantEnded ? ('grant-ended' as const) : ('error' as const)),
    /** Counts of which the last save was refused, as they are more than can be stored. */
    tooLarge,
    /** Counts that somebody else changed too; empty when there is nothing to decide. */
    conflicts: saving.data?.kind === 'conflict' ? saving.data.conflicts : [],
    /** Typed counts that have another name now, of those conflicts. */
    filed: saving.data?.kind === 'conflict' ? saving.data.filed : [],
    resolve: saveWith,
    closeConflicts: reset,
  };
}

const noYears: readonly StartedYear[] = [];

const problemTexts = {
  changed: message('Somebody else has just changed this. Look at it again, and then decide.'),
  contested: message(
    'Somebody else has changed the counts that you typed. Close this, press Update Database, and choose.',
  ),
  failed: message('Update failed. Try again.'),
  'grant-ended': message('Update failed. Admin access has ended. Close this, and unlock it again.'),
};

/** The name that somebody else gave to what was about to be changed. */
interface RenamedMeanwhile {
  was: string;
  is: string;
}

function problemWords(problem: keyof typeof problemTexts | RenamedMeanwhile): string {
  if (typeof problem === 'string') return said(problemTexts[problem]);
  return t('Somebody else renamed {was} to {is} just now. Look at it again, and then decide.', { ...problem });
}

/** What is stored: the last save's result, until the page has refetched that or something newer. */
function newerOf(site: FailureSite, newest: StoredPosts | null): StoredPosts {
  return newest && (newest.revision ?? 0) > (site.revision ?? 0) ? newest : site;
}

/** A draft in which nothing is typed yet, as of a started year, goes along with what is stored. */
function followed(draft: FailureDraft | null, stored: StoredPosts): FailureDraft | null {
  if (!draft || draft.base.revision === stored.revision || !isSamePosts(draft.base.posts, draft.posts)) return draft;
  return { ...emptyDraft(stored), started: followRenames(draft, stored.renames).draft.started };
}

function draftTitle(site: string, draft: FailureDraft): KeptMessage {
  const { count, added } = unsavedChanges(draft);
  const years = [...new Set(draft.started.map(({ year }) => year))];
  if (count === 0 && years.length > 0)
    return toKeep('Failure counts of {site} ({years} started, nothing typed)', {
      site,
      years: listedWords(years.map((year) => `${year}`)),
    });
  return added === 0
    ? toKeep('Failure counts of {site}', { site })
    : toKeep('Failure counts of {site} ({added, plural, one {# post added} other {# posts added}})', { site, added });
}

/** Says which typed counts are under another name now, until it is closed. */
function sayFiled(filed: readonly FiledCounts[], ...before: string[]): void {
  if (filed.length > 0) notify.warning(sentences(...before, ...filed.map(filedWords)));
}
