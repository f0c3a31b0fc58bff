import { memo } from 'react';
import { siteTime } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './TaskRow.module.css';

interface TaskRowProps {
  task: StoredTask;
  onDelete: (task: StoredTask) => void;
  onEdit: (task: StoredTask) => void;
  onRestore: (task: StoredTask) => void;
}

/** One task with what can be done to it. Remembered: a list may hold thousands. */
export const TaskRow = memo(function TaskRow({ task, onDelete, onEdit, onRestore }: TaskRowProps) {
  const rowId = `task-${task.id}`;
  const titleId = `${rowId}-title`;
  const { day, month, clock } = siteTime(task.time);
  const photos = task.urls.length;
  return (
    <li id={rowId} className={styles.row} tabIndex={-1} aria-labelledby={titleId}>
      <time className={styles.time} dateTime={task.time}>
        <span className={styles.day}>{day}</span> <span>{`${month} at ${clock}`}</span>
      </time>
      <div className={styles.words}>
        <h3 id={titleId} lang={languageOf(task.title)}>
          {task.title}
        </h3>
        <p className={styles.text} lang={languageOf(task.tasks)}>
          {task.tasks}
        </p>
        <p className={styles.files}>
          <span>
            <Icon name="photo" />
            {photos === 0 ? 'No photos' : photos === 1 ? '1 photo' : `${photos} photos`}
          </span>
          <span>
            <Icon name="pdf" />
            {task.pdf === '' ? 'No PDF' : 'PDF'}
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        {task.showing === 'True' ? (
          <>
            <Button onClick={() => onEdit(task)} aria-describedby={titleId}>
              Edit
            </Button>
            <Button className={styles.delete} onClick={() => onDelete(task)} aria-describedby={titleId}>
              Delete
            </Button>
          </>
        ) : (
          <Button onClick={() => onRestore(task)} aria-describedby={titleId}>
            Restore
          </Button>
        )}
      </div>
    </li>
  );
});
