import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { toKeep, type KeptMessage } from '../../../lib/language/kept-message.ts';
import { message, said, t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { draftStarts } from '../../../lib/device/web-storage.ts';
import { useDraft } from '../../../lib/screen/use-draft.ts';
import {
  failureQueryKey,
  type FailureSite,
  type StoredPosts,
  readStoredPosts,
  writeStoredPosts,
} from '../../../records/failure/failure-queries.ts';
import { type CarPosts, type FailureEntry, storedCarPosts } from '../../../records/failure/failure-record.ts';
import {
  type FailureChoices,
  conflictKey,
  rebaseCounts,
  type CountConflict,
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
  confirmedBy,
} from './failure-draft.ts';
import { startedWords, unfinished, withCounts, type CountChange, type StartedYear } from './started-year.ts';
import { changedSince, usePastedCounts } from './use-pasted-counts.ts';
import { listedWords } from '../../../records/counted.ts';
import { once } from '../../../records/attempt.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';

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
      const from = { ...sent.base, posts: sent.posts };
      // what was typed since the save began
      replace(now && rebased({ ...now, base: from, sent: [] }, saved.stored));
      setNewest(saved.stored);
      const nothingLeft = !saved.wrote && Object.keys(choices).length > 0;
      notify.success(
        nothingLeft ? t('Their values are kept. Nothing is left to save.') : t('Data updated successfully!'),
      );
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
  const { isError, reset } = saving;

  const edit = useCallback(
    (next: (shown: FailureDraft) => Partial<FailureDraft>) => {
      // further typing dismisses the error
      if (isError) reset();
      change((now) => {
        const shown = followed(now, read) ?? emptyDraft(read);
        return draftOf({ ...shown, ...next(shown) });
      });
    },
    [change, isError, read, reset],
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
  const { paste, undoPaste } = usePastedCounts({ latest, change, setCounts, stored: read });
  const counts = useMemo(() => ({ setCounts, paste, undoPaste }), [setCounts, paste, undoPaste]);

  /** Saves, and rebases the draft that `onto` makes of the current one. Resolves with what is wrong, or null. */
  const saveAtOnce = async (
    save: () => ReturnType<typeof saveChange>,
    onto: (draft: FailureDraft) => FailureDraft,
    onSaved: (stored: StoredPosts, before: CarPosts) => void,
  ): Promise<keyof typeof problemTexts | null> => {
    let result: Awaited<ReturnType<typeof saveChange>>;
    try {
      result = await changing.mutateAsync(save);
    } catch (error) {
      return error instanceof GrantEnded ? 'grant-ended' : 'failed';
    }
    if (result.kind === 'saved') onSaved(result.stored, result.before);
    const own = latest() ?? emptyDraft(read);
    change(() => rebased(result.kind === 'saved' ? onto(own) : own, result.stored));
    kept.flush();
    setNewest(result.stored);
    refetch();
    if (result.kind === 'saved') return null;
    const now = latest();
    return now && isContested(now, result.stored) ? 'contested' : 'changed';
  };
  /** @param shown the draft before, and its posts after the change */
  const undo = async (
    names: readonly string[],
    before: CarPosts,
    after: StoredPosts,
    shown: [FailureDraft, CarPosts],
  ) => {
    const [{ posts: shownBefore, started: startedBefore }, shownAfter] = shown;
    const isMeant = ({ post }: StartedYear) => names.includes(post);
    const now = latest()?.posts ?? after.posts;
    const failed = !isSameAt(names, now, shownAfter)
      ? 'changed'
      : await saveAtOnce(
          () => undoChange(site.id, names, before, after),
          ({ base: onto, posts: typed, started, sent }) => ({
            base: { ...onto, posts: withPostsOf(onto.posts, names, before) },
            posts: withPostsOf(typed, names, shownBefore),
            started: [...started.filter((one) => !isMeant(one)), ...startedBefore.filter(isMeant)],
            sent,
          }),
          () => undefined,
        );
    if (failed === 'changed') notify.error(said(changedSince));
    else if (failed) notify.error(said(problemTexts[failed]));
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
      () => saveChange(site.id, base, wanted),
      ({ base: onto, posts: typed, started, sent }) => ({
        base: { ...onto, posts: withChange(onto.posts, wanted) },
        posts: withChange(typed, wanted),
        started: startedAfter(started, wanted),
        sent: sent.map((one) => withChange(one, wanted)),
      }),
      (stored, storedBefore) => {
        onSaved?.();
        const names = changedPosts(wanted);
        notify.undo(changeWords(wanted), () => void undo(names, storedBefore, stored, [before, shownAfter]));
      },
    );
    return failed && said(problemTexts[failed]);
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
    /** Typing and pasting counts; stable between renders. */
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
    /** Counts that somebody else changed too; empty when there is nothing to decide. */
    conflicts: saving.data?.kind === 'conflict' ? saving.data.conflicts : [],
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

/** What is stored: the last save's result, until the page has refetched that or something newer. */
function newerOf(site: FailureSite, newest: StoredPosts | null): StoredPosts {
  return newest && (newest.revision ?? 0) > (site.revision ?? 0) ? newest : site;
}

/** A draft in which nothing is typed yet, as of a started year, goes along with what is stored. */
function followed(draft: FailureDraft | null, stored: StoredPosts): FailureDraft | null {
  if (!draft || draft.base.revision === stored.revision || !isSamePosts(draft.base.posts, draft.posts)) return draft;
  return { ...emptyDraft(stored), started: draft.started };
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

/** A draft on what is stored now; where both changed a count it keeps its base, so that the next save asks. */
function rebased(draft: FailureDraft, stored: StoredPosts): FailureDraft | null {
  const { posts, conflicts } = rebaseCounts(draft, stored.posts, () => undefined);
  if (conflicts.length > 0) return draft;
  return draftOf({ ...emptyDraft(stored), posts, started: unfinished(draft.started, posts) });
}

/** Whether somebody else has stored another value of a count that was typed. */
function isContested(draft: FailureDraft, stored: StoredPosts): boolean {
  return rebaseCounts(draft, stored.posts, () => undefined).conflicts.length > 0;
}

/** `before`: what was stored, as far as it is known. */
interface Saved {
  kind: 'saved';
  stored: StoredPosts;
  before: CarPosts;
  /** False when there was nothing left to write. */
  wrote: boolean;
}

/** Nothing was saved, as what was confirmed no longer holds. */
interface ChangedMeanwhile {
  kind: 'changed';
  stored: StoredPosts;
}

/** The server's short-lived grant to change the counts has expired. */
class GrantEnded extends Error {
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

/** Saves car posts (`spec §7`, analytics save); asks `next` again when somebody else was faster. @throws GrantEnded */
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

/** Saves a draft, or returns as conflicts the counts that both changed, until `choices` decides. @throws GrantEnded */
async function saveFailures(
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
async function saveChange(siteId: number, base: StoredPosts, change: PostsChange): Promise<Saved | ChangedMeanwhile> {
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
async function undoChange(
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
