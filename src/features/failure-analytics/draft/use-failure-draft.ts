import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDraft, readDraft, removeDraft } from '../../../lib/drafts.ts';
import { notify } from '../../../lib/notify.ts';
import { failureQueryKey, type FailureSite, type StoredPosts } from '../../../records/failure/failure-queries.ts';
import type { CarPosts, FailureEntry, Side } from '../../../records/failure/failure-record.ts';
import { addEdit, withoutEdit } from './add-edit.ts';
import {
  applyEdits,
  failureDraftSchema,
  placeOf,
  storedDraft,
  type FailureDraft,
  type FailureEdit,
} from './failure-edit.ts';
import type { FailureChoices, FailureConflict } from './failure-conflict.ts';
import { withSentIssues } from './sent-issues.ts';
import { GrantEnded, saveFailures } from './save-failures.ts';
import { wordsOfEdits } from './unsaved-words.ts';

export interface TakenNames {
  shown: ReadonlySet<string>;
  /** Freed by an unsaved rename or removal, and available once that is saved. */
  givenUp: ReadonlySet<string>;
}

export interface FailureEditing {
  site: string;
  /** False in view-only mode: `posts` are the saved ones then, even if this device has a draft. */
  enabled: boolean;
  posts: CarPosts;
  /** The saved posts under their names in the draft, without what the draft removes. */
  saved: CarPosts;
  base: CarPosts;
  /** Changes to `base`, in view-only mode too. */
  edits: readonly FailureEdit[];
  /** Saved names of renamed posts, by new name. */
  renamed: ReadonlyMap<string, string>;
  /** Names unavailable to another post, apart from that of `except`. */
  namesTaken: (except?: string) => TakenNames;
  isNew: boolean;
  restored: boolean;
  /** `index`: place in the post's list of `posts`. Stable between renders. */
  setCount: (post: string, index: number, side: Side, count: number) => void;
  addIssue: (post: string, entry: FailureEntry) => void;
  addPost: (name: string) => void;
  renamePost: (from: string, to: string) => void;
  removePost: (post: string) => void;
  renameType: (posts: readonly string[], type: string, to: string) => void;
  /** In one year, or in all (null). */
  removeType: (posts: readonly string[], type: string, year: number | null) => void;
  /** Undoes a removal or the new name of a type. Not while saving. */
  undo: (edit: FailureEdit) => void;
  discard: () => void;
  save: () => void;
  saving: boolean;
  /** The last save failed: refused, because the server's grant has expired, or otherwise. */
  problem: 'grant-ended' | 'error' | null;
  /** Cells that somebody else changed too; empty when there is nothing to decide. */
  conflicts: readonly FailureConflict[];
  resolve: (choices: FailureChoices) => void;
  closeConflicts: () => void;
}

interface Held {
  draft: FailureDraft | null;
  restored: boolean;
  /** Edits made while a save is running, to be rebased onto its result; null when none is. */
  since: readonly FailureEdit[] | null;
  /** The last save's result, newer than the page's query until it refetches. */
  newest: StoredPosts | null;
}

