import { getSession } from '../../lib/session.ts';
import { hasRight, type Right } from '../access-key/role.ts';

/** The links to a picked site, in order (`decisions §3`), and the right each one needs. */
const places = [
  { pathname: '/maintenance', label: 'Records', right: 'pickSite' },
  { pathname: '/data-fetcher', label: 'Service History', right: 'pickSite' },
  { pathname: '/charts', label: 'Analytics', right: 'changeRecords' },
  { pathname: '/profile', label: 'Profile', right: 'changeRecords' },
  { pathname: '/DataEditor/sites', label: 'Editor', right: 'changeRecords' },
  { pathname: '/DataEditor', label: 'Add a visit', right: 'addVisits' },
] as const satisfies readonly { pathname: string; label: string; right: Right }[];

export interface SitePlace {
  pathname: (typeof places)[number]['pathname'];
  /** Query string with the site. */
  search: string;
  label: string;
}

/** Those that this session may open. */
export function sitePlaces(site: string): SitePlace[] {
  const role = getSession()?.role;
  return places
    .filter(({ right }) => hasRight(role, right))
    .map(({ pathname, label }) => ({ pathname, label, search: siteQuery(site) }));
}

/** `?site=Selasih+Park` */
export function siteQuery(site: string): string {
  return `?${new URLSearchParams({ site }).toString()}`;
}
