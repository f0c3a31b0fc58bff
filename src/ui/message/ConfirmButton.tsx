import { useState, type ComponentProps } from 'react';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onClose'> {
  label: string;
  busy?: boolean;
  /** Without it, a press acts at once. */
  asks?: boolean;
}

export function ConfirmButton({ label, busy = false, asks = true, onConfirm, ...question }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button busy={busy} onClick={() => (asks ? setAsking(true) : onConfirm())}>
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}
