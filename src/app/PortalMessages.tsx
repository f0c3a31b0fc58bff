import { useSyncExternalStore } from 'react';
import {
  dismissAlert,
  dismissToast,
  getMessages,
  holdToast,
  releaseToast,
  subscribeToMessages,
} from '../lib/notify.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Toasts } from '../ui/message/Toasts.tsx';

/** Where everything said through `notify` appears. */
export function PortalMessages() {
  const { toasts, alerts } = useSyncExternalStore(subscribeToMessages, getMessages);
  return (
    <>
      <Toasts toasts={toasts} onClose={dismissToast} onHold={holdToast} onRelease={releaseToast} />
      <AlertDialog text={alerts[0] ?? null} onClose={dismissAlert} />
    </>
  );
}
