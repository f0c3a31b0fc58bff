import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { draftNamePrefixes } from '../../../lib/device/draft-names.ts';
import { storedMessage, type StoredMessage } from '../../../lib/language/stored-message.ts';
import { notify } from '../../../lib/notify.ts';
import { useDraft } from '../../../lib/screen/use-draft.ts';
import { listedWords } from '../../../records/counted.ts';
import { failureQueryKey, type FailureSite, type StoredPosts } from '../../../records/failure/failure-queries.ts';
import { sentences } from '../../../records/sentences.ts';
import { filedWords, applyRenames, type FiledCounts } from './apply-renames.ts';
import {
  emptyDraft,
  failureDraftSchema,
  isSamePosts,
  storedDraft,
  unsavedChanges,
  type FailureDraft,
} from './failure-draft.ts';

export type FailureDraftState = ReturnType<typeof useFailureDraftState>;

/** The unsaved changes of a site's counts, and apart from them the saved counts (`spec §4`). */
export function useFailureDraftState(site: FailureSite) {
  const queryClient = useQueryClient();
  const draftStore = useDraft(`${draftNamePrefixes.failureCounts}${site.id}`, failureDraftSchema, {
    title: (draft) => draftTitle(site.name, draft),
    stored: storedDraft,
  });
  /** The last save's result, newer than the page's query until it refetches. */
  const [newest, setNewest] = useState<StoredPosts | null>(null);
  const savedVersion = newestPosts(site, newest);
  const draft = rebaseUntyped(draftStore.value, savedVersion);
  return {
    siteId: site.id,
    draftStore,
    /** The newest saved posts that this page has read. */
    savedVersion,
    draft,
    base: draft?.base ?? savedVersion,
    setNewest,
    // nobody waits for the refetch: the save has succeeded even if the refetch fails
    refetch: () => void queryClient.invalidateQueries({ queryKey: failureQueryKey }),
  };
}

/** The mutation scope that runs the saves of a site one after the other: each needs the draft that the previous save rebased. */
export const saveScope = (siteId: number) => ({ id: `posts/${siteId}` });

/** The last save's result, until the page has refetched that revision or a newer one. */
function newestPosts(site: FailureSite, newest: StoredPosts | null): StoredPosts {
  return newest && (newest.revision ?? 0) > (site.revision ?? 0) ? newest : site;
}

/** Rebases a draft without typed counts, such as that of a started year, on the saved posts. */
export function rebaseUntyped(draft: FailureDraft | null, saved: StoredPosts): FailureDraft | null {
  if (!draft || draft.base.revision === saved.revision || !isSamePosts(draft.base.posts, draft.posts)) return draft;
  return { ...emptyDraft(saved), started: applyRenames(draft, saved.renames).draft.started };
}

/** The title of the draft in lists of drafts. */
function draftTitle(site: string, draft: FailureDraft): StoredMessage {
  const { count, added } = unsavedChanges(draft);
  const years = [...new Set(draft.started.map(({ year }) => year))];
  if (count === 0 && years.length > 0)
    return storedMessage('Failure counts of {site} ({years} started, nothing typed)', {
      site,
      years: listedWords(years.map((year) => `${year}`)),
    });
  return added === 0
    ? storedMessage('Failure counts of {site}', { site })
    : storedMessage('Failure counts of {site} ({added, plural, one {# post added} other {# posts added}})', {
        site,
        added,
      });
}

/** Shows a warning that lists the typed counts whose name has changed. @param before sentences that come first in it */
export function warnOfNewNames(filed: readonly FiledCounts[], ...before: string[]): void {
  if (filed.length > 0) notify.warning(sentences(...before, ...filed.map(filedWords)));
}
