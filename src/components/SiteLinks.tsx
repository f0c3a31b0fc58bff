import { Link, useLocation } from 'react-router-dom';
import { sitePlaces } from '../records/site/site-places.ts';
import styles from './SiteLinks.module.css';

/** Links between the screens of one site, for those who pick one (`decisions §3`). */
export function SiteLinks({ site }: { site: string }) {
  const { pathname: here } = useLocation();
  return (
    <nav aria-label="This site">
      <ul className={styles.links}>
        {sitePlaces(site).map(({ pathname, search, label }) => (
          <li key={pathname}>
            <Link to={{ pathname, search }} aria-current={pathname === here ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
