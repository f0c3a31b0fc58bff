import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { databaseState } from '../../lib/device/database.ts';
import { storeDraft, storeDraftFile, removeDraft, removeDraftFiles } from '../../lib/device/drafts.ts';
import type { StoredMessage } from '../../lib/language/stored-message.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { storeDelayMs, useOnLeave } from '../../lib/screen/use-draft.ts';
import { listedFiles } from '../../records/upload/files-draft.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import type { Upload } from '../../records/upload/upload.ts';

/*
 * The draft of a form with files. It promises that what was typed and chosen is on this device shortly after, and after the
 * page is left. The form is a small text in the browser's storage and each file is on its own in its database, so that a key
 * press does not write all photos again; a file is written after each event of its upload, one write at a time. It costs the
 * room of the files until the task is saved. Where the device has no room or does not answer, `isStored` is false and
 * `unstoredFiles` says how many files are only in this tab; they are tried again when the database answers. A draft that
 * another tab owns is never written. `records/upload/files-draft.ts` reads what is stored here.
 */

interface FilesDraft<Form extends object> {
  /** `title`: what the logout calls it. */
  name: string;
  title: StoredMessage;
  /** Must stay the same object until something changes. */
  form: Form;
  /** Whether form and files hold nothing that a person would miss. */
  isEmpty: boolean;
  uploads: readonly Upload[];
  queue: UploadQueue;
  /** Whether this tab holds the lock of the draft; without it, nothing is stored. */
  owned: boolean;
}

/**
 * Stores a form and its files on this device as they change, each file on its own, so that a key press does not write
 * all photos again. A file that cannot be stored is counted in `unstoredFiles` and tried again when the device's
 * database answers. `deleteDraft` removes the draft when the task is saved or the input is discarded.
 */
export function useFilesDraft<Form extends object>(draft: FilesDraft<Form>) {
  const { name, title, form, queue, owned, isEmpty } = draft;
  const [isFormStored, setFormStored] = useState(true);
  const [unstoredFiles, setUnstoredFiles] = useState(0);
  const isEnded = useRef(!owned);
  const [unstored] = useState(() => new Set<string>());
  const [writing] = useState(() => new Map<string, Promise<void>>());

  const noteFile = (id: string, hasDraft: boolean) => {
    const now = queue.stored(id);
    // the file may have been removed or uploaded while it was written; the form has the URL of an uploaded one
    const needsContent = now !== null && (now.url === null || Boolean(now.turn));
    if (hasDraft || !needsContent) unstored.delete(id);
    else unstored.add(id);
    setUnstoredFiles(unstored.size);
  };
  const writeFile = async (id: string) => {
    if (isEnded.current) return;
    const file = queue.stored(id);
    const hasDraft = file === null || (await storeDraftFile(name, id, file, () => noteFile(id, true)));
    if (file === null) await removeDraftFiles(name, [id]);
    noteFile(id, hasDraft);
  };
  /** Writes a file as it is now, after an earlier write of it has ended. */
  const storeFile = (id: string): Promise<void> => {
    const written = (writing.get(id) ?? Promise.resolve()).then(() => writeFile(id));
    writing.set(id, written);
    return written;
  };
  const storeAllFiles = async () => Promise.all(queue.uploads.get().map(({ id }) => storeFile(id)));
  const storeChanged = useEffectEvent(storeFile);
  const storeAll = useEffectEvent(storeAllFiles);
  useEffect(() => {
    void storeAll();
    // a failed upload changes nothing that is stored
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : storeChanged(id)));
  }, [queue]);
  const storeMissing = useEffectEvent(() => {
    if (databaseState.get()) for (const id of unstored) void storeFile(id);
  });
  useEffect(() => databaseState.subscribe(() => storeMissing()), []);

  // the progress of an upload is no change
  const filesText = JSON.stringify(listedFiles(draft.uploads));
  const current = useMemo(
    () => (isEmpty ? null : { ...form, files: JSON.parse(filesText) as unknown }),
    [form, filesText, isEmpty],
  );
  const written = useRef<object | null>(undefined);
  const storeForm = () => {
    if (isEnded.current || written.current === current) return;
    const wasEmpty = written.current === null;
    written.current = current;
    if (current === null) void removeDraft(name);
    else setFormStored(storeDraft(name, title, current));
    // a draft that became empty was removed with its files
    if (wasEmpty) void storeAllFiles();
  };
  useLater(storeDelayMs, storeForm, current);
  useOnLeave(storeForm);

  return {
    isStored: isFormStored && unstoredFiles === 0,
    unstoredFiles,
    /** Stores everything at once, with this form. Returns whether all of it is stored. */
    storeNow: async (now: Form): Promise<boolean> => {
      if (isEnded.current) return false;
      written.current = current;
      const hasDraft = storeDraft(name, title, { ...now, files: listedFiles(queue.uploads.get()) });
      setFormStored(hasDraft);
      await storeAllFiles();
      return hasDraft && unstored.size === 0;
    },
    deleteDraft: async () => {
      isEnded.current = true;
      // another tab's draft is of another task; the caller does not wait until the files are removed
      if (owned) void removeDraft(name);
    },
  };
}
