import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { notUploadedText, type UploadSummary } from '../../records/upload/upload.ts';

/** Calls `next` once all files are uploaded, at once or after the last. Failed files have to be dealt with first. */
export function useAfterUploads({ running, failed }: UploadSummary, next: () => void) {
  const [waiting, setWaiting] = useState(false);
  const begin = () => {
    if (failed.length > 0) {
      setWaiting(false);
      notify.alert(notUploadedText(failed));
    } else if (running.length > 0) setWaiting(true);
    else {
      setWaiting(false);
      next();
    }
  };
  // the last file arrived, or failed
  const goOn = useEffectEvent(begin);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the save begins, or is given up, with the last upload
    if (waiting && running.length === 0) goOn();
  }, [waiting, running.length]);
  return { waiting, begin, stop: () => setWaiting(false) };
}
