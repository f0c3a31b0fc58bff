import type { Task } from '../../records/task/task.ts';
import { Notice } from '../../ui/message/Notice.tsx';

interface MissingTaskNoticeProps {
  task: number | null;
  tasks: readonly Task[];
  onDismiss: () => void;
}

/** Does not reveal whether the task was deleted or never existed. */
export function MissingTaskNotice({ task, tasks, onDismiss }: MissingTaskNoticeProps) {
  if (task === null || tasks.some(({ id }) => id === task)) return null;
  return (
    <Notice
      role="status"
      message="The task of this link is not shown here: it was removed or belongs to another site."
      action="Dismiss"
      onAction={onDismiss}
    />
  );
}
