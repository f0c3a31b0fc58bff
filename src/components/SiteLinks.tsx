import { Link, useLocation } from 'react-router-dom';
import { sitePlaces } from '../records/site/site-places.ts';
import styles from './SiteLinks.module.css';

/** Links between the screens of one site, for those who pick one (`decisions §3`). */
export function SiteLinks({ site }: { site: string }) {
  const { pathname: here } = useLocation();
  return (
    <nav aria-label="This site">
      <ul className={styles.links}>
        {sitePlaces(site).map(({ path, label, link }) => (
          <li key={path}>
            <Link to={link} aria-current={path === here ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
