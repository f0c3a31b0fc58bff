import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { closings } from '../fault/fault.ts';
import { listedContactsSchema } from '../site-contacts/site-contact.ts';
import { archivedAtSchema } from './archive.ts';
import { promisedBeforeSchema } from './site-promise.ts';
import { sitesKey } from './site-queries.ts';

const time = v.nullable(v.string());
/** Absent in copies of an older release. */
const laterNumber = v.optional(v.nullable(v.number()), null);
const byYear = v.record(v.string(), v.number());

/** What the clock of call-outs reads of a fault. */
const reportedFault = v.object({
  id: v.number(),
  reported_at: v.string(),
  closed: v.nullable(v.object({ at: v.string(), as: v.picklist(closings) })),
});

/** One site as the database sums it up, from its record, its visible visits, its failure counts and its usable keys. */
const overviewRow = v.object({
  site_id: v.number(),
  name: v.string(),
  sitename: v.nullable(v.string()),
  /** These three for the search only. */
  address: v.nullable(v.string()),
  jmb_name: v.nullable(v.string()),
  person_in_charge: v.nullable(v.number()),
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
  /** What it promises for emergency calls (`promisesOf`). */
  response_hours: laterNumber,
  emergency_calls_a_year: laterNumber,
  promised_before: promisedBeforeSchema,
  /** The emergency calls from January last year on, and the visits that answer a fault, the earliest first, with what says how fast they were answered. */
  calls: v.optional(
    v.array(
      v.object({
        id: v.number(),
        time: v.string(),
        /** Absent where all are emergency calls. */
        kind: v.optional(v.nullable(v.string()), 'emergency'),
        reported: v.nullable(v.unknown()),
        arrived: v.nullable(v.unknown()),
        answers: v.optional(v.unknown()),
      }),
    ),
    [],
  ),
  /** The faults that these visits answer, that are open, or were closed since; null where they are not known, as in copies of an older release. */
  reported_faults: v.optional(v.nullable(v.array(reportedFault)), null),
  /** Recommendations that are open, and when the oldest was made (a moment in UTC). */
  follow: v.optional(v.number(), 0),
  follow_since: v.optional(time, null),
  /** Reported faults that are open, and when the oldest was reported; absent from a database and copies of an older release. */
  faults: v.optional(v.nullable(v.object({ open: v.number(), oldest: time })), null),
  /** The revision of the site's record. */
  revision: v.number(),
  /** The revision of its posts; null while it has none. */
  posts_revision: v.nullable(v.number()),
  archived_at: archivedAtSchema,
  /** Its contacts after the first one. */
  site_contacts: listedContactsSchema,
  /** Only admins are told. */
  keys: v.optional(v.number(), 0),
  keys_unused: v.optional(v.number(), 0),
  /** How many of the unused keys were issued two weeks ago or more. */
  keys_forgotten: v.optional(v.number(), 0),
});

export type SiteOverview = v.InferOutput<typeof overviewRow>;

const rows = v.array(overviewRow);

/**
 * Another text where something changed that raises no revision of the site: a fault was reported, closed or opened again (which ones are
 * answered is in the record), or a contact was changed. Null where it is not known.
 */
export function unrevisedMark({ reported_faults: faults, site_contacts: contacts }: SiteOverview): string | null {
  return faults && JSON.stringify(faults) + (contacts.length > 0 ? JSON.stringify(contacts) : '');
}

/** All sites of an admin or a technician as the database sums them up, kept on a technician's device. */
export const siteOverviewQuery = queryOptions({
  queryKey: [...sitesKey, 'overview'],
  meta: { saved: rows },
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(rows, dataOf(await supabase.rpc('site_overview').abortSignal(signal))),
});

/**
 * The moment of the overview: today, but not before the database's year. The clock of a device may be a year behind,
 * and the missing counts of a year would be taken for zero.
 */
export function overviewMoment(sites: readonly SiteOverview[], today: Date): Date {
  const lastYear = Math.max(...Object.keys(sites[0]?.failures ?? {}).map(Number));
  const startOfYear = new Date(`${lastYear}-01-01T00:00:00+08:00`);
  return startOfYear > today ? startOfYear : today;
}
