import { Link } from 'react-router-dom';
import { siteTime } from '../../records/time.ts';
import { languageOf, visibleTasks, type HiddenTask, type Task } from '../../records/task/task.ts';
import styles from './LatestActivity.module.css';

interface LatestActivityProps {
  tasks: readonly (Task | HiddenTask)[];
  /** The site that an admin picked. */
  site: string | null;
}

/** The last three visible tasks, and the way to all of them. */
export function LatestActivity({ tasks, site }: LatestActivityProps) {
  const latest = visibleTasks(tasks).slice(0, 3);
  return (
    <section className={styles.activity} aria-labelledby="latest-activity">
      <div className={styles.head}>
        <h2 id="latest-activity">Latest activity</h2>
        <Link to={{ pathname: '/data-fetcher', search: site ? `?${new URLSearchParams({ site }).toString()}` : '' }}>
          Service History
        </Link>
      </div>
      {latest.length === 0 ? (
        <p className={styles.none}>No activities yet.</p>
      ) : (
        <ol className={styles.list}>
          {latest.map((task) => {
            const { day, month, clock } = siteTime(task.time);
            return (
              <li key={task.id} className={styles.entry}>
                <time dateTime={task.time}>{`${day} ${month} at ${clock}`}</time>
                <span className={styles.title} lang={languageOf(task.title)}>
                  {task.title}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
