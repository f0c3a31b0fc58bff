import { useState } from 'react';
import { useWhen } from '../../lib/screen/use-when.ts';
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
  useWhen((waiting && running.length === 0) || null, begin);
  return { waiting, begin, stop: () => setWaiting(false) };
}
