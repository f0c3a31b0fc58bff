import { useCallback, useState, type ComponentProps } from 'react';
import { dismissAlert, getMessages, messageStore, notify } from '../lib/notify.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { useStore } from '../lib/store.ts';
import type { AlertDialog } from '../ui/AlertDialog.tsx';
import { FirstToast } from '../ui/message/FirstToast.tsx';
import { type LoadComponent, useLazyComponent } from './LazyScreen.tsx';

type LoadAlert = LoadComponent<ComponentProps<typeof AlertDialog>>;

const importAlert: LoadAlert = async () => (await import('../ui/AlertDialog.tsx')).AlertDialog;

/** Shows alerts as toasts when their dialog could not be loaded, because an alert must be seen. Returns false, so that the load is retried. */
function fallBackToToasts(): boolean {
  for (const text of getMessages().alerts) {
    notify.error(text);
    dismissAlert();
  }
  return false;
}

type LoadToasts = LoadComponent<object>;

const importToasts: LoadToasts = async () => (await import('../ui/message/ToastSheet.tsx')).PageToasts;

/** Shows the messages of `notify` on every screen. The code of the dialog and the toasts loads after the first paint, or with a message. */
export function PortalMessages({
  loadAlert = importAlert,
  loadToasts = importToasts,
}: {
  loadAlert?: LoadAlert;
  loadToasts?: LoadToasts;
}) {
  const { alerts, toasts } = useStore(messageStore);
  const [Alert, fetchAlert] = useLazyComponent(loadAlert, fallBackToToasts);
  const [isMissing, setMissing] = useState(false);
  const onToastsMissing = useCallback(() => {
    setMissing(true);
    return false;
  }, []);
  const [PageToasts, fetchToasts] = useLazyComponent(loadToasts, onToastsMissing);
  useWhen(alerts.length || null, fetchAlert);
  useWhen(toasts.length || null, fetchToasts);
  return (
    <>
      {PageToasts ? <PageToasts /> : isMissing && <FirstToast />}
      {Alert && <Alert text={alerts[0] ?? null} onClose={dismissAlert} />}
    </>
  );
}
