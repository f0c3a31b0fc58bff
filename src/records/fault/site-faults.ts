import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { faultsKey } from './fault-news.ts';
import { faultsPageSchema, siteFaultSchema, type Fault, type SiteFault } from './fault.ts';

const siteFaults = v.array(siteFaultSchema);

const pageSize = 500;

/** All faults of a site, the newest report first. @throws RequestError when they cannot be read */
export async function readSiteFaults(site: number, signal?: AbortSignal): Promise<SiteFault[]> {
  const found: SiteFault[] = [];
  for (let page = 1; ; page += 1) {
    const call = supabase.rpc('list_faults', { site_id: site, state: 'all', page, page_size: pageSize });
    const { faults, total } = v.parse(faultsPageSchema, dataOf(await (signal ? call.abortSignal(signal) : call)));
    // a fault that was reported meanwhile shifts a known fault to the next page
    const knownIds = new Set(found.map(({ id }) => id));
    found.push(...faults.filter(({ id }) => !knownIds.has(id)).map(toSiteFault));
    if (faults.length < pageSize || page * pageSize >= total) return found;
  }
}

/** The members of a fault that are stored on the device: not its reports, nor own words, in `what` or as the reason of a closing. */
function toSiteFault({ id, post, what, known, reported_at, noticed_at, closed, answers }: Fault): SiteFault {
  return {
    id,
    post,
    what: known ? what : null,
    reported_at,
    noticed_at,
    closed: closed && { at: closed.at, as: closed.as },
    answers,
  };
}

/** All faults of a site, stored on the device with its record. The key begins with `faultsKey`, so that a change of faults invalidates it. */
export function siteFaultsQuery(site: number) {
  return queryOptions({
    queryKey: [...faultsKey, 'of a site', site],
    meta: { saved: siteFaults },
    queryFn: ({ signal }) => readSiteFaults(site, signal),
  });
}
