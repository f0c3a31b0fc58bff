import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { routes } from './routes.tsx';
import styles from './WorkspaceLayout.module.css';

const tabs = routes.filter((route) => route.tab);

export function WorkspaceLayout() {
  const { pathname } = useLocation();
  const strip = useRef<HTMLUListElement>(null);
  // on a phone the tabs are one line that scrolls; the page itself stays where it is
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current && current)
      strip.current.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - strip.current.clientWidth / 2;
  }, [pathname]);
  // the screen itself turns others away
  if (useSession()?.role !== 'admin') return <Outlet />;
  return (
    <>
      <nav aria-label="Admin workspace" className={styles.tabs}>
        <ul ref={strip}>
          {tabs.map(({ path, tab }) => (
            <li key={path}>
              <Link to={path} aria-current={pathname === path ? 'page' : undefined}>
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
