import { t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { retry } from '../../../lib/retry.ts';
import { readFaultNames } from '../../../records/fault/known-names.ts';
import { readSiteRecord, type SiteRecord } from '../../../records/site/site-queries.ts';
import type { ChosenVisit, ReadChosen, UnreadVisits } from '../../../records/task/chosen-visit.ts';
import { visibleTasks } from '../../../records/task/task.ts';
import type { FoundVisit } from '../visit-search.ts';

const delaysMs = [500, 1_500];
/** After so many sites in a row that the connection did not bring, it is taken to be lost. */
const maxLostInARow = 2;

/** Groups visits by their site, in the order of the first of each. */
function foundBySite(visits: readonly FoundVisit[]): FoundVisit[][] {
  const bySite = new Map<number, FoundVisit[]>();
  for (const visit of visits) bySite.set(visit.site_id, [...(bySite.get(visit.site_id) ?? []), visit]);
  return [...bySite.values()];
}

/**
 * Reads visits that were found, with their photos and PDFs: the record of each site once, one after the other. A site that cannot be read,
 * and visits that are no longer shown, are in the result.
 * @throws AbortError when cancelled
 */
export async function readFoundVisits(
  found: readonly FoundVisit[],
  { signal, onSite }: Parameters<ReadChosen>[0],
): ReturnType<ReadChosen> {
  const groups = foundBySite(found);
  const read = new Map<FoundVisit, ChosenVisit>();
  const unread: UnreadVisits[] = [];
  let lostInARow = 0;
  for (const [index, visits] of groups.entries()) {
    const [{ site_id: id, site } = { site_id: 0, site: '' }] = visits;
    onSite(index, groups.length, site);
    if (lostInARow >= maxLostInARow) {
      unread.push({ site, reason: unreadReason(null) });
      continue;
    }
    // one after the other, as a record can be megabytes
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
    const gone = takeVisits(record, visits, read);
    if (gone > 0) unread.push({ site, reason: goneText(gone) });
  }
  return { chosen: found.flatMap((visit) => read.get(visit) ?? []), unread };
}

async function readRecord(id: number, signal: AbortSignal): Promise<SiteRecord | Error> {
  const mayRetry = (error: unknown) => !signal.aborted && isNoService(error);
  try {
    return await retry(() => readSiteRecord(id, signal), { delaysMs, mayRetry, signal });
  } catch (error) {
    return error instanceof Error ? error : new Error('The visits could not be read', { cause: error });
  }
}

/** Adds the visits that the record shows. Returns how many others there are: deleted or moved since they were found. */
function takeVisits(record: SiteRecord, visits: readonly FoundVisit[], read: Map<FoundVisit, ChosenVisit>): number {
  const tasks = new Map(visibleTasks(record.tasks2024).map((task) => [task.id, task]));
  const shown = visits.flatMap((found) => {
    const visit = tasks.get(found.task_id);
    return visit ? [{ found, visit }] : [];
  });
  for (const { found, visit } of shown) read.set(found, { site: record, visit });
  return visits.length - shown.length;
}

const goneText = (count: number) =>
  t('{count, plural, one {# visit is no longer shown.} other {# visits are no longer shown.}}', { count });

/** @param error null where the connection was lost before */
function unreadReason(error: Error | null): string {
  if (error === null || isNoService(error)) return t('The connection was lost.');
  return error instanceof RequestError && error.status === 200
    ? t('The site no longer exists.')
    : t('The site could not be read.');
}
