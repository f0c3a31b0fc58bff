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

/** The members of a fault that the response times need. */
const reportedFault = v.object({
  id: v.number(),
  reported_at: v.string(),
  closed: v.nullable(v.object({ at: v.string(), as: v.picklist(closings) })),
});

/** The database's summary of a site, from its record, its shown visits, its failure counts and its usable keys. */
const overviewRow = v.object({
  site_id: v.number(),
  name: v.string(),
  sitename: v.nullable(v.string()),
  /** The next three are only for the search. */
  address: v.nullable(v.string()),
  jmb_name: v.nullable(v.string()),
  person_in_charge: v.nullable(v.number()),
  status: v.nullable(v.boolean()),
  contract_until: v.nullable(v.string()),
  visit_every_months: v.nullable(v.number()),
  visits: v.number(),
  /** The stored `time` of the first visit of any kind. */
  first_visit: time,
  last_visit: time,
  last_task: v.nullable(v.number()),
  /** The months, such as `2026-03`, that have a visit which fulfils a period, from January two years ago. */
  kept_months: v.array(v.string()),
  /** The emergency calls and the failures of this year and the last, by year. */
  emergency: byYear,
  failures: byYear,
  /** The promise for emergency calls (`promisesOf`). */
  response_hours: laterNumber,
  emergency_calls_a_year: laterNumber,
  promised_before: promisedBeforeSchema,
  /**
   * The emergency calls since January of last year, and the visits that answer a fault, the earliest first, with the members that response
   * times need.
   */
  calls: v.optional(
    v.array(
      v.object({
        id: v.number(),
        time: v.string(),
        /** Absent in answers of an older release, in which all are emergency calls. */
        kind: v.optional(v.nullable(v.string()), 'emergency'),
        reported: v.nullable(v.unknown()),
        arrived: v.nullable(v.unknown()),
        answers: v.optional(v.unknown()),
      }),
    ),
    [],
  ),
  /**
   * The faults that these visits answer, that are open, or that were closed in these years; null when not known, as in copies of an older
   * release.
   */
  reported_faults: v.optional(v.nullable(v.array(reportedFault)), null),
  /** How many recommendations are open, and when the oldest was made (a time in UTC). */
  follow: v.optional(v.number(), 0),
  follow_since: v.optional(time, null),
  /** How many reported faults are open, and when the oldest was reported; absent in answers and copies of an older release. */
  faults: v.optional(v.nullable(v.object({ open: v.number(), oldest: time })), null),
  /** The revision of the site's record. */
  revision: v.number(),
  /** The revision of its posts; null while it has no posts. */
  posts_revision: v.nullable(v.number()),
  archived_at: archivedAtSchema,
  /** Its contacts, without the first contact, which is in the record. */
  site_contacts: listedContactsSchema,
  /** How many keys the site has; 0 for everybody but admins. */
  keys: v.optional(v.number(), 0),
  keys_unused: v.optional(v.number(), 0),
  /** How many of the unused keys were issued two weeks ago or more. */
  keys_forgotten: v.optional(v.number(), 0),
});

export type SiteOverview = v.InferOutput<typeof overviewRow>;

const rows = v.array(overviewRow);

/**
 * A text that changes when something changes without a new revision of the site: a fault is reported, closed or opened again, or a contact is
 * changed. (An answer to a fault is in the record, which gets a new revision.) Null when the faults are not known.
 */
export function unrevisedMark({ reported_faults: faults, site_contacts: contacts }: SiteOverview): string | null {
  return faults && JSON.stringify(faults) + (contacts.length > 0 ? JSON.stringify(contacts) : '');
}

/** The summaries of all sites of an admin or a technician. They are stored on a technician's device. */
export const siteOverviewQuery = queryOptions({
  queryKey: [...sitesKey, 'overview'],
  meta: { saved: rows },
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(rows, dataOf(await supabase.rpc('site_overview').abortSignal(signal))),
});

/**
 * The time to use for the overview: `today`, or the start of the database's year if that is later. If the device's clock is a year behind, the
 * overview has no counts for the device's last year, which would be read as zero.
 */
export function overviewMoment(sites: readonly SiteOverview[], today: Date): Date {
  const lastYear = Math.max(...Object.keys(sites[0]?.failures ?? {}).map(Number));
  const startOfYear = new Date(`${lastYear}-01-01T00:00:00+08:00`);
  return startOfYear > today ? startOfYear : today;
}
