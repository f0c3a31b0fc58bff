import { type ReactNode, useState, type ComponentProps } from 'react';
import { t } from '../../lib/language/translate.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';

interface ConfirmDialogProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'onClose' | 'children'> {
  open?: boolean;
  /** The label of the button that confirms. */
  action: ReactNode;
  /**
   * The look of the button that confirms. With `secondary`, for a question where cancelling is the better answer, the button that cancels
   * is the main button and comes last.
   */
  variant: 'primary' | 'danger' | 'secondary';
  /** The label of the button that changes nothing. This button has the initial focus. */
  cancel?: string;
  busy?: boolean;
  /** Whether the question cannot be confirmed yet, because something that it needs is still missing. */
  disabled?: boolean;
  onConfirm: () => void;
}

/** Asks a question before something is done: one button confirms, the other changes nothing. */
export function ConfirmDialog({
  action,
  variant,
  cancel = t('Cancel'),
  busy = false,
  disabled = false,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const prefersCancel = variant === 'secondary';
  const confirm = (
    <Button variant={variant} busy={busy} disabled={disabled} onClick={onConfirm}>
      {action}
    </Button>
  );
  return (
    <Dialog
      open
      {...dialog}
      footer={
        <>
          {prefersCancel && confirm}
          <Button variant={prefersCancel ? 'primary' : 'secondary'} onClick={dialog.onClose} data-autofocus>
            {cancel}
          </Button>
          {!prefersCancel && confirm}
        </>
      }
    />
  );
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onClose'> {
  label: string;
  busy?: boolean;
  /** Whether a press asks first; otherwise it acts at once. */
  asks?: boolean;
}

/** A button that asks by a `ConfirmDialog` before it acts. */
export function ConfirmButton({ label, busy = false, asks = true, onConfirm, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button busy={busy} onClick={() => (asks ? setAsking(true) : onConfirm())}>
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}
