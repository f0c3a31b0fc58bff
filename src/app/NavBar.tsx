import { useEffect, useState } from 'react';
import { Link, useLocation, type Location } from 'react-router-dom';
import type { Session } from '../lib/session.ts';
import { useNarrow } from '../lib/screen/use-narrow.ts';
import { hasRight, type Role } from '../records/access-key/role.ts';
import { Icon } from '../ui/Icon.tsx';
import { EndSessionDialog } from './session/EndSessionDialog.tsx';
import styles from './NavBar.module.css';
import { homePath, isEntryFor, isOpenTo, routes, type PortalRoute } from './routes.tsx';

interface MenuLink {
  label: string;
  query: string;
  route: PortalRoute;
}

export function NavBar({ session }: { session: Session }) {
  const location = useLocation();
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(location.key);
  const [leaving, setLeaving] = useState(false);
  const links = menuOf(session.role);
  // only where they do not fit side by side (`decisions §3`)
  const folded = useNarrow(links.length > 4 ? 900 : 720);
  if (page !== location.key) {
    setPage(location.key);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <header className={`${styles.bar} ${folded ? styles.folded : ''}`}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <div className={styles.inner}>
        <Link className={styles.brand} to={homePath(session.role)}>
          <img src="/icon.svg" alt="" width="36" height="36" />
          RFID Boom Gate
        </Link>
        <button
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls="portal-menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          Menu
        </button>
        <div id="portal-menu" className={`${styles.panel} ${open ? styles.open : ''}`}>
          <nav aria-label="Portal">
            <ul className={styles.links}>
              {links.map((link) => (
                <li key={link.label}>
                  <Link
                    to={menuUrl(link, session.role, location.search)}
                    onClick={() => setOpen(false)}
                    aria-current={isMenuLinkCurrent(link, session.role, location) ? 'page' : undefined}
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <button type="button" className={styles.leave} onClick={() => setLeaving(true)}>
            End Session
          </button>
        </div>
      </div>
      <EndSessionDialog open={leaving} session={session} onClose={() => setLeaving(false)} />
    </header>
  );
}

/** `spec §2`, navigation bar. */
function menuOf(role: Role): MenuLink[] {
  return routes
    .filter((route) => isOpenTo(role, route))
    .flatMap((route) =>
      (route.menu ?? [])
        .filter((entry) => isEntryFor(role, entry))
        .map(({ label, query = '' }) => ({ label, query, route })),
    );
}

/** Also on screens below it or linked from it; the whole workspace belongs to one entry. */
function isMenuLinkCurrent({ query, route }: MenuLink, role: Role, { pathname, search }: Location): boolean {
  const entry = entryPath(pathname, role);
  if (route.workspace && routes.some(({ path, workspace }) => workspace && path === entry)) return true;
  const isInside = entry === route.path || entry.startsWith(`${route.path}/`);
  // two entries of one screen differ by their query
  return isInside && (route.menu?.length === 1 || viewIn(search) === viewIn(query));
}

/** The screen that leads to one outside the role's menu: Service History for a client's dashboard. */
function entryPath(pathname: string, role: Role): string {
  const route = routes.find(({ path }) => path === pathname);
  const isNamed = route?.menu?.some((entry) => isEntryFor(role, entry));
  const from = isNamed ? undefined : route?.linkedFrom?.[role];
  return from === undefined ? pathname : entryPath(from, role);
}

function viewIn(query: string): string | null {
  return new URLSearchParams(query).get('view');
}

/** Keeps the picked site. */
function menuUrl({ query, route: { path, keepsSite } }: MenuLink, role: Role, search: string): string {
  const site = hasRight(role, 'pickSite') ? new URLSearchParams(search).get('site') : null;
  if (site === null || !keepsSite) return path + query;
  return `${path}${query}${query ? '&' : '?'}${new URLSearchParams({ site }).toString()}`;
}
