import { Link, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { isOpenTo, routes } from './routes.tsx';
import styles from './WorkspaceLayout.module.css';

export function WorkspaceLayout() {
  const { pathname } = useLocation();
  const role = useSession()?.role;
  const tabs = routes.filter((route) => route.tab && role && isOpenTo(role, route));
  // the screen itself turns others away
  if (tabs.length === 0) return <Outlet />;
  return (
    <>
      <nav aria-label="Admin workspace" className={styles.tabs}>
        <ul>
          {tabs.map(({ path, tab }) => (
            <li key={path}>
              <Link to={path} {...(pathname === path && { 'aria-current': 'page', ref: bringIntoStrip })}>
                {tab}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}

/** On a phone the tabs are one scrolling line; `scrollIntoView` would move the page too. */
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
