import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { hasRight } from '../access-key/role.ts';
import { dataOf, RequestError } from '../../lib/request-error.ts';
import { getSession } from '../../lib/session.ts';
import { supabase } from '../../lib/supabase.ts';

const ids = v.array(v.number());

/** Of every day and site. */
export const myVisitsKey = ['my_visits'];

/**
 * The ids of the visits that a technician may still correct: those that its key added today (`decisions §10`).
 * @param day its number in Singapore, so that what was true yesterday is not shown today.
 */
export function myVisitsQuery(site: number, day: number) {
  return queryOptions({
    queryKey: [...myVisitsKey, site, day],
    meta: { saved: ids },
    queryFn: async ({ signal }) =>
      v.parse(ids, dataOf(await supabase.rpc('my_visits', { site_id: site }).abortSignal(signal))),
  });
}

/** What is said of a correction that the database refuses. */
export const tooLate =
  'This visit can no longer be changed with your key: the day it was added is over. Ask the office to correct it.';

/** Whether the database refused to change a visit that this key may not correct any more. */
export function isTooLate(error: unknown): boolean {
  const refused = error instanceof RequestError && error.status === 403;
  return refused && hasRight(getSession()?.role, 'correctOwnVisits');
}