/** Unsaved changes, kept apart from the saved copy (`spec §4`), and saving them. One site per component lifetime. */
export function useFailureDraft(site: FailureSite, enabled: boolean): FailureEditing {
  const queryClient = useQueryClient();
  const draftName = `failures/${site.id}`;
  const [held, setHeld] = useState((): Held => {
    const draft = readDraft(draftName, failureDraftSchema)?.value ?? null;
    return { draft, restored: draft !== null, since: null, newest: null };
  });
  const { draft } = held;
  const read = newerOf(site, held.newest);
  const base = draft?.base ?? read;
  const edits = draft?.edits ?? [];
  const titleOf = useCallback((kept: FailureDraft) => failureDraftTitle(site.name, kept), [site.name]);
  const renames = edits.filter((edit) => edit.kind === 'rename');
  const named = edits.filter(({ kind }) => kind !== 'count' && kind !== 'issue' && kind !== 'post');
  const removed = edits.filter((edit) => edit.kind === 'remove');
  const renamed = new Map(renames.map(({ post, to }) => [to, post]));
  const posts = enabled ? applyEdits(base.posts, edits) : read.posts;

  // only after a change: just looking at an old draft must not restart its seven days
  const kept = useRef(draft);
  useEffect(() => {
    if (draft === kept.current) return;
    kept.current = draft;
    if (draft) keepDraft(draftName, titleOf(draft), storedDraft(draft));
    else void removeDraft(draftName);
  }, [draft, draftName, titleOf]);
  // read by a save, so it cannot be an effect event
  const editsSince = useRef<readonly FailureEdit[]>([]);
  useEffect(() => {
    editsSince.current = held.since ?? [];
  }, [held.since]);

  const saving = useMutation({
    mutationFn: (over: { draft: FailureDraft; choices: FailureChoices }) =>
      saveFailures(site.id, over.draft, over.choices),
    onSuccess: (saved) => {
      if (saved.kind === 'conflict') {
        setHeld((before) => ({ ...before, since: null }));
        return;
      }
      // the component may have unmounted, losing its state
      const typedSince = draftOver(saved.stored, editsSince.current);
      if (typedSince) keepDraft(draftName, titleOf(typedSince), storedDraft(typedSince));
      else void removeDraft(draftName);
      setHeld(({ since }) => ({
        draft: draftOver(saved.stored, since ?? []),
        restored: false,
        since: null,
        newest: saved.stored,
      }));
      notify.success(saved.wrote ? 'Data updated successfully!' : 'Their values are kept. Nothing is left to save.');
      // not awaited: the save is over, whatever the page reads next
      void queryClient.invalidateQueries({ queryKey: failureQueryKey });
    },
    onError: (error, { draft: sent }) => {
      const lost = !(error instanceof GrantEnded);
      if (lost) console.error('The failure counts could not be saved', error);
      setHeld((was) => ({ ...was, draft: lost ? withSentIssues(was.draft, sent) : was.draft, since: null }));
    },
  });
  const { isPending, isError, reset } = saving;

  // `editsOn` gets the posts as shown, and may return no edits
  const change = useCallback(
    (editsOn: (shown: CarPosts) => readonly FailureEdit[]) => {
      // further typing dismisses the error
      if (isError) reset();
      setHeld((before) => {
        const onto = before.draft?.base ?? newerOf(site, before.newest);
        const former = before.draft?.edits ?? [];
        const added = editsOn(applyEdits(onto.posts, former));
        if (added.length === 0) return before;
        const next = added.reduce((all, edit) => addEdit(onto.posts, all, edit), former);
        return {
          ...before,
          draft: next.length > 0 ? { base: { posts: onto.posts, revision: onto.revision }, edits: next } : null,
          since: before.since && [...before.since, ...added],
        };
      });
    },
    [site, isError, reset],
  );
  const setCount = useCallback<FailureEditing['setCount']>(
    (post, index, side, to) =>
      change((shown) => {
        const place = placeOf(post, shown.get(post) ?? [], index);
        return place ? [{ kind: 'count', ...place, side, to }] : [];
      }),
    [change],
  );

  const undo = useCallback<FailureEditing['undo']>(
    (edit) => {
      if (isError) reset();
      setHeld((before) => {
        // what is being sent can no longer be undone
        if (!before.draft || before.since) return before;
        const { base: onto, edits: former } = before.draft;
        const next = withoutEdit(onto.posts, former, edit);
        return { ...before, draft: next.length > 0 ? { base: onto, edits: next } : null };
      });
    },
    [isError, reset],
  );

  const saveWith = (choices: FailureChoices) => {
    if (!draft || isPending) return;
    setHeld((before) => ({ ...before, since: [] }));
    saving.mutate({ draft, choices });
  };

  return {
    site: site.name,
    enabled,
    posts,
    saved: enabled ? applyEdits(base.posts, named) : read.posts,
    base: base.posts,
    edits,
    renamed,
    namesTaken: (except) => {
      const former = except === undefined ? undefined : renamed.get(except);
      return {
        shown: without(except, posts.keys()),
        givenUp: without(former, [...renamed.values(), ...removed.map(({ post }) => post)]),
      };
    },
    isNew: base.revision === null,
    restored: held.restored && draft !== null,
    setCount,
    addIssue: (post, entry) => change(() => [{ kind: 'issue', post, entry }]),
    addPost: (post) => change(() => [{ kind: 'post', post }]),
    renamePost: (post, to) => change(() => [{ kind: 'rename', post, to }]),
    removePost: (post) => change(() => [{ kind: 'remove', post }]),
    renameType: (of, type, to) => change(() => of.map((post) => ({ kind: 'retype', post, type, to }))),
    removeType: (of, type, year) => change(() => of.map((post) => ({ kind: 'drop', post, type, year }))),
    undo,
    discard: () => {
      reset();
      setHeld((before) => ({ ...before, draft: null, restored: false }));
      notify.undo('Your changes were discarded.', () => {
        setHeld((before) => (before.draft ? before : { ...before, draft }));
      });
    },
    save: () => saveWith({}),
    saving: isPending,
    problem: !isError ? null : saving.error instanceof GrantEnded ? 'grant-ended' : 'error',
    conflicts: saving.data?.kind === 'conflict' ? saving.data.conflicts : [],
    resolve: saveWith,
    closeConflicts: reset,
  };
}

function without(own: string | undefined, names: Iterable<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => name !== own));
}

function failureDraftTitle(site: string, { edits }: FailureDraft): string {
  const words = wordsOfEdits(edits);
  return `Failure counts of ${site}${words && ` (${words})`}`;
}

/** Until the page has refetched it or something newer. */
function newerOf(site: FailureSite, newest: StoredPosts | null): StoredPosts {
  return newest && (newest.revision ?? 0) > (site.revision ?? 0) ? newest : site;
}

/** Edits made while `stored` was being saved, rebased onto it; null when there are none. */
function draftOver(stored: StoredPosts, since: readonly FailureEdit[]): FailureDraft | null {
  let edits: readonly FailureEdit[] = [];
  for (const edit of since) edits = addEdit(stored.posts, edits, edit);
  return edits.length > 0 ? { base: stored, edits } : null;
}
