import { useEffect, useRef, useState } from 'react';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { Button } from '../../ui/Button.tsx';
import { TaskRow } from './TaskRow.tsx';
import styles from './TaskRows.module.css';

interface TaskRowsProps {
  /** Newest first. */
  tasks: readonly StoredTask[];
  onDelete: (task: StoredTask) => void;
  onEdit: (task: StoredTask) => void;
  onRestore: (task: StoredTask) => void;
}

/** So many at a time: a site may have thousands. */
const step = 100;

/** A hundred tasks, and more when asked for. */
export function TaskRows({ tasks, onDelete, onEdit, onRestore }: TaskRowsProps) {
  const [limit, setLimit] = useState(step);
  const from = useRef<number | undefined>(undefined);

  // the button moves down or goes away: whoever pressed it reads on at the first new row
  useEffect(() => {
    if (from.current !== undefined) document.getElementById(`task-${from.current}`)?.focus();
    from.current = undefined;
  });

  const left = tasks.length - limit;
  return (
    <>
      <ul className={styles.rows}>
        {tasks.slice(0, limit).map((task) => (
          <TaskRow key={task.id} task={task} onDelete={onDelete} onEdit={onEdit} onRestore={onRestore} />
        ))}
      </ul>
      {left > 0 && (
        <div className={styles.more}>
          <Button
            onClick={() => {
              from.current = tasks[limit]?.id;
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
