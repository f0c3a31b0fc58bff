import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { openFollowUps, type FollowUp } from '../../records/task/follow-ups.ts';
import { foundVisitsKey } from '../../records/task/task-queries.ts';

/** A shown visit with recommendations, or one that carried out earlier recommendations. */
const visit = v.object({
  site_id: v.number(),
  id: v.number(),
  time: v.string(),
  follow: v.unknown(),
  closes: v.unknown(),
});
const visits = v.array(visit);
type ListedVisit = v.InferOutput<typeof visit>;

/** These visits of all sites of the key. A technician's device stores an offline copy of the answer. */
export const followUpsQuery = queryOptions({
  // the save of a visit invalidates all queries whose keys begin with `foundVisitsKey`
  queryKey: [...foundVisitsKey, 'follow-ups'],
  meta: { saved: visits },
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(visits, dataOf(await supabase.rpc('follow_ups').abortSignal(signal))),
});

export type OpenOfSite = FollowUp<ListedVisit & { showing: string }>;

/** The open recommendations of each listed site, the oldest first, by the id of the site. */
export function openBySite(listedVisits: readonly ListedVisit[]): ReadonlyMap<number, readonly OpenOfSite[]> {
  const visitsBySite = new Map<number, (ListedVisit & { showing: string })[]>();
  for (const listedVisit of listedVisits) {
    const shownVisit = { ...listedVisit, showing: 'True' };
    const visitsOfSite = visitsBySite.get(listedVisit.site_id);
    if (visitsOfSite) visitsOfSite.push(shownVisit);
    else visitsBySite.set(listedVisit.site_id, [shownVisit]);
  }
  return new Map([...visitsBySite].map(([id, visitsOfSite]) => [id, openFollowUps(visitsOfSite)] as const));
}
