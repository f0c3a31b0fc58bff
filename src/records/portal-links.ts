import type { Month } from './time.ts';
import type { KindFilter } from './task/visit-kind.ts';

export interface PortalLink {
  pathname: string;
  search: string;
  hash?: string;
}

/** `site`, here and below: the site an admin picked, null for a client. */
function linkTo(pathname: string, values: Record<string, string | null>, site: string | null): PortalLink {
  const given = Object.entries({ ...values, site }).filter((one): one is [string, string] => one[1] !== null);
  return { pathname, search: given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '' };
}

export function toMonth(year: string, month: Month, site: string | null): PortalLink {
  return linkTo('/maintenance', { year, month }, site);
}

export function toVisit(task: number, site: string | null): PortalLink {
  return linkTo('/data-fetcher', { task: `${task}` }, site);
}

/** Without year and kind, the whole history. */
export function toHistory(site: string | null, year: string | null = null, kind: KindFilter | null = null): PortalLink {
  return linkTo('/data-fetcher', { year, kind }, site);
}

/** `place`: of the post among all posts of the record. */
export function toFailures(year: number, site: string | null, place: number | null = null): PortalLink {
  const link = linkTo('/charts', { year: `${year}` }, site);
  return place === null ? link : { ...link, hash: `#post-${place}` };
}

export function toSiteEditor(site: string): PortalLink {
  return linkTo('/DataEditor/sites', {}, site);
}
