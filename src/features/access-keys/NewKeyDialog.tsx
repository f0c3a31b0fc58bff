import { useState } from 'react';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { MadeKey } from './key-request.ts';
import { ShownKey } from './ShownKey.tsx';

interface NewKeyDialogProps {
  /** The owner forgets the key in `onClose`. */
  made: MadeKey;
  onClose: () => void;
}

const lost = 'It is not stored and cannot be shown again.';

/** A key can be shown only once, so this asks before it closes on one that was not copied. */
export function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
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
          <p>{`${lost} Whoever needs it will need a new one.`}</p>
        </Dialog>
      ) : (
        <ShownKey
          made={made}
          onCopied={() => setCopied(true)}
          onClose={() => (copied ? onClose() : setLeaving(true))}
        />
      )}
    </>
  );
}
