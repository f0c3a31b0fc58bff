import { useState } from 'react';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import layout from '../../ui/layout.module.css';
import { gracePeriods, rotateKey, type GracePeriod } from './key-calls.ts';
import { useKeyCall } from './use-key-call.ts';

interface RotateKeyDialogProps {
  target: AccessKey;
  owner: string;
  onClose: () => void;
  onRotated: (key: string) => void;
}

export function RotateKeyDialog({ target, owner, onClose, onRotated }: RotateKeyDialogProps) {
  const isAdmin = target.role === 'admin';
  // an admin's own session would end with the old key, taking the new one along unread
  const choices = isAdmin ? gracePeriods.filter(({ value }) => value !== '0') : gracePeriods;
  const [keep, setKeep] = useState<GracePeriod>('7 days');
  const { busy, error, run } = useKeyCall();

  return (
    <ConfirmDialog
      title={`Rotate the key “${target.label}”?`}
      action={busy ? 'Rotating…' : 'Rotate'}
      variant="primary"
      busy={busy}
      onConfirm={() => void run(() => rotateKey(target.id, keep), onRotated)}
      onClose={onClose}
    >
      <div className={layout.tight}>
        <p>{`A new key for ${owner} is made, with the same label and end date.`}</p>
        <SelectField
          label="The old key goes on working for"
          value={keep}
          onChange={(value) => setKeep(choices.find((one) => one.value === value)?.value ?? keep)}
          options={choices}
        />
        <p>
          {isAdmin
            ? 'After that, everyone who logged in with the old key is logged out, perhaps including you. To end it sooner, log in with the new key and revoke the old one.'
            : 'After that, everyone who logged in with the old key is logged out.'}
        </p>
        <ErrorNote>{error}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}
