import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';

interface ConfirmDialogProps {
  open?: boolean;
  title: string;
  action: ReactNode;
  /** `secondary` when staying is the better answer: that button is then the main one, and last. */
  variant: 'primary' | 'danger' | 'secondary';
  /** Label of the button that changes nothing; it has the initial focus. */
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog({
  open = true,
  title,
  action,
  variant,
  cancel = 'Cancel',
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const prefersCancel = variant === 'secondary';
  const confirm = (
    <Button variant={variant} busy={busy} onClick={onConfirm}>
      {action}
    </Button>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {prefersCancel && confirm}
          <Button variant={prefersCancel ? 'primary' : 'secondary'} onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          {!prefersCancel && confirm}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
