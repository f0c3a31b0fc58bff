/** Where an admin goes with a site, in the order of the links (`decisions §3`). */
const places = [
  { pathname: '/maintenance', label: 'Records' },
  { pathname: '/data-fetcher', label: 'Service History' },
  { pathname: '/charts', label: 'Analytics' },
  { pathname: '/profile', label: 'Profile' },
  { pathname: '/DataEditor/sites', label: 'Editor' },
  { pathname: '/DataEditor', label: 'Add a visit' },
] as const;

export interface SitePlace {
  pathname: (typeof places)[number]['pathname'];
  /** Query string that carries the site along. */
  search: string;
  label: string;
}

/** The screens of a site, by its name. */
export function sitePlaces(site: string): SitePlace[] {
  return places.map((place) => ({ ...place, search: siteQuery(site) }));
}

/** `?site=Selasih+Park` */
export function siteQuery(site: string): string {
  return `?${new URLSearchParams({ site }).toString()}`;
}
