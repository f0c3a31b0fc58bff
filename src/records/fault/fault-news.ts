import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { savesData } from '../../lib/offline/offline-shell.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { siteRecordsKey, sitesKey } from '../site/site-queries.ts';
import { faultNews } from './fault.ts';

/** Begins the key of every query of faults. */
export const faultsKey = ['faults'] as const;

/** How often a page that is seen asks whether there are new faults (`decisions §15`). */
const newsEveryMs = 60_000;

/**
 * How many faults are open, asked again every minute while the page is seen; where data is saved, when somebody returns to it.
 * The answer is one indexed count of a few bytes.
 */
export const faultNewsQuery = queryOptions({
  queryKey: [...faultsKey, 'news'],
  queryFn: async ({ signal }) => v.parse(faultNews, dataOf(await supabase.rpc('fault_news').abortSignal(signal))),
  // the library asks while the page is seen only
  refetchInterval: () => (savesData() ? false : newsEveryMs),
  staleTime: newsEveryMs / 2,
});

/** Has all that shows faults read again: lists, counts, and the sites whose row says how many are open. */
export async function invalidateFaults(): Promise<void> {
  await Promise.all(
    [faultsKey, sitesKey, siteRecordsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
