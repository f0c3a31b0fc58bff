import { dismissAlert, dismissToast, holdToast, messageStore, releaseToast } from '../lib/notify.ts';
import { useStore } from '../lib/store.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Toasts } from '../ui/message/Toasts.tsx';

export function PortalMessages() {
  const { toasts, alerts } = useStore(messageStore);
  return (
    <>
      <Toasts toasts={toasts} onClose={dismissToast} onHold={holdToast} onRelease={releaseToast} />
      <AlertDialog text={alerts[0] ?? null} onClose={dismissAlert} />
    </>
  );
}
