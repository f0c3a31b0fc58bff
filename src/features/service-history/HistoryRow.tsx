import { memo } from 'react';
import { KindBadge } from '../../components/task/KindBadge.tsx';
import { monthLabel, siteTime } from '../../records/time.ts';
import { hasPdf, languageOf, type Task } from '../../records/task/task.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './HistoryRow.module.css';

interface HistoryRowProps {
  task: Task;
  /** From 0. */
  index: number;
  measure: (row: Element | null) => void;
  onFocus: (task: number) => void;
  onOpen: (task: number) => void;
}

/** One task. Pressing it anywhere opens its details. Remembered: rows come and go while the list scrolls. */
export const HistoryRow = memo(function HistoryRow({ task, index, measure, onFocus, onOpen }: HistoryRowProps) {
  const { day, month, clock } = siteTime(task.time);
  const photos = task.urls.length;
  return (
    // the heads are the first row
    <tr ref={measure} className={styles.row} data-index={index} aria-rowindex={index + 2}>
      <td className={styles.date}>
        <time dateTime={task.time}>
          {`${day} ${month}`} <span className={styles.clock}>{`at ${clock}`}</span>
        </time>
      </td>
      <td className={styles.year}>{task.year}</td>
      <td className={styles.month}>{monthLabel(task.month)}</td>
      <th scope="row" className={styles.title} lang={languageOf(task.title)}>
        <button
          type="button"
          className={`${layout.cover} ${styles.open}`}
          aria-haspopup="dialog"
          onFocus={() => onFocus(task.id)}
          onClick={() => onOpen(task.id)}
        >
          {task.title}
        </button>
        {task.kind && (
          <span className={styles.kind} lang="en">
            <KindBadge kind={task.kind} />
          </span>
        )}
      </th>
      <td className={styles.text} lang={languageOf(task.tasks)}>
        <span className={styles.clamp}>{task.tasks}</span>
      </td>
      <td className={hasPdf(task) ? styles.has : styles.none}>
        {hasPdf(task) ? (
          <span className={styles.fact}>
            <Icon name="pdf" />
            PDF
          </span>
        ) : (
          'No'
        )}
      </td>
      <td className={photos > 0 ? styles.has : styles.none}>
        <span className={styles.fact}>
          {photos > 0 && <Icon name="photo" />}
          {photos}
          <span className={styles.unit}>{photos === 1 ? ' photo' : ' photos'}</span>
        </span>
      </td>
    </tr>
  );
});
