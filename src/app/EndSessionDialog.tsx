import { endSession } from '../lib/session.ts';
import { supabase } from '../lib/supabase.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface EndSessionDialogProps {
  open: boolean;
  /** The session that Yes ends. */
  token: string;
  onClose: () => void;
}

// The token goes along by hand: the call is made after this tab has forgotten it, and nobody waits for it.
async function tellServer(token: string): Promise<void> {
  await supabase.rpc('logout').setHeader('x-portal-session', token);
}

/** Asks before leaving (`spec §2`, End Session). */
export function EndSessionDialog({ open, token, onClose }: EndSessionDialogProps) {
  const leave = () => {
    void tellServer(token);
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
      {null}
    </Dialog>
  );
}
