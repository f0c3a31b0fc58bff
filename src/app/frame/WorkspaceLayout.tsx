import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/device/session.ts';
import { said, t, tIn } from '../../lib/language/translate.ts';
import { hasRight } from '../../records/access-key/role.ts';
import { faultNewsQuery } from '../../records/fault/fault-news.ts';
import * as paths from '../../records/portal-paths.ts';
import { isOpenTo, routes } from '../routes.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import styles from './WorkspaceLayout.module.css';

/** The tabs above the screens of the workspace (`spec §2`). */
export function WorkspaceLayout() {
  const { pathname } = useLocation();
  const role = useSession()?.role;
  const tabs = routes.filter((route) => route.tab && role && isOpenTo(role, route));
  // the screen itself turns others away
  if (tabs.length === 0) return <Outlet />;
  return (
    <>
      <nav aria-label={t('Admin workspace')} className={`${layout.unprinted} ${styles.tabs}`}>
        <ul>
          {tabs.map(({ path, tab }) => (
            <li key={path}>
              <Link to={path} {...(tabOf(pathname) === path && { 'aria-current': 'page', ref: bringIntoStrip })}>
                {tab && said(tab)}
                {path === paths.faults && <OpenFaults />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}

/** How many faults are open, for the office, on each of its screens: `Faults 12`. */
function OpenFaults() {
  const isOffice = hasRight(useSession()?.role, 'closeFaults');
  const { data: news } = useQuery({ ...faultNewsQuery, enabled: isOffice });
  if (!isOffice) return null;
  const open = news?.open ?? 0;
  return (
    <>
      {' '}
      {/* has its room before the number comes, so that no tab moves */}
      <span className={`${surface.count} ${open === 0 ? layout.unseen : ''}`} aria-hidden={open === 0}>
        {open}
      </span>
      {open > 0 && (
        <>
          {' '}
          <span className={layout.visuallyHidden}>{tIn('of faults', 'open')}</span>
        </>
      )}
    </>
  );
}

/** The path of the tab under which a screen is found: all visits are found by the overview. */
function tabOf(pathname: string): string {
  return pathname === paths.visitSearch ? paths.overview : pathname;
}

/** Scrolls the open tab into its line, as tabs are one line on a phone; `scrollIntoView` would move the page too. */
function bringIntoStrip(tab: HTMLElement | null): (() => void) | undefined {
  const strip = tab?.closest('ul');
  if (!tab || !strip) return undefined;
  const centre = () => {
    strip.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - strip.clientWidth / 2;
  };
  centre();
  // the window may become narrow, and each tab grows when the font of its weight arrives
  const sizes = new ResizeObserver(centre);
  for (const element of [strip, ...strip.children]) sizes.observe(element);
  return () => sizes.disconnect();
}
