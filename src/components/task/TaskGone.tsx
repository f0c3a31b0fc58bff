import type { Task } from '../../records/task/task.ts';
import { Notice } from '../../ui/message/Notice.tsx';

interface TaskGoneProps {
  /** That the address names, or null. */
  task: number | null;
  /** Those that can be seen. */
  tasks: readonly Task[];
  onDismiss: () => void;
}

/** Says that the task of a link is not here; not whether it was deleted or never was. */
export function TaskGone({ task, tasks, onDismiss }: TaskGoneProps) {
  if (task === null || tasks.some(({ id }) => id === task)) return null;
  return (
    <Notice
      role="status"
      message="The task of this link is not shown here: it was removed, or it is of another site."
      action="Dismiss"
      onAction={onDismiss}
    />
  );
}
