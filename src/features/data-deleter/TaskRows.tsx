import { memo, useState } from 'react';
import { KindBadge, MisfiledNote, TaskTime } from '../../components/task/TaskMarks.tsx';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { useFocusAfter } from '../../lib/screen/use-focus-after.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskRows.module.css';

interface TaskActions {
  onDelete: (task: StoredTask) => void;
  onEdit: (task: StoredTask) => void;
  onRestore: (task: StoredTask) => void;
}

interface TaskRowsProps extends TaskActions {
  tasks: readonly StoredTask[];
}

/** A site may have thousands, so the list grows step by step. */
const step = 100;

export function TaskRows({ tasks, ...actions }: TaskRowsProps) {
  const [limit, setLimit] = useState(step);
  const focusAfter = useFocusAfter();

  const left = tasks.length - limit;
  return (
    <>
      <ul className={layout.plate}>
        {tasks.slice(0, limit).map((task) => (
          <TaskRow key={task.id} task={task} {...actions} />
        ))}
      </ul>
      {left > 0 && (
        <div className={`${layout.row} ${texts.muted}`}>
          <Button
            onClick={() => {
              const next = tasks[limit];
              // the button moves or disappears: reading continues at the first new row
              if (next) focusAfter(() => document.getElementById(`task-${next.id}`) ?? undefined);
              setLimit(limit + step);
            }}
          >
            Show more
          </Button>
          <span>{`${limit} of ${tasks.length} tasks`}</span>
        </div>
      )}
    </>
  );
}

/** Memoised: a list may hold thousands. */
const TaskRow = memo(function TaskRow({ task, onDelete, onEdit, onRestore }: TaskActions & { task: StoredTask }) {
  const rowId = `task-${task.id}`;
  const titleId = `${rowId}-title`;
  const photos = task.urls.length;
  return (
    <li id={rowId} className={styles.row} tabIndex={-1} aria-labelledby={titleId}>
      <TaskTime time={task.time} />
      <div className={styles.words}>
        <div className={styles.head}>
          <h3 id={titleId} lang={languageOf(task.title)}>
            {task.title}
          </h3>
          <KindBadge kind={task.kind} />
        </div>
        <MisfiledNote task={task} />
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
