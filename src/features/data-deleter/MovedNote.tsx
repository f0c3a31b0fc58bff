import { Link } from 'react-router-dom';
import { monthLabel } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { searchOf } from './choice.ts';
import styles from './MovedNote.module.css';

/** A corrected task is not in this list any more: where it is now. */
export function MovedNote({ site, task }: { site: string; task: StoredTask }) {
  const { year, month, title } = task;
  return (
    <p role="status" className={styles.moved}>
      {`“${title}” is now under ${monthLabel(month)} ${year}. `}
      <Link to={searchOf({ site, year, month })} replace>
        {`Show ${monthLabel(month)} ${year}`}
      </Link>
    </p>
  );
}
