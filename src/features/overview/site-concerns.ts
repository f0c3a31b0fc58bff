import { contractDay } from '../../records/site/contract.ts';
import {
  concernRank,
  needsAttention,
  siteConcerns,
  type Concern,
  type ConcernKind,
  type VisitStanding,
} from '../../records/site/concerns.ts';
import type { SiteOverview } from './site-overview.ts';
import { siteStamp } from '../../records/time.ts';
import {
  agreementOf,
  keptPeriods,
  type DatedVisit,
  type KeptPeriods,
  periodStateLabels,
  type ServicePeriod,
} from '../../records/task/kept-periods.ts';
import type { FoundSites } from '../../records/site/site-search.ts';
import { csvOf } from '../../lib/csv.ts';
import { visitTime } from '../../records/task/visit.ts';

export interface WatchedSite {
  row: SiteOverview;
  service: ServiceState;
  concerns: readonly Concern[];
}

export function watchedSite(row: SiteOverview, now: Date): WatchedSite {
  const service = serviceState(row, now);
  const standing = { since: service.since, isDue: service.running?.state === 'due', nextDue: service.nextDue };
  return { row, service, concerns: siteConcerns(row, standing, now, [keyConcern(row)]) };
}

/** A key that was handed out lately may be used any day: unused keys are a concern once one of them has waited for two weeks. */
function keyConcern({ keys, keys_unused, keys_forgotten }: SiteOverview): Concern | null {
  return keys_forgotten === 0
    ? null
    : { kind: 'keys', tone: 'info', text: unusedText(keys, keys_unused), days: -keys_unused };
}

function unusedText(keys: number, unused: number): string {
  if (keys !== unused) return `${unused} of ${keys} keys ${unused === 1 ? 'was' : 'were'} never used`;
  return keys === 1 ? 'Its key was never used' : `None of its ${keys} keys has been used`;
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

// How the agreed visits of a site stand

interface ServiceState extends Omit<KeptPeriods, 'overdueSince'>, Pick<VisitStanding, 'since'> {
  /** The current year in Singapore. */
  year: number;
  /** Null while no interval is agreed. */
  running: ServicePeriod | null;
}

/** The rule of kept periods (`decisions §8`), applied to the first and last visit and one per kept month. */
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
  const lastKept = past.findLastIndex(({ state }) => state !== 'missed');
  const missed = past[lastKept + 1];
  const firstVisit = row.first_visit === null ? today : visitTime(row.first_visit).date;
  return missed ? { day: missed.last, orEarlier: lastKept === -1 && firstVisit < missed.first } : null;
}

/** How the current period stands, as the table and the CSV say; null while no interval is agreed. */
export function runningText({ running }: Pick<ServiceState, 'running'>): string | null {
  if (running === null) return null;
  return running.state === 'due' ? 'Not kept yet' : periodStateLabels[running.state];
}

function periodsOf(row: SiteOverview, year: number, now: Date): KeptPeriods {
  return keptPeriods(knownVisits(row), agreementOf(row), year, now);
}

/** The first and last visit, and one at the very beginning of each kept month, so that none is later than the last. */
function knownVisits({ first_visit, last_visit, kept_months }: SiteOverview): DatedVisit[] {
  const firstAndLast = [last_visit, first_visit].filter((time) => time !== null);
  return [
    ...firstAndLast.map((time): DatedVisit => ({ time, kind: 'other' })),
    ...kept_months.map((month) => ({ time: `${month}-01T00:00:00+08:00` })),
  ];
}

// The orders that the sites can be listed in

const orderKeys = ['urgency', 'site', 'status', 'visit', 'period', 'kept', 'contract', 'failures', 'keys'] as const;

export type OverviewKey = (typeof orderKeys)[number];

/** The order of the table. `turned`: reversed from the column's default. */
export interface OverviewOrder {
  key: OverviewKey;
  turned: boolean;
}

export const orderWords: Record<OverviewKey, { usual: string; turned: string }> = {
  urgency: { usual: 'Most urgent first', turned: 'Least urgent first' },
  site: { usual: 'Name, A to Z', turned: 'Name, Z to A' },
  status: { usual: 'Offline first', turned: 'Online first' },
  visit: { usual: 'Longest without a visit first', turned: 'Latest visit first' },
  period: { usual: 'This period: not kept first', turned: 'This period: kept first' },
  kept: { usual: 'Most missed first', turned: 'Fewest missed first' },
  contract: { usual: 'Contract ends first', turned: 'Contract ends last' },
  failures: { usual: 'Most failures first', turned: 'Fewest failures first' },
  keys: { usual: 'Most unused keys first', turned: 'Fewest unused keys first' },
};

/** Reads `?sort=visit`, and `?sort=-visit` when reversed. */
export function readOverviewOrder(params: URLSearchParams): OverviewOrder {
  const sort = params.get('sort') ?? '';
  const key = orderKeys.find((known) => known === sort.replace(/^-/u, '')) ?? 'urgency';
  return { key, turned: sort === `-${key}` };
}

/** The value of `?sort=` for an order; empty for the default order. */
export function overviewOrderValue({ key, turned }: OverviewOrder): string {
  return turned ? `-${key}` : key === 'urgency' ? '' : key;
}

