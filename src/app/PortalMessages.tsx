import type { ComponentProps } from 'react';
import {
  dismissAlert,
  dismissToast,
  getMessages,
  pauseToast,
  messageStore,
  notify,
  resumeToast,
} from '../lib/notify.ts';
import { useWhen } from '../lib/screen/use-when.ts';
import { useStore } from '../lib/store.ts';
import type { AlertDialog } from '../ui/AlertDialog.tsx';
import { Toasts } from '../ui/message/Toasts.tsx';
import type { LoadComponent } from './LazyScreen.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

type LoadAlert = LoadComponent<ComponentProps<typeof AlertDialog>>;

const loadAlert: LoadAlert = async () => (await import('../ui/AlertDialog.tsx')).AlertDialog;

/** An alert must be seen, even when its dialog could not be loaded. */
function fallBackToToasts(): boolean {
  for (const text of getMessages().alerts) {
    notify.error(text);
    dismissAlert();
  }
  return false;
}

export function PortalMessages({ load = loadAlert }: { load?: LoadAlert }) {
  const { toasts, alerts } = useStore(messageStore);
  const [Alert, fetchNow] = useLazyComponent(load, fallBackToToasts);
  useWhen(alerts.length || null, fetchNow);
  return (
    <>
      <Toasts toasts={toasts} onClose={dismissToast} onHold={pauseToast} onRelease={resumeToast} />
      {Alert && <Alert text={alerts[0] ?? null} onClose={dismissAlert} />}
    </>
  );
}
