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
 * The draft of a form with files. Input and files are stored on this device shortly after they change, and when the page is
 * left. The input is a small text in the web storage; each file has a separate entry in the browser's database, so that a key
 * press does not write all photos again. A file is written after each event of its upload, one write at a time. The files take
 * room on the device until the task is saved. If there is no room or the database does not answer, `isStored` is false and
 * `unstoredFiles` counts the files that are in this tab only; they are written again when the database answers. If another tab
 * owns the draft, nothing is written. `records/upload/files-draft.ts` reads the draft.
 */

interface FilesDraft<Form extends object> {
  /** The key that the draft is stored under. */
  name: string;
  /** The name of the draft in the dialog before a logout. */
  title: StoredMessage;
  /** The input. The object must stay the same until the input changes. */
  form: Form;
  /** Whether input and files hold nothing that a person would miss; an empty draft is removed. */
  isEmpty: boolean;
  uploads: readonly Upload[];
  queue: UploadQueue;
  /** Whether this tab holds the lock of the draft. Without the lock nothing is stored. */
  owned: boolean;
}

/** Stores a form and its files as they change. The caller calls `deleteDraft` when the task is saved or the input discarded. */
export function useFilesDraft<Form extends object>(draft: FilesDraft<Form>) {
  const { name, title, form, queue, owned, isEmpty } = draft;
  const [isFormStored, setFormStored] = useState(true);
  const [unstoredFiles, setUnstoredFiles] = useState(0);
  /** Whether nothing is stored any more. */
  const isEnded = useRef(!owned);
  const [unstoredIds] = useState(() => new Set<string>());
  const [pendingWrites] = useState(() => new Map<string, Promise<void>>());

  /** Counts a file as unstored, or no longer. */
  const countFile = (id: string, isStored: boolean) => {
    const file = queue.stored(id);
    // a file that was removed or uploaded while it was written needs no stored content: the form has the URL of an uploaded file
    const needsContent = file !== null && (file.url === null || Boolean(file.turn));
    if (isStored || !needsContent) unstoredIds.delete(id);
    else unstoredIds.add(id);
    setUnstoredFiles(unstoredIds.size);
  };
  const writeFile = async (id: string) => {
    if (isEnded.current) return;
    const file = queue.stored(id);
    const isStored = file === null || (await storeDraftFile(name, id, file, () => countFile(id, true)));
    if (file === null) await removeDraftFiles(name, [id]);
    countFile(id, isStored);
  };
  /** Writes the current state of a file, after an earlier write of the same file has ended. */
  const storeFile = (id: string): Promise<void> => {
    const write = (pendingWrites.get(id) ?? Promise.resolve()).then(() => writeFile(id));
    pendingWrites.set(id, write);
    return write;
  };
  const storeAllFiles = async () => Promise.all(queue.uploads.get().map(({ id }) => storeFile(id)));
  const storeChanged = useEffectEvent(storeFile);
  const storeAll = useEffectEvent(storeAllFiles);
  useEffect(() => {
    void storeAll();
    // a failed upload does not change the stored file
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : storeChanged(id)));
  }, [queue]);
  const storeUnstored = useEffectEvent(() => {
    if (databaseState.get()) for (const id of unstoredIds) void storeFile(id);
  });
  useEffect(() => databaseState.subscribe(() => storeUnstored()), []);

  // the text stays equal while an upload only makes progress, so that progress alone does not store the form again
  const filesText = JSON.stringify(listedFiles(draft.uploads));
  const currentForm = useMemo(
    () => (isEmpty ? null : { ...form, files: JSON.parse(filesText) as unknown }),
    [form, filesText, isEmpty],
  );
  /** The form as it was last written: null if it was empty, undefined before the first write. */
  const lastWritten = useRef<object | null>(undefined);
  const storeForm = () => {
    if (isEnded.current || lastWritten.current === currentForm) return;
    const wasEmpty = lastWritten.current === null;
    lastWritten.current = currentForm;
    if (currentForm === null) void removeDraft(name);
    else setFormStored(storeDraft(name, title, currentForm));
    // when the form was empty, the draft was removed with its files: they are written again
    if (wasEmpty) void storeAllFiles();
  };
  useLater(storeDelayMs, storeForm, currentForm);
  useOnLeave(storeForm);

  return {
    isStored: isFormStored && unstoredFiles === 0,
    unstoredFiles,
    /** Stores this form and all files without delay. Returns whether everything is stored. */
    storeNow: async (newForm: Form): Promise<boolean> => {
      if (isEnded.current) return false;
      // so that the delayed store does not put the form of the last render over the new one
      lastWritten.current = currentForm;
      const isStored = storeDraft(name, title, { ...newForm, files: listedFiles(queue.uploads.get()) });
      setFormStored(isStored);
      await storeAllFiles();
      return isStored && unstoredIds.size === 0;
    },
    deleteDraft: async () => {
      isEnded.current = true;
      // without the lock the stored draft belongs to another tab and stays; the caller does not wait for the removal of the files
      if (owned) void removeDraft(name);
    },
  };
}
