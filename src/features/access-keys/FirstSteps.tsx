import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import layout from '../../ui/layout.module.css';
import styles from './FirstSteps.module.css';

/** A key shows nothing useful before its site has records, so this says what is missing; empty once it has car posts. */
export function FirstSteps({ site: { name } }: { site: { name: string } }) {
  const site = useQuery(failureSiteQuery(name));
  if (!site.data || site.data.posts.size > 0) return null;
  return (
    <section className={`${layout.plate} ${layout.apart} ${styles.steps}`} aria-label="First steps">
      <p>{`${name} has a key and no car posts yet. What comes next:`}</p>
      <p className={`${layout.row} ${styles.links}`}>
        <Link to={linkTo(paths.charts, { site: name })}>Add the first car post</Link>
        <Link to={linkTo(paths.addTask, { site: name })}>Add the first visit</Link>
      </p>
    </section>
  );
}
