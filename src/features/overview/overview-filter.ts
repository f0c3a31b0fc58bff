import { searchFor } from '../../lib/text-search.ts';
import { siteStamp } from '../../records/time.ts';
import type { ConcernKind, WatchedSite } from './site-concerns.ts';

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
