import { useState } from 'react';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ShownKey } from './ShownKey.tsx';

interface NewKeyDialogProps {
  /** The key itself. Whoever shows this forgets it in `onClose`. */
  value: string;
  label: string;
  onClose: () => void;
}

const lost = 'It is not stored and cannot be shown again.';

/** Shows a new key, once; asks before it is lost. */
export function NewKeyDialog({ value, label, onClose }: NewKeyDialogProps) {
  const [copied, setCopied] = useState(false);
  const [leaving, setLeaving] = useState(false);

  return (
    <>
      <LeaveGuard when={!copied} title="Leave without the key?" text={lost} />
      {leaving ? (
        <Dialog
          open
          onClose={() => setLeaving(false)}
          title="Close without copying the key?"
          footer={
            <>
              <Button onClick={onClose}>Close without copying</Button>
              <Button variant="primary" onClick={() => setLeaving(false)} data-autofocus>
                Back to the key
              </Button>
            </>
          }
        >
          <p>{`${lost} Whoever needs it would have to be given another one.`}</p>
        </Dialog>
      ) : (
        <ShownKey
          value={value}
          label={label}
          onCopied={() => setCopied(true)}
          onClose={() => (copied ? onClose() : setLeaving(true))}
        />
      )}
    </>
  );
}
