import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { databaseState } from '../../lib/device/database.ts';
import { keepDraft, keepDraftFile, removeDraft, removeDraftFiles } from '../../lib/device/drafts.ts';
import type { KeptMessage } from '../../lib/language/kept-message.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { keepDelayMs, useOnLeave } from '../../lib/screen/use-draft.ts';
import { listedFiles } from '../../records/upload/files-draft.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import type { Upload } from '../../records/upload/upload.ts';

/*
 * The draft of a form with files. It promises that what was typed and chosen is on this device shortly after, and after the
 * page is left. The form is a small text in the browser's storage and each file is on its own in its database, so that a key
 * press does not write all photos again; a file is written after each event of its upload, one write at a time. It costs the
 * room of the files until the task is saved. Where the device has no room or does not answer, `kept` is false and
 * `unkeptFiles` says how many files are only in this tab; they are tried again when the database answers. A draft that
 * another tab owns is never written. `records/upload/files-draft.ts` reads what is stored here.
 */

interface FilesDraft<Form extends object> {
  /** `title`: what the logout calls it. */
  name: string;
  title: KeptMessage;
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
  const [writing] = useState(() => new Map<string, Promise<void>>());

  const noteFile = (id: string, isKept: boolean) => {
    const now = queue.stored(id);
    // it may have been removed while it was written, or uploaded: then the form has its URL
    const needsContent = now !== null && (now.url === null || Boolean(now.turn));
    if (isKept || !needsContent) notKept.delete(id);
    else notKept.add(id);
    setUnkeptFiles(notKept.size);
  };
  const writeFile = async (id: string) => {
    if (ended.current) return;
    const file = queue.stored(id);
    const isKept = file === null || (await keepDraftFile(name, id, file, () => noteFile(id, true)));
    if (file === null) await removeDraftFiles(name, [id]);
    noteFile(id, isKept);
  };
  /** Writes a file as it is now, after what is being written of it. */
  const keepFile = (id: string): Promise<void> => {
    const written = (writing.get(id) ?? Promise.resolve()).then(() => writeFile(id));
    writing.set(id, written);
    return written;
  };
  const keepAllFiles = async () => Promise.all(queue.uploads.get().map(({ id }) => keepFile(id)));
  const keep = useEffectEvent(keepFile);
  const keepAll = useEffectEvent(keepAllFiles);
  useEffect(() => {
    void keepAll();
    // a failed attempt changes nothing worth storing
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : keep(id)));
  }, [queue]);
  const keepMissing = useEffectEvent(() => {
    if (databaseState.get()) for (const id of notKept) void keepFile(id);
  });
  useEffect(() => databaseState.subscribe(() => keepMissing()), []);

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
      // another tab's draft is of another task; nobody waits until the files are gone
      if (owned) void removeDraft(name);
    },
  };
}
