import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { savesData } from '../../lib/offline/offline-shell.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { siteRecordsKey, sitesKey } from '../site/site-queries.ts';
import { faultNews } from './fault.ts';

/** The first part of the key of every query of faults. */
export const faultsKey = ['faults'] as const;

/** How often (ms) a visible page asks whether there are new faults (`decisions §15`). */
const newsEveryMs = 60_000;

/**
 * How many faults are open. The query is refetched every minute while the page is visible; with the browser's data saver, only when a
 * person returns to the page. The answer is an indexed count of a few bytes.
 */
export const faultNewsQuery = queryOptions({
  queryKey: [...faultsKey, 'news'],
  queryFn: async ({ signal }) => v.parse(faultNews, dataOf(await supabase.rpc('fault_news').abortSignal(signal))),
  // the library refetches only while the page is visible
  refetchInterval: () => (savesData() ? false : newsEveryMs),
  staleTime: newsEveryMs / 2,
});

/** Invalidates all queries that show faults: lists, counts, and the sites, whose rows count open faults. */
export async function invalidateFaults(): Promise<void> {
  await Promise.all(
    [faultsKey, sitesKey, siteRecordsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
