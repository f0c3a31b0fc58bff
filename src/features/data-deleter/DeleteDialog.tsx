import { longDate } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import styles from './DeleteDialog.module.css';

interface DeleteDialogProps {
  task: StoredTask;
  onCancel: () => void;
  onDelete: () => void;
}

export function DeleteDialog({ task, onCancel, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Are you sure you want to delete this task?"
      action="Delete"
      variant="danger"
      onConfirm={onDelete}
      onClose={onCancel}
    >
      <p className={styles.task}>
        <strong lang={languageOf(task.title)}>{task.title}</strong>
        <span>{longDate(task.time)}</span>
      </p>
      <p className={styles.after}>The client will no longer see it. You can restore it under Deleted.</p>
    </ConfirmDialog>
  );
}
