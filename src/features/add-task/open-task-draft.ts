import { useMemo, useState } from 'react';
import { useFilesDraft } from '../../components/task-files/use-files-draft.ts';
import { databaseState } from '../../lib/device/database.ts';
import { storedMessage } from '../../lib/language/stored-message.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { takeDraft } from '../../records/upload/files-draft.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import type { StoredUpload, Upload } from '../../records/upload/upload.ts';
import { draftForm, taskDraftSchema, newTaskName } from './task-drafts.ts';
import { isEmpty, type TaskForm } from './task-form.ts';
import { saveEnded } from './use-task-saving.ts';

interface TaskDraft {
  /** Milliseconds since 1970. */
  savedAt: number;
  form: TaskForm;
  /** The files that were stored in time, or uploaded. */
  files: StoredUpload[];
}

async function takeTaskDraft(
  name: string,
  signal: AbortSignal,
  timeoutMs?: null,
): Promise<{ draft: TaskDraft | null; unreadable?: true }> {
  const { draft, ...taken } = await takeDraft(name, taskDraftSchema, signal, timeoutMs);
  if (!draft) return { ...taken, draft };
  const form = draftForm(draft.value);
  return { draft: { ...draft, form: { ...form, lost: form.lost + draft.lost } } };
}

export interface OpenedDraft {
  name: string;
  /** Null for a new task. */
  draft: TaskDraft | null;
  /** The files of the best draft cannot be read now: it stays on the device as it is. */
  unreadable?: true;
  queue: UploadQueue;
}

/**
 * Locks the first of the drafts that no other tab has open, or else one of a new task, and creates a queue for its files.
 * Returns a function that releases the draft, after a running save.
 * @param choose names the drafts, best first, once a running save has ended; not called when released before.
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
 * As `openTaskDraft`, but waits while another tab has the draft open, or the device does not answer, so that a finished visit whose
 * files are on the device is not lost. The draft may be gone when the other tab closes it: `draft` is null then.
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
    // React mounts twice in development
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

/**
 * Holds a waiting visit in the queue while it is open and unchanged, and takes it out at the first change (`decisions §12`).
 * The form saves it as the queue does, but not while its fields are open, as it would disappear from
 * under the hands. A person who leaves it unchanged leaves it waiting.
 * @param opened the visit as it was opened
 * @param onTakeOut called for the first change
 */
export function useQueuedVisit(opened: TaskForm, form: TaskForm, uploads: readonly Upload[], onTakeOut: () => void) {
  // another press of 'Update' finishes the visit again, with a later time
  const isUntouched = opened.update === 'waiting' && form.update === 'waiting' && form.finishedAt === opened.finishedAt;
  const takeOut = () => isUntouched && onTakeOut();
  // whether a file was added, removed, moved or turned since; a turn that was under way when it was opened ends at 0
  const [filesOpened] = useState(uploads);
  const areChanged =
    uploads.length !== filesOpened.length ||
    uploads.some(({ id, turn }, index) => {
      const before = filesOpened[index];
      return id !== before?.id || (turn !== 0 && turn !== before.turn);
    });
  useWhen((isUntouched && areChanged) || null, takeOut);
  const isEdited = isUntouched && !form.added;
  const stored = useMemo(() => (isEdited ? { ...form, added: true } : form), [form, isEdited]);
  return {
    isUntouched,
    takeOut,
    /** The form as the draft stores it. */
    stored,
    toSave: isEdited ? { ...form, update: 'none' as const } : form,
  };
}
