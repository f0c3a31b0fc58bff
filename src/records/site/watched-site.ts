import { t } from '../../lib/language/translate.ts';
import { compareNames } from '../../lib/screen/list-order.ts';
import { callsOfYear, clockOf, type CallsUsed, type ClockedVisit, type ResponseFigures } from '../task/response.ts';
import {
  agreementOf,
  serviceSummary,
  type DatedVisit,
  type ServiceSummary,
  type ServicePeriod,
} from '../task/service-periods.ts';
import { visitTime } from '../task/visit.ts';
import { siteStamp } from '../time.ts';
import { isArchived } from './archive.ts';
import {
  callsConcern,
  concernRank,
  faultConcern,
  followConcern,
  siteConcerns,
  type Concern,
  type VisitStanding,
} from './concerns.ts';
import { contractDay } from './contract.ts';
import type { CalendarSite } from './due-calendar.ts';
import { dueDates } from './due-dates.ts';
import { textOrNull } from './site-columns.ts';
import type { SiteOverview } from './site-overview.ts';
import { promiseOn, promisesOf } from './site-promise.ts';
import type { FoundSites } from './site-search.ts';

// Computes the state of a site for the overview and for a technician's list of sites.

export interface WatchedSite {
  row: SiteOverview;
  service: ServiceState;
  concerns: readonly Concern[];
  /** The response figures of the current year. */
  response: ResponseFigures;
  /** The calls of the contract year; null without a contract. */
  calls: CallsUsed | null;
}

export function watchedSite(row: SiteOverview, now: Date): WatchedSite {
  const service = serviceState(row, now);
  const standing = { since: service.since, isDue: service.running?.state === 'due', nextDue: service.nextDue };
  const clock = clockOf({ ...row, tasks2024: row.calls.map(shownCall) }, row.reported_faults);
  const { response, calls } = callsOfYear(clock, service.year, now);
  const more = [
    callsConcern(calls),
    keyConcern(row),
    followConcern(row.follow, row.follow_since, now),
    openFaultConcern(row, now),
  ];
  return {
    row,
    service,
    // an archived site has no concerns, because nobody works there any more
    concerns: isArchived(row) ? [] : siteConcerns(row, standing, now, more),
    response,
    calls,
  };
}

/** A call of the overview in the form that the response times need. */
export const shownCall = (call: SiteOverview['calls'][number]): ClockedVisit => ({ ...call, showing: 'True' });

/** The concern about open faults. The promise on the day of the oldest report applies, unless the contract had ended. */
function openFaultConcern(row: SiteOverview, now: Date): Concern | null {
  const { open, oldest } = row.faults ?? { open: 0, oldest: null };
  const day = siteStamp(oldest === null ? now : new Date(oldest)).slice(0, 10);
  const end = contractDay(row.contract_until ?? '');
  const hours = end !== null && end < day ? null : promiseOn(promisesOf(row), day).hours;
  return faultConcern(open, oldest, hours, now);
}

/** The concern about unused keys. There is none while all of them were issued less than two weeks ago, because they may still be used. */
function keyConcern({ keys, keys_unused, keys_forgotten }: SiteOverview): Concern | null {
  return keys_forgotten === 0
    ? null
    : { kind: 'keys', tone: 'info', text: unusedText(keys, keys_unused), days: -keys_unused };
}

function unusedText(keys: number, unused: number): string {
  if (keys !== unused)
    return t('{unused, plural, one {# of {keys} keys was} other {# of {keys} keys were}} never used', { unused, keys });
  return t('{keys, plural, one {Its key was never used} other {None of its # keys has been used}}', { keys });
}

/** Compares two sites by their most urgent concerns: by kind, then by `days`; if they are equal, by the next concerns. */
export function byUrgency(a: WatchedSite, b: WatchedSite): number {
  const maxLength = Math.max(a.concerns.length, b.concerns.length);
  for (let index = 0; index < maxLength; index += 1) {
    const [concernOfA, concernOfB] = [a.concerns[index], b.concerns[index]];
    if (!concernOfA) return 1;
    if (!concernOfB) return -1;
    const difference = concernRank(concernOfA.kind) - concernRank(concernOfB.kind) || concernOfA.days - concernOfB.days;
    if (difference !== 0) return difference;
  }
  return 0;
}

