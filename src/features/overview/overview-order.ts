import { contractDay } from '../../records/site/contract.ts';
import { byUrgency, type WatchedSite } from './site-concerns.ts';

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
