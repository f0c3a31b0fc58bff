import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { openFollowUps, type FollowUp } from '../../records/task/follow-ups.ts';
import { foundVisitsKey } from '../../records/task/task-queries.ts';

/** A shown visit that recommends something, or carried something out. */
const visit = v.object({
  site_id: v.number(),
  id: v.number(),
  time: v.string(),
  follow: v.unknown(),
  closes: v.unknown(),
});
const visits = v.array(visit);
type ListedVisit = v.InferOutput<typeof visit>;

/** Those of all sites of the key, kept on a technician's device. */
export const followUpsQuery = queryOptions({
  // asked again after each save of a visit
  queryKey: [...foundVisitsKey, 'follow-ups'],
  meta: { saved: visits },
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(visits, dataOf(await supabase.rpc('follow_ups').abortSignal(signal))),
});

export type OpenOfSite = FollowUp<ListedVisit & { showing: string }>;

/** What is open at each site that has something open, oldest first, by its id. */
export function openBySite(listed: readonly ListedVisit[]): ReadonlyMap<number, readonly OpenOfSite[]> {
  const bySite = new Map<number, (ListedVisit & { showing: string })[]>();
  for (const each of listed) {
    const shown = { ...each, showing: 'True' };
    const ofSite = bySite.get(each.site_id);
    if (ofSite) ofSite.push(shown);
    else bySite.set(each.site_id, [shown]);
  }
  return new Map([...bySite].map(([site, ofSite]) => [site, openFollowUps(ofSite)] as const));
}