export function compareSiteNames(a: WatchedSite, b: WatchedSite): number {
  return compareNames(a.row.name, b.row.name);
}

/**
 * The sites sorted by urgency. Sites that a search found by their names come first: a person who types a name does not mean a site that only is
 * in a street of that name.
 * @param found the result of a search, if there is one
 * @param reversed the least urgent first
 */
export function mostUrgentFirst(
  sites: readonly WatchedSite[],
  found?: FoundSites<WatchedSite>,
  reversed = false,
): WatchedSite[] {
  const direction = reversed ? -1 : 1;
  // a site that was found by its names has no words (`FoundSites`)
  const nameRank = (site: WatchedSite) => (found?.get(site)?.length ? 1 : 0);
  return sites.toSorted((a, b) => nameRank(a) - nameRank(b) || direction * byUrgency(a, b) || compareSiteNames(a, b));
}

// The state of a site's agreed visits

export interface ServiceState extends Omit<ServiceSummary, 'overdueSince'>, Pick<VisitStanding, 'since'> {
  /** The current year in Singapore. */
  year: number;
  /** The current period; null while no interval is agreed. */
  running: ServicePeriod | null;
}

/**
 * The rule of service periods (`decisions §8`), applied to the first and last visit and one visit per fulfilled month.
 */
export function serviceState(row: SiteOverview, now: Date): ServiceState {
  const today = visitTime(now).date;
  const year = Number(today.slice(0, 4));
  // the summary's `overdueSince` would use years whose months are not known here
  const { overdueSince: _, ...state } = periodsOf(row, year, now);
  const running = state.periods.find(({ first, last }) => first <= today && today <= last) ?? null;
  return { ...state, year, running, since: state.overdue ? missedSince(row, year, now) : null };
}

function missedSince(row: SiteOverview, year: number, now: Date): ServiceState['since'] {
  const today = visitTime(now).date;
  const past = [year - 2, year - 1, year]
    .flatMap((pastYear) => periodsOf(row, pastYear, now).periods)
    // the overview has no months before that
    .filter(({ first, last }) => first >= `${year - 2}-01-01` && last < today);
  const lastFulfilled = past.findLastIndex(({ state }) => state !== 'missed');
  const missed = past[lastFulfilled + 1];
  const firstVisit = row.first_visit === null ? today : visitTime(row.first_visit).date;
  return missed ? { day: missed.last, orEarlier: lastFulfilled === -1 && firstVisit < missed.first } : null;
}

function periodsOf(row: SiteOverview, year: number, now: Date): ServiceSummary {
  return serviceSummary(knownVisits(row), agreementOf(row), year, now);
}

/** The coming due dates of a site, for a calendar. An archived site has none. */
export function calendarSite({ row }: WatchedSite, now: Date): CalendarSite {
  return {
    id: row.site_id,
    picked: row.name,
    title: row.name,
    address: textOrNull(row.address),
    dates: isArchived(row) ? [] : dueDates(knownVisits(row), agreementOf(row), now),
  };
}

/**
 * Visits for `serviceSummary`: the first and the last visit as `other`, which fulfils no period, and a visit at the beginning of each month that
 * has a visit which fulfils its period. The beginning of the month is never later than the last visit.
 */
function knownVisits({ first_visit, last_visit, kept_months }: SiteOverview): DatedVisit[] {
  const firstAndLast = [last_visit, first_visit].filter((time) => time !== null);
  return [
    ...firstAndLast.map((time): DatedVisit => ({ time, kind: 'other' })),
    ...kept_months.map((month) => ({ time: `${month}-01T00:00:00+08:00` })),
  ];
}
