import { longDate } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './DeleteDialog.module.css';

interface DeleteDialogProps {
  task: StoredTask;
  onCancel: () => void;
  onDelete: () => void;
}

export function DeleteDialog({ task, onCancel, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Are you sure you want to delete this task?"
      footer={
        <>
          <Button onClick={onCancel} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p className={styles.task}>
        <strong lang={languageOf(task.title)}>{task.title}</strong>
        <span>{longDate(task.time)}</span>
      </p>
      <p className={styles.after}>The client will no longer see it. You can restore it under Deleted.</p>
    </Dialog>
  );
}
