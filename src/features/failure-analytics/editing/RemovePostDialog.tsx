import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LostCounts } from './LostCounts.tsx';

interface RemovePostDialogProps {
  post: string;
  entries: readonly FailureEntry[];
  onClose: () => void;
  onRemove: () => void;
}

/** Names what is lost with a post, and asks. */
export function RemovePostDialog({ post, entries, onClose, onRemove }: RemovePostDialogProps) {
  return (
    <Dialog
      open
      title={`Remove the post ${post}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <LostCounts lost={[{ post, entries }]} />
    </Dialog>
  );
}
