import { draftTitles, useUnsaved } from '../lib/drafts.ts';
import { endSession } from '../lib/session.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { logOutOnServer } from './server-logout.ts';

interface EndSessionDialogProps {
  open: boolean;
  /** The session that Yes ends. */
  token: string;
  onClose: () => void;
}

/** `spec §2`, End Session; names the drafts that are lost (`decisions §8`). */
export function EndSessionDialog({ open, token, onClose }: EndSessionDialogProps) {
  const unsaved = useUnsaved();
  const drafts = open ? draftTitles() : [];
  const leave = () => {
    void logOutOnServer(token);
    endSession('logout');
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Are you sure you want to logout?"
      footer={
        <>
          <Button onClick={leave}>Yes</Button>
          <Button variant="primary" onClick={onClose} data-autofocus>
            No
          </Button>
        </>
      }
    >
      {unsaved !== null && <p>{unsaved}</p>}
      {drafts.length > 0 && (
        <>
          <p>These drafts on this device are deleted with it:</p>
          <ul>
            {drafts.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
