import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { atEachOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { sitesKey } from '../../records/site/site-queries.ts';

const time = v.nullable(v.string());
const byYear = v.record(v.string(), v.number());

/** One site as the database sums it up, from its visible visits, its failure counts and its usable keys. */
const overviewRow = v.object({
  site_id: v.number(),
  name: v.string(),
  sitename: v.nullable(v.string()),
  status: v.nullable(v.boolean()),
  contract_until: v.nullable(v.string()),
  visit_every_months: v.nullable(v.number()),
  visits: v.number(),
  /** Stored `time` of the first and last visit of any kind. */
  first_visit: time,
  last_visit: time,
  last_task: v.nullable(v.number()),
  /** Months such as `2026-03` with a visit that counts for a period, from January two years ago. */
  kept_months: v.array(v.string()),
  /** Emergency calls and failures by year: this year and the last. */
  emergency: byYear,
  failures: byYear,
  keys: v.number(),
  keys_unused: v.number(),
});

export type SiteOverview = v.InferOutput<typeof overviewRow>;

const rows = v.array(overviewRow);

/** All sites as the database sums them up; for admins only. */
export const siteOverviewQuery = queryOptions({
  queryKey: [...sitesKey, 'overview'],
  ...atEachOpening,
  queryFn: async ({ signal }) => v.parse(rows, dataOf(await supabase.rpc('site_overview').abortSignal(signal))),
});

/**
 * The moment that the overview shows: when it was read, but not before the database's year. A device's clock may be a
 * year behind, which would treat missing years as zero.
 */
export function overviewMoment(sites: readonly SiteOverview[], read: Date): Date {
  const counted = Math.max(...Object.keys(sites[0]?.failures ?? {}).map(Number));
  const begin = new Date(`${counted}-01-01T00:00:00+08:00`);
  return begin > read ? begin : read;
}
