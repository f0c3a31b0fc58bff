import { Link } from 'react-router-dom';
import layout from '../../../ui/layout.module.css';
import type { HeadedMonth } from './history-entries.ts';
import { toMonth } from '../../../records/portal-links.ts';
import styles from './HistoryHeading.module.css';

interface HistoryHeadingProps {
  name: string;
  /** How many of the listed tasks are below it. */
  tasks: number;
  month: HeadedMonth | null;
  site: string | null;
  index: number;
  measure: (row: Element | null) => void;
}

export function HistoryHeading({ name, tasks, month, site, index, measure }: HistoryHeadingProps) {
  return (
    <tr ref={measure} className={styles.row} data-index={index} aria-rowindex={index + 2}>
      <td colSpan={5} className={styles.cell}>
        <div className={styles.line}>
          <h2 className={styles.name}>
            {name} <span className={styles.count}>{tasks === 1 ? '1 task' : `${tasks} tasks`}</span>
          </h2>
          {month && (
            <Link className={styles.link} to={toMonth(month.year, month.month, site)}>
              {month.report ? 'Report ' : 'Open '}
              <span className={layout.spoken}>{month.report ? `of ${name}` : name}</span>
            </Link>
          )}
        </div>
      </td>
    </tr>
  );
}
