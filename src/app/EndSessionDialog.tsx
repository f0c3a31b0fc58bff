import { endSession } from '../lib/session.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { logOutOnServer } from './server-logout.ts';

interface EndSessionDialogProps {
  open: boolean;
  /** The session that Yes ends. */
  token: string;
  onClose: () => void;
}

/** Asks before leaving (`spec §2`, End Session). */
export function EndSessionDialog({ open, token, onClose }: EndSessionDialogProps) {
  const unsaved = useUnsaved();
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
    </Dialog>
  );
}
