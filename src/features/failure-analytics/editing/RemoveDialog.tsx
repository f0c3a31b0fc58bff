import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../../ui/message/ErrorNote.tsx';
import styles from './TypeDialog.module.css';

/** What a dialog does when it is confirmed: it stays open until that is done, and says what is wrong. */
export type Confirm<Args extends unknown[]> = (...args: Args) => Promise<string | null>;

interface RemoveDialogProps {
  title: string;
  onRemove: Confirm<[]>;
  onClose: () => void;
  children: ReactNode;
}

/** Stays open until the removal is saved. */
export function RemoveDialog({ title, onRemove, onClose, children }: RemoveDialogProps) {
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setSaving(true);
    setProblem(await onRemove());
    setSaving(false);
  };
  return (
    <ConfirmDialog
      title={title}
      action="Remove"
      variant="danger"
      busy={saving}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div className={styles.body}>
        {children}
        <ErrorNote>{problem}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}
