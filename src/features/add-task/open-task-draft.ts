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
 * Opening the draft of a task. A draft is open in one tab at a time: who opens it takes its lock, and releases the lock when the form is
 * closed, after a save that still runs. The files of the draft are read with it. Where the device does not answer, or the files cannot be
 * read now, the draft stays as it is: the form of the screen opens another one (`openTaskDraft`), and the queue waits (`awaitTaskDraft`).
 */

interface TaskDraft {
  /** Milliseconds since 1970. */
  savedAt: number;
  form: TaskForm;
  /** The files that were stored in time, or uploaded. */
  files: StoredUpload[];
}

/** Takes the lock of a draft and reads it; `draft` is null where there is none, another tab has it, or its files are unreadable. */
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
  /** Whether the files of the first draft cannot be read now, so that it stays on the device as it is. */
  unreadable?: true;
  queue: UploadQueue;
}

/**
 * Opens the first of the drafts that no other tab has open, or else that of a new task, and creates a queue for its files. Returns a function
 * that releases the draft, after a running save.
 * @param choose returns the names of the drafts, the best first; called once a running save has ended, unless the draft is released before
 */
export function openTaskDraft(choose: () => readonly string[], onOpen: (opened: OpenedDraft) => void): () => void {
  return openDraft(onOpen, async (signal) => {
    let isUnreadable = false;
    for (const name of choose()) {
      // the next draft is tried when another tab has this one, or its files cannot be read now
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
 * As `openTaskDraft`, but of one draft, and it waits while another tab has the draft open or the device does not answer. So a finished visit
 * is never saved without files that are on the device. `draft` is null where the other tab has removed it.
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

function openDraft(
  onOpen: (opened: OpenedDraft) => void,
  take: (signal: AbortSignal) => Promise<Omit<OpenedDraft, 'queue'>>,
): () => void {
  const controller = new AbortController();
  let isReleased = false;
  let queue: UploadQueue | undefined;
  void (async () => {
    await saveEnded();
    // the draft may be released by now: React mounts a component twice in development
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
