import { Link } from 'react-router-dom';
import { monthLabel } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { newestFirst } from '../../records/task/task.ts';
import { searchOf, type WholeChoice } from './choice.ts';
import styles from './NoTasks.module.css';

interface NoTasksProps {
  choice: WholeChoice;
  deleted: boolean;
  /** All of the site. */
  tasks: readonly StoredTask[];
}

/** An empty list, and where there are tasks instead. */
export function NoTasks({ choice, deleted, tasks }: NoTasksProps) {
  const wanted = deleted ? 'False' : 'True';
  const latest = newestFirst(tasks.filter(({ showing }) => showing === wanted))[0];
  return (
    <div className={styles.empty}>
      <p>
        {deleted
          ? 'No deleted tasks for the selected year and month.'
          : 'No tasks found for the selected year and month.'}
      </p>
      {latest && (
        <Link to={searchOf({ ...choice, year: latest.year, month: latest.month }, deleted)} replace>
          {`${deleted ? 'Latest deleted' : 'Latest'}: ${monthLabel(latest.month)} ${latest.year}`}
        </Link>
      )}
    </div>
  );
}
