import { useMutation } from '@tanstack/react-query';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { momentText } from '../../records/time.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './KeyDialog.module.css';
import { revokeKey } from './key-calls.ts';
import { keyErrorText, logKeyError } from './key-refusal.ts';

interface RevokeKeyDialogProps {
  target: AccessKey;
  owner: string;
  onClose: () => void;
  onRevoked: () => void;
}

export function RevokeKeyDialog({ target, owner, onClose, onRevoked }: RevokeKeyDialogProps) {
  const revoke = useMutation({
    mutationFn: () => revokeKey(target.id),
    onSuccess: onRevoked,
    onError: logKeyError,
  });
  return (
    <ConfirmDialog
      title={`Revoke the key “${target.label}”?`}
      action={revoke.isPending ? 'Revoking…' : 'Revoke'}
      variant="danger"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <div className={layout.tight}>
        <p>
          {/* a rotated key and its successor have the same label */}
          {`The key for ${owner}, issued on ${momentText(target.created_at)}, stops working at once. Everybody who is logged in with it is logged out at once. This cannot be undone.`}
        </p>
        {target.role === 'admin' && (
          <p className={styles.warning}>
            <Icon name="warning" />
            <span>If you logged in with this key, your own session ends too.</span>
          </p>
        )}
        <ErrorNote>{revoke.isError && keyErrorText(revoke.error)}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}
