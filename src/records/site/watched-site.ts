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

// The rules of the overview and of a technician's sites.

export interface WatchedSite {
  row: SiteOverview;
  service: ServiceState;
  concerns: readonly Concern[];
  /** How the emergency calls of the running year were answered. */
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
    openFaults(row, now),
  ];
  return {
    row,
    service,
    // nobody has to do anything at a site that is archived
    concerns: isArchived(row) ? [] : siteConcerns(row, standing, now, more),
    response,
    calls,
  };
}

/** A call of the overview as the clock reads it. */
export const shownCall = (call: SiteOverview['calls'][number]): ClockedVisit => ({ ...call, showing: 'True' });

/** By the promise of the day of the oldest report, which ends with the contract. */
function openFaults(row: SiteOverview, now: Date): Concern | null {
  const { open, oldest } = row.faults ?? { open: 0, oldest: null };
  const day = siteStamp(oldest === null ? now : new Date(oldest)).slice(0, 10);
  const end = contractDay(row.contract_until ?? '');
  const hours = end !== null && end < day ? null : promiseOn(promisesOf(row), day).hours;
  return faultConcern(open, oldest, hours, now);
}

/** A key that was handed out lately may be used any day: unused keys are a concern once one of them has waited for two weeks. */
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

/** Sorts by the most urgent concern, within a kind by its days, then by the second concern and so on. */
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
 * Sites by urgency. Those come first that a search found by their names, as the urgent site that is only in a street of that name is not
 * the one meant. @param reversed the least urgent first
 */
export function mostUrgentFirst(
  sites: readonly WatchedSite[],
  found?: FoundSites<WatchedSite>,
  reversed = false,
): WatchedSite[] {
  const direction = reversed ? -1 : 1;
  const byNames = (site: WatchedSite) => (found?.get(site)?.length ? 1 : 0);
  return sites.toSorted((a, b) => byNames(a) - byNames(b) || direction * byUrgency(a, b) || compareSiteNames(a, b));
}

// How the agreed visits of a site stand

export interface ServiceState extends Omit<ServiceSummary, 'overdueSince'>, Pick<VisitStanding, 'since'> {
  /** The current year in Singapore. */
  year: number;
  /** Null while no interval is agreed. */
  running: ServicePeriod | null;
}

/**
 * The rule of service periods (`decisions §8`), applied to the first and last visit and one visit per fulfilled month.
 */
export function serviceState(row: SiteOverview, now: Date): ServiceState {
  const today = visitTime(now).date;
  const year = Number(today.slice(0, 4));
  // its own `overdueSince` looks further back than the known months
  const { overdueSince: _, ...state } = periodsOf(row, year, now);
  const running = state.periods.find(({ first, last }) => first <= today && today <= last) ?? null;
  return { ...state, year, running, since: state.overdue ? missedSince(row, year, now) : null };
}

function missedSince(row: SiteOverview, year: number, now: Date): ServiceState['since'] {
  const today = visitTime(now).date;
  const past = [year - 2, year - 1, year]
    .flatMap((pastYear) => periodsOf(row, pastYear, now).periods)
    // nothing is known of earlier periods
    .filter(({ first, last }) => first >= `${year - 2}-01-01` && last < today);
  const lastFulfilled = past.findLastIndex(({ state }) => state !== 'missed');
  const missed = past[lastFulfilled + 1];
  const firstVisit = row.first_visit === null ? today : visitTime(row.first_visit).date;
  return missed ? { day: missed.last, orEarlier: lastFulfilled === -1 && firstVisit < missed.first } : null;
}

function periodsOf(row: SiteOverview, year: number, now: Date): ServiceSummary {
  return serviceSummary(knownVisits(row), agreementOf(row), year, now);
}

/** The days of a site that are to come, for a calendar; an archived one has none. */
export function calendarSite({ row }: WatchedSite, now: Date): CalendarSite {
  return {
    id: row.site_id,
    picked: row.name,
    title: row.name,
    address: textOrNull(row.address),
    dates: isArchived(row) ? [] : dueDates(knownVisits(row), agreementOf(row), now),
  };
}

/** The first and last visit, and one at the very beginning of each kept month, so that none is later than the last. */
function knownVisits({ first_visit, last_visit, kept_months }: SiteOverview): DatedVisit[] {
  const firstAndLast = [last_visit, first_visit].filter((time) => time !== null);
  return [
    ...firstAndLast.map((time): DatedVisit => ({ time, kind: 'other' })),
    ...kept_months.map((month) => ({ time: `${month}-01T00:00:00+08:00` })),
  ];
}
