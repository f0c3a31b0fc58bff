import { Link, useLocation } from 'react-router-dom';
import styles from './WorkspaceTabs.module.css';

const tabs = [
  { to: '/DataEditor', label: 'Add New Task' },
  { to: '/DataEditor/report', label: 'Maintenance Report form' },
  { to: '/DataEditor/sites', label: 'Sites' },
  { to: '/DataEditor/keys', label: 'Access keys' },
  { to: '/DataEditor/history', label: 'Change log' },
];

/** The screens of the admin workspace: each is an address of its own, so that it can be linked to. */
export function WorkspaceTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Admin workspace" className={styles.tabs}>
      <ul>
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
