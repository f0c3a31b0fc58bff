import { contractDay } from '../../records/site/contract.ts';
import { byUrgency, type WatchedSite, type ConcernKind } from './site-concerns.ts';
import { searchFor } from '../../lib/text-search.ts';
import { siteStamp } from '../../records/time.ts';
import { csvOf } from '../../lib/csv.ts';
import { visitTime } from '../../records/task/visit.ts';

const orderKeys = ['urgency', 'site', 'status', 'visit', 'period', 'kept', 'contract', 'failures', 'keys'] as const;

export type OverviewKey = (typeof orderKeys)[number];

/** `turned`: reversed from the column's default. */
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
  const key = orderKeys.find((one) => one === sort.replace(/^-/u, '')) ?? 'urgency';
  return { key, turned: sort === `-${key}` };
}

/** Empty for the default order. */
export function overviewOrderValue({ key, turned }: OverviewOrder): string {
  return turned ? `-${key}` : key === 'urgency' ? '' : key;
}

export const overviewOrders: readonly { value: string; label: string }[] = orderKeys.flatMap((key) => [
  { value: overviewOrderValue({ key, turned: false }), label: orderWords[key].usual },
  { value: overviewOrderValue({ key, turned: true }), label: orderWords[key].turned },
]);

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const compareNames = (a: WatchedSite, b: WatchedSite) => names.compare(a.row.name, b.row.name);

/** Ascending by default; text alphabetically. */
const measures: Record<Exclude<OverviewKey, 'urgency' | 'site'>, (site: WatchedSite) => number | string> = {
  status: ({ row }) => (row.status === true ? 1 : 0),
  visit: ({ row }) => (row.last_visit === null ? -Infinity : Date.parse(row.last_visit)),
  period: ({ service }) =>
    service.running === null
      ? '9'
      : service.running.state === 'kept'
        ? '5'
        : `${service.overdue ? 0 : 1}${service.nextDue}`,
  kept: ({ row, service }) => (row.visit_every_months === null ? Infinity : service.kept - service.due),
  contract: ({ row }) => contractDay(row.contract_until ?? '') ?? '9',
  failures: ({ row, service }) => -failuresIn(row, service.year),
  keys: ({ row }) => -row.keys_unused,
};

/** 0 without counts. */
export function failuresIn({ failures }: WatchedSite['row'], year: number): number {
  return failures[year] ?? 0;
}

export function orderSites(sites: readonly WatchedSite[], { key, turned }: OverviewOrder): WatchedSite[] {
  const way = turned ? -1 : 1;
  if (key === 'site') return sites.toSorted((a, b) => way * compareNames(a, b));
  if (key === 'urgency') return sites.toSorted((a, b) => way * byUrgency(a, b) || compareNames(a, b));
  const measured = sites.map((site) => ({ site, at: measures[key](site) }));
  return measured
    .toSorted((a, b) => (a.at === b.at ? compareNames(a.site, b.site) : a.at < b.at ? -way : way))
    .map(({ site }) => site);
}

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
    holds: ({ concerns }) => concerns.some(({ tone }) => tone !== 'info'),
  },
  { value: 'overdue', label: 'Overdue', holds: needs('overdue') },
  {
    value: 'due',
    label: 'Due this month',
    // an overdue site has a current period too
    holds: ({ service: { running } }, now) =>
      running?.state === 'due' && running.last.slice(0, 7) === siteStamp(now).slice(0, 7),
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

export function searchSites(sites: readonly WatchedSite[], query: string): WatchedSite[] {
  const isFound = searchFor(query);
  return sites.filter(({ row }) => isFound(`${row.name}\n${row.sitename ?? ''}`));
}

/** In the order given; days as `2026-03-26`. @param year the year that is counted. */
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
      `Emergency calls ${year}`,
      `Emergency calls ${year - 1}`,
      `Failures ${year}`,
      `Failures ${year - 1}`,
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
      service.running === null ? '' : service.running.state === 'kept' ? 'Kept' : 'Not kept yet',
      service.running?.last ?? '',
      ...(service.running === null ? ['', '', ''] : [service.kept, service.due, service.due - service.kept]),
      row.contract_until ?? '',
      row.emergency[year] ?? 0,
      row.emergency[year - 1] ?? 0,
      failuresIn(row, year),
      failuresIn(row, year - 1),
      row.keys,
      row.keys_unused,
    ]),
  ]);
}
