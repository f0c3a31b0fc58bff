import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { keepDraft, keepDraftFile, removeDraft, removeDraftFiles } from '../../lib/drafts.ts';
import { useLater } from '../../lib/screen/use-later.ts';
import { useOnLeave } from '../../lib/screen/use-on-leave.ts';
import { keepDelayMs } from '../../lib/screen/use-draft.ts';
import type { Upload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { listedFiles } from '../../records/upload/files-draft.ts';

interface FilesDraft<Form extends object> {
  /** `title`: what the logout calls it. */
  name: string;
  title: string;
  /** Must stay the same object until something changes. */
  form: Form;
  /** Nothing in form and files would be missed. */
  nothingToKeep: boolean;
  uploads: readonly Upload[];
  queue: UploadQueue;
  /** Whether this tab owns the draft; if another does, nothing is stored. */
  owned: boolean;
}

/**
 * Stores a form and its files on this device as they change: each file on its own, so that a key press does not write
 * all photos again. `deleteDraft` is for when the task is saved, or what was typed is discarded.
 */
export function useFilesDraft<Form extends object>(draft: FilesDraft<Form>) {
  const { name, title, form, queue, owned, nothingToKeep } = draft;
  const [formKept, setFormKept] = useState(true);
  const [unkeptFiles, setUnkeptFiles] = useState(0);
  const ended = useRef(!owned);
  const [notKept] = useState(() => new Set<string>());

  const keepFile = async (id: string) => {
    if (ended.current) return;
    const file = queue.stored(id);
    const isKept = file === null || (await keepDraftFile(name, id, file));
    // removed while being written
    if (isKept || queue.stored(id) === null) notKept.delete(id);
    else notKept.add(id);
    if (file === null) await removeDraftFiles(name, [id]);
    setUnkeptFiles(notKept.size);
  };
  const keepAllFiles = async () => Promise.all(queue.uploads.get().map(({ id }) => keepFile(id)));
  const keep = useEffectEvent(keepFile);
  const keepAll = useEffectEvent(keepAllFiles);
  useEffect(() => {
    void keepAll();
    // a failed attempt changes nothing worth storing
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : keep(id)));
  }, [queue]);

  // the progress of an upload is no change
  const filesText = JSON.stringify(listedFiles(draft.uploads));
  const current = useMemo(
    () => (nothingToKeep ? null : { ...form, files: JSON.parse(filesText) as unknown }),
    [form, filesText, nothingToKeep],
  );
  const written = useRef<object | null>(undefined);
  const keepForm = () => {
    if (ended.current || written.current === current) return;
    const wasEmpty = written.current === null;
    written.current = current;
    if (current === null) void removeDraft(name);
    else setFormKept(keepDraft(name, title, current));
    // a draft that held nothing was removed with its files
    if (wasEmpty) void keepAllFiles();
  };
  useLater(keepDelayMs, keepForm, current);
  useOnLeave(keepForm);

  return {
    kept: formKept && unkeptFiles === 0,
    unkeptFiles,
    /** Stores everything at once, with this form. Whether all of it is kept. */
    keepNow: async (now: Form): Promise<boolean> => {
      if (ended.current) return false;
      written.current = current;
      const isKept = keepDraft(name, title, { ...now, files: listedFiles(queue.uploads.get()) });
      setFormKept(isKept);
      await keepAllFiles();
      return isKept && notKept.size === 0;
    },
    deleteDraft: async () => {
      ended.current = true;
      // another tab's draft is of another task
      if (owned) await removeDraft(name);
    },
  };
}
