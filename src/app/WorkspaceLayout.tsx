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
