import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { hasRight } from '../access-key/role.ts';
import { dataOf, RequestError } from '../../lib/request-error.ts';
import { getSession } from '../../lib/session.ts';
import { supabase } from '../../lib/supabase.ts';

const ids = v.array(v.number());

/** Prefix for every day and site. */
export const myVisitsKey = ['my_visits'];

/** Those its key added today (`decisions §10`). @param day in Singapore, so that yesterday's result is not reused */
export function myVisitsQuery(site: number, day: number) {
  return queryOptions({
    queryKey: [...myVisitsKey, site, day],
    meta: { saved: ids },
    queryFn: async ({ signal }) =>
      v.parse(ids, dataOf(await supabase.rpc('my_visits', { site_id: site }).abortSignal(signal))),
  });
}

export const tooLate =
  'This visit can no longer be changed with your key: the day it was added is over. Ask the office to correct it.';

/** Whether the database refused a correction because the day is over. */
export function isTooLate(error: unknown): boolean {
  const refused = error instanceof RequestError && error.status === 403;
  return refused && hasRight(getSession()?.role, 'correctOwnVisits');
}
