import { useCallback, useState, type ComponentProps } from 'react';
import { dismissAlert, getMessages, messageStore, notify } from '../lib/notify.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { useStore } from '../lib/store.ts';
import type { AlertDialog } from '../ui/AlertDialog.tsx';
import { FirstToast } from '../ui/message/FirstToast.tsx';
import { type LoadComponent, useLazyComponent } from './LazyScreen.tsx';

type LoadAlert = LoadComponent<ComponentProps<typeof AlertDialog>>;

const loadAlert: LoadAlert = async () => (await import('../ui/AlertDialog.tsx')).AlertDialog;

/** Shows alerts as toasts when their dialog could not be loaded, as an alert must be seen. The dialog is retried. */
function fallBackToToasts(): boolean {
  for (const text of getMessages().alerts) {
    notify.error(text);
    dismissAlert();
  }
  return false;
}

type LoadToasts = LoadComponent<object>;

const loadToasts: LoadToasts = async () => (await import('../ui/message/ToastSheet.tsx')).PageToasts;

/** The messages of `notify`, on every screen. Their dialog and card load after the first paint, or when the first message comes. */
export function PortalMessages({
  load = loadAlert,
  loadCard = loadToasts,
}: {
  load?: LoadAlert;
  loadCard?: LoadToasts;
}) {
  const { alerts, toasts } = useStore(messageStore);
  const [Alert, fetchNow] = useLazyComponent(load, fallBackToToasts);
  const [isMissing, setMissing] = useState(false);
  const onToastsMissing = useCallback(() => {
    setMissing(true);
    return false;
  }, []);
  const [PageToasts, fetchToasts] = useLazyComponent(loadCard, onToastsMissing);
  useWhen(alerts.length || null, fetchNow);
  useWhen(toasts.length || null, fetchToasts);
  return (
    <>
      {PageToasts ? <PageToasts /> : isMissing && <FirstToast />}
      {Alert && <Alert text={alerts[0] ?? null} onClose={dismissAlert} />}
    </>
  );
}
