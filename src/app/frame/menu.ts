import type { Location } from 'react-router-dom';
import type { Message } from '../../lib/language/translate.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import { isEntryFor, isOpenTo, routes, type PortalRoute } from '../routes.tsx';

/** A link of the menu (`spec §2`). */
interface MenuLink {
  label: Message;
  /** The query of its URL with the `?`; empty for none. */
  query: string;
  route: PortalRoute;
}

/** The links of a role's navigation bar, in order (`spec §2`). */
export function menuOf(role: Role): MenuLink[] {
  return routes
    .filter((route) => isOpenTo(role, route))
    .flatMap((route) =>
      (route.menu ?? [])
        .filter((entry) => isEntryFor(role, entry))
        .map(({ label, query = '' }) => ({ label, query, route })),
    );
}

/**
 * Whether a menu link is marked as the current one. It is when the open screen is that of the link, has a path below it, or is linked
 * from it (`linkedFrom`). Any screen of the workspace marks the link of the workspace.
 */
export function isMenuLinkCurrent({ query, route }: MenuLink, role: Role, { pathname, search }: Location): boolean {
  const menuPath = menuPathOf(pathname, role);
  if (route.workspace && routes.some(({ path, workspace }) => workspace && path === menuPath)) return true;
  const isInside = menuPath === route.path || menuPath.startsWith(`${route.path}/`);
  // two entries of one screen differ by `view` in their query
  return isInside && (route.menu?.length === 1 || viewIn(search) === viewIn(query));
}

/**
 * The path by which a screen marks a menu link. For a screen that is not in the role's menu it is that of the screen that links to it:
 * Service History for a client's dashboard.
 */
function menuPathOf(pathname: string, role: Role): string {
  const route = routes.find(({ path }) => path === pathname);
  const isInMenu = route?.menu?.some((entry) => isEntryFor(role, entry));
  const from = isInMenu ? undefined : route?.linkedFrom?.[role];
  return from === undefined ? pathname : menuPathOf(from, role);
}

function viewIn(query: string): string | null {
  return new URLSearchParams(query).get('view');
}

/** The URL of a menu link. Links to screens of one site get the picked site in their query. */
export function menuUrl({ query, route: { path, carriesSite } }: MenuLink, role: Role, search: string): string {
  const site = hasRight(role, 'pickSite') ? new URLSearchParams(search).get('site') : null;
  if (site === null || !carriesSite) return path + query;
  return `${path}${query}${query ? '&' : '?'}${new URLSearchParams({ site }).toString()}`;
}
