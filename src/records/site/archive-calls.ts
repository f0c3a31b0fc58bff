import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { queryClient, refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf, isNoService, type CallResult } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, throwIfRepeated, withIdempotencyKey } from '../attempt.ts';
import { batchHeader } from '../change-log/batch.ts';
import { saveWithRevision } from '../save-with-revision.ts';
import { isArchived, type ArchiveStep } from './archive.ts';
import { readSite, type EditedSite } from './site-queries.ts';

const accessSchema = v.object({ keys: v.number(), stickers: v.number(), links: v.number() });

/** How many keys, stickers and links of sites still work, or were ended. */
export type SiteAccess = v.InferOutput<typeof accessSchema>;

export const noAccess: SiteAccess = { keys: 0, stickers: 0, links: 0 };

/** How many keys, stickers and links of these sites work, in total. Refetched whenever a screen opens it. */
export function siteAccessQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: ['site access', ids],
    ...refetchOnOpening,
    queryFn: async ({ signal }) =>
      v.parse(accessSchema, dataOf(await supabase.rpc('site_access', { site_ids: [...ids] }).abortSignal(signal))),
  });
}

export interface ArchiveSaved {
  /** The site after the save. */
  saved: EditedSite;
  /** False when somebody else had archived the site or brought it back before. */
  isOurs: boolean;
  ended: SiteAccess;
}

const archivedAnswer = v.object({ revision: v.number(), archived_at: v.string(), ended: accessSchema });
const broughtBackAnswer = v.object({ revision: v.number() });

/**
 * Archives a site or brings it back. A repeated request is done once. Changes that others made to the site meanwhile stay.
 * @param site the site as the person saw it
 * @param batch the id of a change of many sites in the change log (`newBatch`)
 * @throws RequestError
 */
export async function saveArchive(site: EditedSite, step: ArchiveStep, batch?: string): Promise<ArchiveSaved> {
  return withIdempotencyKey(`archive/${site.id}`, { ...step, revision: site.revision }, (attempt) =>
    saveWithRevision<EditedSite, ArchiveSaved>({
      base: site,
      read: () => readSite(site.id),
      write: async (current) => {
        const isDone = isArchived(current) === (step.do === 'archive');
        // if somebody else has archived the site, the keys, stickers and links that still work are ended all the same
        if (isDone && !(step.do === 'archive' && step.endAccess))
          return { saved: current, isOurs: false, ended: noAccess };
        const headers = { [attemptHeader]: attempt, ...(batch !== undefined && { [batchHeader]: batch }) };
        return step.do === 'archive' ? archive(current, step.endAccess, headers) : bringBack(current, headers);
      },
    }),
  );
}

type Headers = Readonly<Record<string, string>>;

async function archive(site: EditedSite, endAccess: boolean, headers: Headers): Promise<ArchiveSaved | null> {
  const args = { site_id: site.id, revision: site.revision, end_access: endAccess };
  const data = answerOf(await withHeaders(supabase.rpc('archive_site', args), headers));
  if (data === null) return null;
  const { ended, ...now } = v.parse(archivedAnswer, data);
  return { saved: { ...site, ...now }, isOurs: !isArchived(site), ended };
}

async function bringBack(site: EditedSite, headers: Headers): Promise<ArchiveSaved | null> {
  const args = { site_id: site.id, revision: site.revision };
  const data = answerOf(await withHeaders(supabase.rpc('unarchive_site', args), headers));
  if (data === null) return null;
  return { saved: { ...site, ...v.parse(broughtBackAnswer, data), archived_at: null }, isOurs: true, ended: noAccess };
}

function withHeaders<Call extends { setHeader: (name: string, value: string) => Call }>(
  call: Call,
  headers: Headers,
): Call {
  return Object.entries(headers).reduce((next, [name, value]) => next.setHeader(name, value), call);
}

const doneByOthers = ['archived', 'not-archived'];

/** The data of an answer; null when somebody else was faster and the site has to be read again. @throws RequestError, DoneBefore, AttemptOver */
function answerOf<Data>(response: CallResult<Data>): Data | null {
  throwIfRepeated(response);
  const { error } = response;
  return error?.code === 'PT409' || doneByOthers.includes(error?.hint ?? '') ? null : dataOf(response);
}

/** Invalidates all queries: the site enters or leaves most lists, and its keys, stickers and links may have ended. */
export function invalidateAfterArchiving(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.still });
}

/** The message for a failed archiving or bringing back. */
export function archiveProblem(error: Error): string {
  return isNoService(error)
    ? t('There is no connection. Try again when there is one: it is saved only once.')
    : t('Error updating data. Try again.');
}
