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
  // a role without tabs may not open these screens: `GuardedScreen` tells it so
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

/** The number of open faults on the tab, such as `Faults 12`. Only the office sees it. */
function OpenFaults() {
  const isOffice = hasRight(useSession()?.role, 'closeFaults');
  const { data: news } = useQuery({ ...faultNewsQuery, enabled: isOffice });
  if (!isOffice) return null;
  const open = news?.open ?? 0;
  return (
    <>
      {' '}
      {/* takes its room before the number is loaded, so that no tab moves */}
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

/** The path of the tab to which a screen belongs: the search of visits belongs to the overview. */
function tabOf(pathname: string): string {
  return pathname === paths.visitSearch ? paths.overview : pathname;
}

/** Scrolls the row of tabs so that the open tab is in its middle; on a phone the row is too long. `scrollIntoView` would move the page, too. */
function bringIntoStrip(tab: HTMLElement | null): (() => void) | undefined {
  const strip = tab?.closest('ul');
  if (!tab || !strip) return undefined;
  const centre = () => {
    strip.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - strip.clientWidth / 2;
  };
  centre();
  // the sizes change when the window becomes narrower, and when a font is loaded
  const sizes = new ResizeObserver(centre);
  for (const element of [strip, ...strip.children]) sizes.observe(element);
  return () => sizes.disconnect();
}
