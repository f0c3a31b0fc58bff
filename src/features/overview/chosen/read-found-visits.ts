import { t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { retry } from '../../../lib/retry.ts';
import { readFaultNames } from '../../../records/fault/known-names.ts';
import { readSiteRecord, type SiteRecord } from '../../../records/site/site-queries.ts';
import type { ChosenVisit, ReadChosen, UnreadVisits } from '../../../records/task/chosen-visit.ts';
import { visibleTasks } from '../../../records/task/task.ts';
import type { FoundVisit } from '../visit-search.ts';

/** The delays before the second and the third request for a record. */
const delaysMs = [500, 1_500];
/** After this many sites in a row without an answer, the connection is taken to be lost, and no further site is requested. */
const maxLostInARow = 2;

/** Groups visits by their site. The groups are in the order of their first visits. */
function foundBySite(visits: readonly FoundVisit[]): FoundVisit[][] {
  const bySite = new Map<number, FoundVisit[]>();
  for (const visit of visits) bySite.set(visit.site_id, [...(bySite.get(visit.site_id) ?? []), visit]);
  return [...bySite.values()];
}

/**
 * Reads the whole visits for search results, with their photos and PDFs. It reads the record of each site once, one site after the other.
 * @returns the visits, and for each site with visits that could not be read or are no longer shown, the reason
 * @throws AbortError if the signal is aborted
 */
export async function readFoundVisits(
  found: readonly FoundVisit[],
  { signal, onSite }: Parameters<ReadChosen>[0],
): ReturnType<ReadChosen> {
  const groups = foundBySite(found);
  const readVisits = new Map<FoundVisit, ChosenVisit>();
  const unread: UnreadVisits[] = [];
  let lostInARow = 0;
  for (const [index, visits] of groups.entries()) {
    const [{ site_id: id, site } = { site_id: 0, site: '' }] = visits;
    onSite(index, groups.length, site);
    if (lostInARow >= maxLostInARow) {
      unread.push({ site, reason: unreadReason(null) });
      continue;
    }
    // not in parallel, because a record can have megabytes
    const record = await readRecord(id, signal);
    signal.throwIfAborted();
    if (record instanceof Error) {
      console.error('A site of chosen visits could not be read', record);
      unread.push({ site, reason: unreadReason(record) });
      lostInARow = isNoService(record) ? lostInARow + 1 : 0;
      continue;
    }
    lostInARow = 0;
    await readFaultNames(id, record.tasks2024);
    const missingCount = takeVisits(record, visits, readVisits);
    if (missingCount > 0) unread.push({ site, reason: missingText(missingCount) });
  }
  return { chosen: found.flatMap((visit) => readVisits.get(visit) ?? []), unread };
}

async function readRecord(id: number, signal: AbortSignal): Promise<SiteRecord | Error> {
  const mayRetry = (error: unknown) => !signal.aborted && isNoService(error);
  try {
    return await retry(() => readSiteRecord(id, signal), { delaysMs, mayRetry, signal });
  } catch (error) {
    return error instanceof Error ? error : new Error('The visits could not be read', { cause: error });
  }
}

/** Adds the visits that the record shows. Returns the number of the others, which were deleted or moved after the search. */
function takeVisits(
  record: SiteRecord,
  visits: readonly FoundVisit[],
  readVisits: Map<FoundVisit, ChosenVisit>,
): number {
  const tasks = new Map(visibleTasks(record.tasks2024).map((task) => [task.id, task]));
  const shownVisits = visits.flatMap((found) => {
    const visit = tasks.get(found.task_id);
    return visit ? [{ found, visit }] : [];
  });
  for (const { found, visit } of shownVisits) readVisits.set(found, { site: record, visit });
  return visits.length - shownVisits.length;
}

const missingText = (count: number) =>
  t('{count, plural, one {# visit is no longer shown.} other {# visits are no longer shown.}}', { count });

/** @param error null if the site was not requested, because the connection was lost before */
function unreadReason(error: Error | null): string {
  if (error === null || isNoService(error)) return t('The connection was lost.');
  // an error with the status 200 means that the answer has no such site
  return error instanceof RequestError && error.status === 200
    ? t('The site no longer exists.')
    : t('The site could not be read.');
}
