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

/** Describes the current service period, for the table and the CSV file; null if no interval is agreed. */
export function runningText({ running }: Pick<ServiceState, 'running'>): string | null {
  if (running === null) return null;
  return running.state === 'due' ? t('Not kept yet') : periodStateLabels[running.state];
}

// The orders of the list of sites

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

/** The orders of the table, in the query string as `?sort=`. */
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

/** The value that each order sorts by, the smallest first. Texts are sorted alphabetically. */
const measures: Record<Exclude<OverviewKey, 'urgency' | 'site'>, (site: WatchedSite) => number | string> = {
  status: ({ row }) => (row.status === true ? 1 : 0),
  visit: ({ row }) => (row.last_visit === null ? -Infinity : Date.parse(row.last_visit)),
  period: ({ service: { running, overdue, nextDue } }) => {
    // the texts sort by state: overdue (0), due (1), both followed by the due day, missed (3), kept (5), no contract (7), no interval (9)
    if (running === null) return '9';
    if (running.state === 'due') return `${overdue ? 0 : 1}${nextDue}`;
    if (running.state === 'kept') return '5';
    return running.state === 'missed' ? '3' : '7';
  },
  kept: ({ row, service }) => (row.visit_every_months === null ? Infinity : service.fulfilled - service.due),
  // ISO days are texts, so '9' comes after all of them
  contract: ({ row }) => contractDay(row.contract_until ?? '') ?? '9',
  // by the number of late calls, then by that of calls without times, then by that of all calls; none of them reaches 1,000
  calls: ({ response: { late, unrecorded, responses } }) => -(late * 1e6 + unrecorded * 1e3 + responses.length),
  failures: ({ row, service }) => -failuresIn(row, service.year),
  keys: ({ row }) => -row.keys_unused,
  faults: ({ row }) => Date.parse(row.faults?.oldest ?? '') || Infinity,
};

/** The number of failures in a year; 0 if none were counted. */
export function failuresIn({ failures }: SiteOverview, year: number): number {
  return failures[year] ?? 0;
}

/**
 * Sorts sites; those with the same value by name.
 * @param found the result of a search, whose matches by name come first in the order of urgency
 */
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

// The filters of the list of sites, and its CSV file

/** A filter: for sites that need something, or for the archive. */
interface Show {
  value: string;
  label: Message;
  /** Whether the filter shows a site in use. */
  holds: (site: WatchedSite, now: Date) => boolean;
}

/** Returns a test whether a site has a concern of one of these kinds. */
const needs =
  (...kinds: ConcernKind[]) =>
  ({ concerns }: WatchedSite) =>
    concerns.some(({ kind }) => kinds.includes(kind));

/** The filter that shows the archived sites only. */
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
    // a site that is overdue with an earlier period is shown too, if its current period ends this month
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

/** Whether a filter shows a site. Only the filter of the archive shows archived sites, whatever these need (`decisions §8`). */
export function isShownBy({ value, holds }: Show, site: WatchedSite, now: Date): boolean {
  return isArchived(site.row) ? value === archiveShow : holds(site, now);
}

/** The filter of the overview; the words of a search are apart from it. */
export interface OverviewFilter {
  /** The value of one of `overviewShows`; null for all sites. */
  show: string | null;
}

/** Finds the filter with this value; the filter for all sites if there is none. */
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
    // the caption of a printed list names the filter itself, *All sites* too
    words: null,
    fileWord: (value) => inEnglish(chosenShow(value).label),
  },
};

/** The sites as a CSV, in the given order. Days are written like `2026-03-26`, and the promises are those that hold today. */
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

/** A moment as `2026-03-26 09:12`. */
function momentCell(moment: string): string {
  const { date, clock } = visitTime(moment);
  return `${date} ${clock}`;
}

function promiseCells(row: SiteOverview, today: string): (number | '')[] {
  const { hours, calls } = promiseOn(promisesOf(row), today);
  return [hours ?? '', calls ?? ''];
}
