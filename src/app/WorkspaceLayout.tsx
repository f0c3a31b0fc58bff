import { Link, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { routes } from './routes.tsx';
import styles from './WorkspaceLayout.module.css';

const tabs = routes.filter((route) => route.tab);

export function WorkspaceLayout() {
  const { pathname } = useLocation();
  // the screen itself turns others away
  if (useSession()?.role !== 'admin') return <Outlet />;
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

/** On a phone the tabs are one line that scrolls; the page itself stays where it is. */
function bringIntoStrip(tab: HTMLElement | null): void {
  const strip = tab?.closest('ul');
  if (tab && strip) strip.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - strip.clientWidth / 2;
}
