import { useEffect, useState } from 'react';
import { dismissAlert, dismissToast, holdToast, messageStore, releaseToast } from '../lib/notify.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';
import { useStore } from '../lib/store.ts';
import type { AlertDialog } from '../ui/AlertDialog.tsx';
import { Toasts } from '../ui/message/Toasts.tsx';

export function PortalMessages() {
  const { toasts, alerts } = useStore(messageStore);
  const [Alert, setAlert] = useState<typeof AlertDialog | null>(null);
  const isThere = Alert !== null;
  const waiting = alerts.length;
  // no part of the first load: when nothing else is going on, or with what it says; a lost one comes with the next
  useEffect(() => {
    if (isThere) return undefined;
    const load = () =>
      void import('../ui/AlertDialog.tsx').then((module) => setAlert(() => module.AlertDialog), console.error);
    if (waiting === 0) return whenIdle(load);
    return load();
  }, [waiting, isThere]);
  return (
    <>
      <Toasts toasts={toasts} onClose={dismissToast} onHold={holdToast} onRelease={releaseToast} />
      {Alert && <Alert text={alerts[0] ?? null} onClose={dismissAlert} />}
    </>
  );
}
