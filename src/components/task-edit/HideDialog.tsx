import { longDate } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import styles from './HideDialog.module.css';

interface HideDialogProps {
  task: StoredTask;
  title: string;
  action: string;
  after: string;
  onCancel: () => void;
  onHide: () => void;
}

export function HideDialog({ task, title, action, after, onCancel, onHide }: HideDialogProps) {
  return (
    <ConfirmDialog title={title} action={action} variant="danger" onConfirm={onHide} onClose={onCancel}>
      <p className={styles.task}>
        <strong lang={languageOf(task.title)}>{task.title}</strong>
        <span>{longDate(task.time)}</span>
      </p>
      <p className={styles.after}>{after}</p>
    </ConfirmDialog>
  );
}
