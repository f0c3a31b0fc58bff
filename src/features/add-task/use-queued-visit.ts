import { useMemo, useState } from 'react';
import { useWhen } from '../../lib/screen/timing.ts';
import type { Upload } from '../../records/upload/upload.ts';
import type { TaskForm } from './task-form.ts';

/**
 * Leaves a waiting visit in the queue while its form is open and unchanged, and takes it out at the first change (`decisions §12`). The form
 * saves an unchanged visit as the queue would. It does not do so while the fields are shown, because they would disappear while the person
 * reads or types. If the person leaves the form without a change, the visit goes on waiting.
 * @param opened the form as it was opened
 * @param form the form as it is now
 * @param onTakeOut called for the first change
 */
export function useQueuedVisit(opened: TaskForm, form: TaskForm, uploads: readonly Upload[], onTakeOut: () => void) {
  // after another press of 'Update' the visit has a later time of finishing, so it is no longer the visit that was opened
  const isUntouched = opened.update === 'waiting' && form.update === 'waiting' && form.finishedAt === opened.finishedAt;
  const takeOut = () => isUntouched && onTakeOut();
  const [openedUploads] = useState(uploads);
  useWhen((isUntouched && haveFilesChanged(openedUploads, uploads)) || null, takeOut);

  const showsFields = isUntouched && !form.added;
  const stored = useMemo(() => (showsFields ? { ...form, added: true } : form), [form, showsFields]);
  return {
    isUntouched,
    takeOut,
    /** The form as the draft stores it: finished, although its fields are shown. */
    stored,
    /** The form as it is saved: not finished while its fields are shown. */
    toSave: showsFields ? { ...form, update: 'none' as const } : form,
  };
}

/**
 * Whether a file was added, removed, moved or turned since the form was opened. A turn becomes 0 when it is done; this is no change, because the
 * turn was made before.
 */
function haveFilesChanged(openedUploads: readonly Upload[], uploads: readonly Upload[]): boolean {
  if (uploads.length !== openedUploads.length) return true;
  return uploads.some(({ id, turn }, index) => {
    const openedUpload = openedUploads[index];
    return id !== openedUpload?.id || (turn !== 0 && turn !== openedUpload.turn);
  });
}
