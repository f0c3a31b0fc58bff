import { useFilesDraft } from '../../components/task-files/use-files-draft.ts';
import { databaseState } from '../../lib/device/database.ts';
import { storedMessage } from '../../lib/language/stored-message.ts';
import { takeDraft } from '../../records/upload/files-draft.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import type { StoredUpload, Upload } from '../../records/upload/upload.ts';
import { draftForm, taskDraftSchema, newTaskName } from './task-drafts.ts';
import { isEmpty, type TaskForm } from './task-form.ts';
import { saveEnded } from './use-task-saving.ts';

/*
 * Opens the draft of a task together with its files. A draft is open in one tab at a time: opening it takes its lock, and the lock is released
 * when the form is closed and no save is running any more. If the device does not answer, or the files cannot be read at the moment, the draft
 * stays unchanged on the device. Then the form of the screen opens another draft (`openTaskDraft`), and the queue waits (`awaitTaskDraft`).
 */

interface TaskDraft {
  /** Milliseconds since 1970. */
  savedAt: number;
  form: TaskForm;
  /** The files that are stored on this device or uploaded. A file that was chosen just before the tab closed may be missing. */
  files: StoredUpload[];
}

/**
 * Takes the lock of a draft and reads it. `draft` is null if there is none, if another tab has it open, or if its files cannot be read.
 * @param timeoutMs how long to wait for the lock, as in `lockDraft`
 */
async function takeTaskDraft(
  name: string,
  signal: AbortSignal,
  timeoutMs?: null,
): Promise<{ draft: TaskDraft | null; unreadable?: true }> {
  const { draft, ...state } = await takeDraft(name, taskDraftSchema, signal, timeoutMs);
  if (!draft) return { ...state, draft };
  const form = draftForm(draft.value);
  return { draft: { ...draft, form: { ...form, lost: form.lost + draft.lost } } };
}

export interface OpenedDraft {
  name: string;
  /** Null for a new task. */
  draft: TaskDraft | null;
  /** Set if a draft could not be opened because its files cannot be read at the moment; it stays unchanged on the device. */
  unreadable?: true;
  queue: UploadQueue;
}

/**
 * Opens the first of some drafts that no other tab has open, or else a draft for a new task, and creates a queue for its files.
 * @param choose returns the names of the drafts, the preferred one first. It is called when no save is running.
 * @returns a function that releases the draft; it waits until a running save has ended
 */
export function openTaskDraft(choose: () => readonly string[], onOpen: (opened: OpenedDraft) => void): () => void {
  return openDraft(onOpen, async (signal) => {
    let isUnreadable = false;
    for (const name of choose()) {
      // without a draft, another tab has it open or its files cannot be read: the next draft is tried
      const { draft, unreadable = false } = await takeTaskDraft(name, signal);
      isUnreadable ||= unreadable;
      if (draft) return { name, draft };
    }
    const name = newTaskName();
    await takeTaskDraft(name, signal);
    return { name, draft: null, ...(isUnreadable && { unreadable: true }) };
  });
}

/**
 * Opens one draft. It waits while another tab has the draft open or the device does not answer, so that a finished visit is never saved without
 * files that are on the device. `draft` is null if the draft no longer exists.
 * @returns a function that releases the draft; it waits until a running save has ended
 */
export function awaitTaskDraft(name: string, onOpen: (opened: OpenedDraft) => void): () => void {
  return openDraft(onOpen, async (signal) => {
    for (;;) {
      const { draft, unreadable } = await takeTaskDraft(name, signal, null);
      if (!unreadable || signal.aborted) return { name, draft };
      await databaseState.whenAnswering(signal);
    }
  });
}

/**
 * Opens a draft after a running save has ended.
 * @param take takes the lock of a draft and reads it
 * @returns a function that releases the draft; it waits until a running save has ended
 */
function openDraft(
  onOpen: (opened: OpenedDraft) => void,
  take: (signal: AbortSignal) => Promise<Omit<OpenedDraft, 'queue'>>,
): () => void {
  const controller = new AbortController();
  let isReleased = false;
  let queue: UploadQueue | undefined;
  void (async () => {
    await saveEnded();
    // the draft may have been released in the meantime: React mounts a component twice in development
    if (isReleased) return;
    const result = await take(controller.signal);
    if (isReleased) return;
    queue = new UploadQueue(result.draft?.files);
    onOpen({ ...result, queue });
  })();
  return () => {
    isReleased = true;
    queue?.dispose();
    void saveEnded().then(() => controller.abort());
  };
}

/** Stores a new task and its files on this device as they change (`useFilesDraft`). */
export function useStoredTaskDraft(name: string, form: TaskForm, uploads: readonly Upload[], queue: UploadQueue) {
  const isDraftEmpty = isEmpty(form) && uploads.every(({ state }) => state === 'refused');
  const title =
    form.update === 'none'
      ? storedMessage('New visit')
      : storedMessage('New visit that is finished, but not saved yet');
  return useFilesDraft({ name, title, form, isEmpty: isDraftEmpty, uploads, queue, owned: true });
}
