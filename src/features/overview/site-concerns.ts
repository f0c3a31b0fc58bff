import { csvOf } from '../../lib/csv.ts';
import { inEnglish, message, t, tIn, type Message } from '../../lib/language/translate.ts';
import type { FilterTable } from '../../lib/screen/list-filters.ts';
import type { ListOrder, OrderTable } from '../../lib/screen/list-order.ts';
import { joinedStatements } from '../../records/sentences.ts';
import { isArchived } from '../../records/site/archive.ts';
import { needsAttention, type ConcernKind } from '../../records/site/concerns.ts';
import { contractDay, isUnreadEnd, unreadEndText } from '../../records/site/contract.ts';
import type { SiteOverview } from '../../records/site/site-overview.ts';
import { promiseOn, promisesOf } from '../../records/site/site-promise.ts';
import type { FoundSites } from '../../records/site/site-search.ts';
import {
  compareSiteNames,
  mostUrgentFirst,
  type ServiceState,
  type WatchedSite,
} from '../../records/site/watched-site.ts';
import { periodStateLabels } from '../../records/task/service-periods.ts';
import { visitTime } from '../../records/task/visit.ts';
import { siteStamp, siteYear } from '../../records/time.ts';

/** How the current period stands, as the table and the CSV say; null while no interval is agreed. */
export function runningText({ running }: Pick<ServiceState, 'running'>): string | null {
  if (running === null) return null;
  return running.state === 'due' ? t('Not kept yet') : periodStateLabels[running.state];
}

// The orders that the sites can be listed in

export type OverviewKey =
  | 'urgency'
  | 'site'
  | 'status'
  | 'visit'
  | 'period'
  | 'kept'
  | 'contract'
  | 'calls'
  | 'failures'
  | 'keys'
  | 'faults';

/** The order of the table. */
export type OverviewOrder = ListOrder<OverviewKey>;

/** The orders of the table; `?sort=` has them. */
export const overviewOrders: OrderTable<OverviewKey> = {
  urgency: { usual: message('Most urgent first'), turned: message('Least urgent first') },
  site: { usual: message('Name, A to Z'), turned: message('Name, Z to A') },
  status: { usual: message('Offline first'), turned: message('Online first') },
  visit: { usual: message('Longest without a visit first'), turned: message('Latest visit first') },
  period: { usual: message('This period: not kept first'), turned: message('This period: kept first') },
  kept: { usual: message('Most missed first'), turned: message('Fewest missed first') },
  contract: { usual: message('Contract ends first'), turned: message('Contract ends last') },
  calls: { usual: message('Most late calls first'), turned: message('Fewest late calls first') },
  failures: { usual: message('Most failures first'), turned: message('Fewest failures first') },
  keys: { usual: message('Most unused keys first'), turned: message('Fewest unused keys first') },
  faults: { usual: message('Oldest fault first'), turned: message('Newest fault first') },
};

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
  kept: ({ row, service }) => (row.visit_every_months === null ? Infinity : service.fulfilled - service.due),
  contract: ({ row }) => contractDay(row.contract_until ?? '') ?? '9',
  // late ones first, then those nobody can judge, then the rest
  calls: ({ response: { late, unrecorded, responses } }) => -(late * 1e6 + unrecorded * 1e3 + responses.length),
  failures: ({ row, service }) => -failuresIn(row, service.year),
  keys: ({ row }) => -row.keys_unused,
  faults: ({ row }) => Date.parse(row.faults?.oldest ?? '') || Infinity,
};

/** The failures counted in a year; 0 without counts. */
export function failuresIn({ failures }: SiteOverview, year: number): number {
  return failures[year] ?? 0;
}

/** Sites in an order; that of a column is what its head says. */
export function orderSites(
  sites: readonly WatchedSite[],
  { key, turned }: OverviewOrder,
  found?: FoundSites<WatchedSite>,
): WatchedSite[] {
  const direction = turned ? -1 : 1;
  if (key === 'site') return sites.toSorted((a, b) => direction * compareSiteNames(a, b));
  if (key === 'urgency') return mostUrgentFirst(sites, found, turned);
  const measured = sites.map((site) => ({ site, measure: measures[key](site) }));
  measured.sort((a, b) => {
    if (a.measure === b.measure) return compareSiteNames(a.site, b.site);
    return a.measure < b.measure ? -direction : direction;
  });
  return measured.map(({ site }) => site);
}

// Which sites are listed, and as what file they are saved

/** A filter: sites that need something, or the archive. */
interface Show {
  value: string;
  label: Message;
  /** Asked of sites in use. */
  holds: (site: WatchedSite, now: Date) => boolean;
}

const needs =
  (...kinds: ConcernKind[]) =>
  ({ concerns }: WatchedSite) =>
    concerns.some(({ kind }) => kinds.includes(kind));

/** The filter that shows archived sites, and no others. */
export const archiveShow = 'archived';

const allSites: Show = { value: 'all', label: message('All sites'), holds: () => true };

