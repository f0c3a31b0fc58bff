import type { Session } from '../lib/session.ts';

export interface NavLink {
  label: string;
  to: string;
}

const adminLinks: readonly NavLink[] = [
  { label: 'Admin', to: '/DataEditor' },
  { label: 'Maintenance Report', to: '/maintenance' },
  // the same page under its other name; the query tells which of the two is the current one
  { label: 'Inspection Report', to: '/maintenance?view=inspection' },
  { label: 'Guide', to: '/guide' },
  { label: 'Update ZIP', to: '/UploadZip' },
  { label: 'Files', to: '/fb' },
];

const userLinks: readonly NavLink[] = [
  { label: 'Profile', to: '/profile' },
  { label: 'Stats', to: '/charts' },
  { label: 'Service History', to: '/data-fetcher' },
  { label: 'Guide', to: '/guide' },
];

/** The menu of a role (`spec §2`, navigation bar). */
export function navLinks(role: Session['role']): readonly NavLink[] {
  return role === 'admin' ? adminLinks : userLinks;
}

/** Whether a menu entry leads to the page at this address, or to one above it. */
export function isCurrent(link: NavLink, address: { pathname: string; search: string }): boolean {
  const [path = '', query = ''] = link.to.split('?');
  // the Data Deleter is a part of the admin workspace with an address of its own
  const pathname = address.pathname === '/datadeleter' ? '/DataEditor' : address.pathname;
  const inside = pathname === path || pathname.startsWith(`${path}/`);
  const view = new URLSearchParams(query).get('view');
  return inside && (path !== '/maintenance' || new URLSearchParams(address.search).get('view') === view);
}

/** Where an entry leads from this address: the site that an admin has picked goes along between its pages. */
export function addressOf(link: NavLink, address: { search: string }): string {
  const site = new URLSearchParams(address.search).get('site');
  if (site === null || !link.to.startsWith('/maintenance')) return link.to;
  return `${link.to}${link.to.includes('?') ? '&' : '?'}${new URLSearchParams({ site }).toString()}`;
}
