import { memo } from 'react';
import { MarkedText } from '../../../components/search/MarkedText.tsx';
import { KindBadge, MisfiledNote, NewBadge } from '../../../components/task/TaskMarks.tsx';
import { excerptOf, placesOf } from '../../../lib/text-search.ts';
import { siteTime } from '../../../records/time.ts';
import { hasPdf, languageOf, type Task } from '../../../records/task/task.ts';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './HistoryRow.module.css';

interface HistoryRowProps {
  task: Task;
  words: readonly string[];
  isNew: boolean;
  index: number;
  measure: (row: Element | null) => void;
  onFocus: (task: number) => void;
  onOpen: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
}

/** Pressing a task opens it, pressing its PDF or photos opens these. Memoised, as rows come and go while scrolling. */
export const HistoryRow = memo(function HistoryRow(props: HistoryRowProps) {
  const { task, words, isNew, index, measure, onFocus, onOpen, onPhoto, onPdf } = props;
  const { day, month, clock } = siteTime(task.time);
  const photos = task.urls.length;
  // without a hit in the text, it is shown from its start
  const hit = placesOf(task.tasks, words).length > 0;
  const text = hit ? excerptOf(task.tasks, words) : task.tasks;
  const focused = () => onFocus(task.id);
  return (
    // the head is the first row
    <tr ref={measure} className={styles.row} data-index={index} aria-rowindex={index + 2}>
      <td className={styles.date}>
        <time dateTime={task.time}>
          {`${day} ${month}`} <span className={styles.clock}>{`at ${clock}`}</span>
        </time>
      </td>
      <th scope="row" className={styles.title} lang={languageOf(task.title)}>
        <button
          type="button"
          className={`${layout.cover} ${styles.open}`}
          aria-haspopup="dialog"
          onFocus={focused}
          onClick={() => onOpen(task.id)}
        >
          <MarkedText text={task.title} places={placesOf(task.title, words)} />
        </button>
        {(task.kind || isNew) && (
          <span className={styles.badges} lang="en">
            {isNew && <NewBadge />}
            <KindBadge kind={task.kind} />
          </span>
        )}
        <MisfiledNote task={task} />
      </th>
      <td className={styles.text} lang={languageOf(task.tasks)}>
        <span className={hit ? '' : `${texts.clamp} ${styles.clamp}`}>
          <MarkedText text={text} places={placesOf(text, words)} />
        </span>
      </td>
      <td className={hasPdf(task) ? styles.has : styles.none}>
        {hasPdf(task) ? (
          <button
            type="button"
            className={styles.file}
            aria-haspopup="dialog"
            onFocus={focused}
            onClick={() => onPdf(task.id)}
          >
            <Icon name="pdf" />
            PDF <span className={layout.spoken}>{`of ${task.title}`}</span>
          </button>
        ) : (
          'No'
        )}
      </td>
      <td className={photos > 0 ? styles.has : styles.none}>
        {photos > 0 ? (
          <button
            type="button"
            className={styles.file}
            aria-haspopup="dialog"
            onFocus={focused}
            onClick={() => onPhoto(task.id, 0)}
          >
            <Icon name="photo" />
            {photos} <span className={styles.unit}>{photos === 1 ? 'photo' : 'photos'}</span>{' '}
            <span className={layout.spoken}>{`of ${task.title}`}</span>
          </button>
        ) : (
          <>
            0 <span className={styles.unit}>photos</span>
          </>
        )}
      </td>
    </tr>
  );
});