export const overviewShows: readonly Show[] = [
  allSites,
  {
    value: 'attention',
    label: message('Needs attention'),
    holds: ({ concerns }) => concerns.some(needsAttention),
  },
  { value: 'faults', label: message('Open faults'), holds: needs('late fault', 'fault') },
  { value: 'overdue', label: message('Overdue'), holds: needs('overdue') },
  {
    value: 'due',
    label: message('Due this month'),
    // an overdue site has a current period too
    holds: ({ service: { running, nextDue } }, now) =>
      running?.state === 'due' && nextDue?.slice(0, 7) === siteStamp(now).slice(0, 7),
  },
  { value: 'contract', label: message('Contract ends'), holds: needs('expired', 'ending', 'ends later') },
  { value: 'offline', label: message('Offline'), holds: needs('offline') },
  { value: 'late', label: message('Late calls'), holds: ({ response }) => response.late > 0 },
  { value: 'follow', label: message('Recommendations open'), holds: needs('follow') },
  { value: 'keys', label: message('Unused keys'), holds: needs('keys') },
  { value: 'interval', label: message('No interval agreed'), holds: needs('interval') },
  { value: archiveShow, label: message('Archived'), holds: () => false },
];

/** Whether a filter shows a site: archived sites are in the archive only, whatever they need (`decisions §8`). */
export function isShownBy({ value, holds }: Show, site: WatchedSite, now: Date): boolean {
  return isArchived(site.row) ? value === archiveShow : holds(site, now);
}

/** What the overview is limited to, besides words. */
export interface OverviewFilter {
  /** The value of one of `overviewShows`; null for all sites. */
  show: string | null;
}

/** The choice of the overview that has this value; all sites without one. */
export function chosenShow(value: string | null): Show {
  return overviewShows.find((show) => show.value === value) ?? allSites;
}

/** The filters of the overview: `?show=overdue`. */
export const overviewFilters: FilterTable<OverviewFilter> = {
  show: {
    read: ([value = null]) => {
      const show = chosenShow(value);
      return show === allSites ? null : show.value;
    },
    // paper says *All sites* as well
    words: null,
    fileWord: (value) => inEnglish(chosenShow(value).label),
  },
};

/** The sites as a table, in the order given; days as `2026-03-26`. What is promised is that of today. */
export function overviewCsv(sites: readonly WatchedSite[], now: Date): string {
  const year = siteYear(now);
  const today = siteStamp(now).slice(0, 10);
  return csvOf([
    [
      t('Name'),
      t('Site Name'),
      tIn('head of a column', 'Needs'),
      t('Status'),
      t('Last visit'),
      t('Visit Every (Months)'),
      t('This period'),
      t('This period ends'),
      t('Periods kept {year}', { year }),
      t('Periods due {year}', { year }),
      t('Periods missed {year}', { year }),
      t('Contract End Date'),
      t('Contract ends on'),
      t('Emergency calls {year}', { year: year - 1 }),
      t('Emergency calls {year}', { year }),
      t('Failures {year}', { year: year - 1 }),
      t('Failures {year}', { year }),
      t('Keys'),
      t('Keys never used'),
      t('Response Within (Hours)'),
      t('Emergency Calls a Year'),
      t('Calls in time {year}', { year }),
      t('Calls late {year}', { year }),
      t('Calls without times {year}', { year }),
      t('Median answer (min) {year}', { year }),
      t('Calls used in the contract year or in {year}', { year }),
      t('Recommendations open'),
      t('Faults open'),
      t('Oldest fault reported'),
    ],
    ...sites.map(({ row, service, concerns, response, calls }) => [
      row.name,
      row.sitename ?? '',
      joinedStatements(concerns.map(({ text }) => text)),
      row.status === true ? t('System Online') : t('System Offline'),
      row.last_visit === null ? '' : visitTime(row.last_visit).date,
      row.visit_every_months ?? '',
      runningText(service) ?? '',
      service.running?.state === 'no contract' ? '' : (service.running?.last ?? ''),
      ...(service.running === null ? ['', '', ''] : [service.fulfilled, service.due, service.due - service.fulfilled]),
      row.contract_until ?? '',
      isUnreadEnd(row.contract_until)
        ? unreadEndText(row.contract_until ?? '')
        : (contractDay(row.contract_until ?? '') ?? ''),
      row.emergency[year - 1] ?? 0,
      row.emergency[year] ?? 0,
      failuresIn(row, year - 1),
      failuresIn(row, year),
      row.keys,
      row.keys_unused,
      ...promiseCells(row, today),
      response.within,
      response.late,
      response.unrecorded,
      response.median ?? '',
      calls?.used ?? '',
      row.follow,
      row.faults?.open ?? 0,
      row.faults?.oldest ? momentCell(row.faults.oldest) : '',
    ]),
  ]);
}

/** `2026-03-26 09:12` */
function momentCell(moment: string): string {
  const { date, clock } = visitTime(moment);
  return `${date} ${clock}`;
}

function promiseCells(row: SiteOverview, today: string): (number | '')[] {
  const { hours, calls } = promiseOn(promisesOf(row), today);
  return [hours ?? '', calls ?? ''];
}