export const overviewOrders: readonly { value: string; label: string }[] = orderKeys.flatMap((key) => [
  { value: overviewOrderValue({ key, turned: false }), label: orderWords[key].usual },
  { value: overviewOrderValue({ key, turned: true }), label: orderWords[key].turned },
]);

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const compareNames = (a: WatchedSite, b: WatchedSite) => names.compare(a.row.name, b.row.name);

/** What the sites are sorted by in each order: the smallest first, texts alphabetically. */
const measures: Record<Exclude<OverviewKey, 'urgency' | 'site'>, (site: WatchedSite) => number | string> = {
  status: ({ row }) => (row.status === true ? 1 : 0),
  visit: ({ row }) => (row.last_visit === null ? -Infinity : Date.parse(row.last_visit)),
  period: ({ service: { running, overdue, nextDue } }) => {
    // sites without an interval come last, before them those without a contract, then those whose period is kept
    if (running === null) return '9';
    if (running.state === 'due') return `${overdue ? 0 : 1}${nextDue}`;
    return running.state === 'kept' ? '5' : running.state === 'missed' ? '3' : '7';
  },
  kept: ({ row, service }) => (row.visit_every_months === null ? Infinity : service.kept - service.due),
  contract: ({ row }) => contractDay(row.contract_until ?? '') ?? '9',
  failures: ({ row, service }) => -failuresIn(row, service.year),
  keys: ({ row }) => -row.keys_unused,
};

/** The failures counted in a year; 0 without counts. */
export function failuresIn({ failures }: SiteOverview, year: number): number {
  return failures[year] ?? 0;
}

/**
 * Sites in an order. By urgency those come first that a search found by their names, as the urgent site that is only in a street of that
 * name is not the one meant; the order of a column is what its head says.
 */
export function orderSites(
  sites: readonly WatchedSite[],
  { key, turned }: OverviewOrder,
  found?: FoundSites<WatchedSite>,
): WatchedSite[] {
  const direction = turned ? -1 : 1;
  if (key === 'site') return sites.toSorted((a, b) => direction * compareNames(a, b));
  const byNames = (site: WatchedSite) => (found?.get(site)?.length ? 1 : 0);
  if (key === 'urgency')
    return sites.toSorted((a, b) => byNames(a) - byNames(b) || direction * byUrgency(a, b) || compareNames(a, b));
  const measured = sites.map((site) => ({ site, measure: measures[key](site) }));
  measured.sort((a, b) => {
    if (a.measure === b.measure) return compareNames(a.site, b.site);
    return a.measure < b.measure ? -direction : direction;
  });
  return measured.map(({ site }) => site);
}

// Which sites are listed, and as what file they are saved

/** A filter: sites that need something. */
interface Show {
  value: string;
  label: string;
  holds: (site: WatchedSite, now: Date) => boolean;
}

const needs =
  (...kinds: ConcernKind[]) =>
  ({ concerns }: WatchedSite) =>
    concerns.some(({ kind }) => kinds.includes(kind));

const allSites: Show = { value: 'all', label: 'All sites', holds: () => true };

export const overviewShows: readonly Show[] = [
  allSites,
  {
    value: 'attention',
    label: 'Needs attention',
    holds: ({ concerns }) => concerns.some(needsAttention),
  },
  { value: 'overdue', label: 'Overdue', holds: needs('overdue') },
  {
    value: 'due',
    label: 'Due this month',
    // an overdue site has a current period too
    holds: ({ service: { running, nextDue } }, now) =>
      running?.state === 'due' && nextDue?.slice(0, 7) === siteStamp(now).slice(0, 7),
  },
  { value: 'contract', label: 'Contract ends', holds: needs('expired', 'ending', 'ends later') },
  { value: 'offline', label: 'Offline', holds: needs('offline') },
  { value: 'keys', label: 'Unused keys', holds: needs('keys') },
  { value: 'interval', label: 'No interval agreed', holds: needs('interval') },
];

/** Reads `?show=overdue`; unknown values mean all. */
export function readShow(params: URLSearchParams): Show {
  return overviewShows.find(({ value }) => value === params.get('show')) ?? allSites;
}

/** The sites as a table, in the order given; days as `2026-03-26`. @param year the year that is counted. */
export function overviewCsv(sites: readonly WatchedSite[], year: number): string {
  return csvOf([
    [
      'Name',
      'Site Name',
      'Needs',
      'Status',
      'Last visit',
      'Visit Every (Months)',
      'This period',
      'This period ends',
      `Periods kept ${year}`,
      `Periods due ${year}`,
      `Periods missed ${year}`,
      'Contract End Date',
      `Emergency calls ${year - 1}`,
      `Emergency calls ${year}`,
      `Failures ${year - 1}`,
      `Failures ${year}`,
      'Keys',
      'Keys never used',
    ],
    ...sites.map(({ row, service, concerns }) => [
      row.name,
      row.sitename ?? '',
      concerns.map(({ text }) => text).join('; '),
      row.status === true ? 'System Online' : 'System Offline',
      row.last_visit === null ? '' : visitTime(row.last_visit).date,
      row.visit_every_months ?? '',
      runningText(service) ?? '',
      service.running?.state === 'no contract' ? '' : (service.running?.last ?? ''),
      ...(service.running === null ? ['', '', ''] : [service.kept, service.due, service.due - service.kept]),
      row.contract_until ?? '',
      row.emergency[year - 1] ?? 0,
      row.emergency[year] ?? 0,
      failuresIn(row, year - 1),
      failuresIn(row, year),
      row.keys,
      row.keys_unused,
    ]),
  ]);
}
