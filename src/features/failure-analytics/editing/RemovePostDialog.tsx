import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { LostCounts } from './LostCounts.tsx';

interface RemovePostDialogProps {
  post: string;
  entries: readonly FailureEntry[];
  onClose: () => void;
  onRemove: () => void;
}

export function RemovePostDialog({ post, entries, onClose, onRemove }: RemovePostDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove the post ${post}?`}
      action="Remove"
      variant="danger"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <LostCounts lost={[{ post, entries }]} />
    </ConfirmDialog>
  );
}
