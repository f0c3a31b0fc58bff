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

/** The unsaved changes of a site, separate from the saved counts (`spec §4`), and the saved counts. */
export function useFailureDraftState(site: FailureSite) {
  const queryClient = useQueryClient();
  const draftStore = useDraft(`${draftNamePrefixes.failureCounts}${site.id}`, failureDraftSchema, {
    title: (draft) => draftTitle(site.name, draft),
    stored: storedDraft,
  });
  /** The last save's result, newer than the page's query until it refetches. */
  const [newest, setNewest] = useState<StoredPosts | null>(null);
  const read = newerOf(site, newest);
  const draft = rebaseUntyped(draftStore.value, read);
  return {
    siteId: site.id,
    draftStore,
    /** What is stored. */
    read,
    draft,
    base: draft?.base ?? read,
    setNewest,
    // the read is not awaited, because the save is over whatever it brings
    refetch: () => void queryClient.invalidateQueries({ queryKey: failureQueryKey }),
  };
}

/** Runs saves one after the other, because each starts from the draft that the one before it made. */
export const saveScope = (siteId: number) => ({ id: `posts/${siteId}` });

/** What is stored: the last save's result, until the page has refetched that or something newer. */
function newerOf(site: FailureSite, newest: StoredPosts | null): StoredPosts {
  return newest && (newest.revision ?? 0) > (site.revision ?? 0) ? newest : site;
}

/** Rebases a draft without typed counts, such as that of a started year, on what is stored. */
export function rebaseUntyped(draft: FailureDraft | null, stored: StoredPosts): FailureDraft | null {
  if (!draft || draft.base.revision === stored.revision || !isSamePosts(draft.base.posts, draft.posts)) return draft;
  return { ...emptyDraft(stored), started: applyRenames(draft, stored.renames).draft.started };
}

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

/** Notifies which typed counts are under another name now, until the message is closed. */
export function sayFiled(filed: readonly FiledCounts[], ...before: string[]): void {
  if (filed.length > 0) notify.warning(sentences(...before, ...filed.map(filedWords)));
}
