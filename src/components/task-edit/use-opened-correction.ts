import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { statedAnswers } from '../../records/fault/answers.ts';
import { statedCloses } from '../../records/task/follow-ups.ts';
import { changedTaskFields, TaskMissing, typedPart } from '../../records/task/task-changes.ts';
import { readSiteTasks } from '../../records/task/task-queries.ts';
import { type StoredTask, type TaskFiles, storedTaskSchema } from '../../records/task/task.ts';
import { typedTask, typedTaskSchema } from '../../records/task/typed-task.ts';
import { listedFileSchema, takeDraft } from '../../records/upload/files-draft.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import { savedUploads, type StoredUpload } from '../../records/upload/upload.ts';
import type { FiledVisit } from './MoveVisit.tsx';
import type { EditDraft } from './use-task-edit.ts';
import { correctionInDialog, correctionName } from './use-unfinished-corrections.ts';

// The form of a correction as it opens: from the visit, or from its draft on this device. When the visit is moved
// meanwhile, the form continues at the new site with what was typed and added.

const draftSchema = v.object({
  base: storedTaskSchema,
  typed: typedTaskSchema,
  files: v.array(listedFileSchema),
});

export interface OpenedCorrection extends EditDraft {
  /** Where the visit is. */
  site: string;
  queue: UploadQueue;
  draftName: string;
  /** When the restored draft was stored, in milliseconds; null without a draft. */
  restoredAt: number | null;
  filesLost: boolean;
  /** Whether this tab holds the lock of the draft; another tab would save it too. */
  owned: boolean;
  /** There is a draft that cannot be read now; it stays on the device. */
  isUnreadable: boolean;
  /** Whether the person has already asked for it to be saved. */
  savesAtOnce: boolean;
}

/** The task and its draft; null when the form was closed before the draft was read. */
async function openCorrection(site: string, task: StoredTask, signal: AbortSignal): Promise<OpenedCorrection | null> {
  const draftName = correctionName(site, task.id);
  const { hasLock: owned, draft, unreadable = false } = await takeDraft(draftName, draftSchema, signal);
  if (signal.aborted) return null;
  const { base, typed } = draft?.value ?? { base: task, typed: typedTask(task) };
  const saved = savedUploads({ photos: base.urls, pdf: base.pdf });
  const filesLost = draft !== null && draft.lost > 0;
  const queue = new UploadQueue(draft ? restoredFiles(draft.files, saved, filesLost) : saved);
  const restoredAt = draft?.savedAt ?? null;
  const opened = { site, queue, draftName, base, typed, restoredAt, filesLost, owned };
  return { ...opened, isUnreadable: unreadable, savesAtOnce: false };
}

/**
 * The draft's files. Where some of them were lost, the files of the task come first, because none of those may be lost.
 */
function restoredFiles(
  draftFiles: readonly StoredUpload[],
  saved: readonly StoredUpload[],
  filesLost: boolean,
): StoredUpload[] {
  const savedAs = new Map(saved.map((file) => [file.url, file]));
  const draftOnly = filesLost ? draftFiles.filter(({ url }) => url === null || !savedAs.has(url)) : draftFiles;
  return [
    ...(filesLost ? saved : []),
    ...draftOnly.map((file) => ({
      ...file,
      // the draft has the name in the language in which it was started
      name: savedAs.get(file.url)?.name ?? file.name,
      // a file whose content was lost does not tell whether a save has stored it
      isKept: file.isKept ?? file.url !== null,
    })),
  ];
}

/** What a form holds of a visit when it turns out to be at another site. */
interface CarriedForm extends EditDraft {
  files: TaskFiles;
}

/**
 * The same correction of the visit at its new site; new files are uploaded again, for that site. The photos there are
 * copies, and which copy is which is not known: where photos were removed or sorted here, a person has to decide.
 */
async function reopenAt(
  to: FiledVisit,
  before: OpenedCorrection,
  { base, typed, files }: CarriedForm,
  signal: AbortSignal,
): Promise<OpenedCorrection | null> {
  const task = (await readSiteTasks(to.site)).tasks2024.find(({ id }) => id === to.id);
  if (!task) throw new TaskMissing();
  const opened = await openCorrection(to.site, task, signal);
  if (!opened) return null;
  opened.queue.dispose();

  const arePhotosChanged = base.urls.some((url, index) => files.photos[index] !== url);
  const pdf = files.pdf === base.pdf ? task.pdf : '';
  // a draft of the visit at the new site stays, and what was typed here is put over it
  const isDraft = opened.restoredAt !== null;
  const added = [...(isDraft ? addedFiles(opened.queue, opened.base) : []), ...addedFiles(before.queue, base)];
  const restorable = added.filter(({ prepared, original }) => prepared !== null || original !== null);
  const queue = new UploadQueue([
    ...savedUploads({ photos: task.urls, pdf }),
    ...restorable.map((file) => ({ ...file, url: null, objectName: null, saved: false, isKept: false })),
  ]);
  const filesLost = restorable.length < added.length || arePhotosChanged;

  const merged = { ...opened.typed };
  // what it carried out and answered is of the site that it left
  for (const field of changedTaskFields(base, typed))
    if (field !== 'closes' && field !== 'answers') Object.assign(merged, typedPart(typed, field));
  const { closes: _, answers: __, ...left } = base;
  const there = {
    id: task.id,
    urls: task.urls,
    pdf: task.pdf,
    ...(task.closes !== undefined && { closes: task.closes }),
    ...(task.answers !== undefined && { answers: task.answers }),
  };
  return {
    ...opened,
    queue,
    base: isDraft ? opened.base : { ...left, ...there },
    typed: isDraft ? merged : { ...typed, closes: statedCloses(task.closes), answers: statedAnswers(task.answers) },
    filesLost,
    savesAtOnce: !filesLost,
  };
}

/** The files that the visit does not have yet. */
function addedFiles(queue: UploadQueue, base: StoredTask): StoredUpload[] {
  const isSaved = ({ url }: StoredUpload) => url !== null && (base.urls.includes(url) || url === base.pdf);
  return queue.uploads
    .get()
    .flatMap(({ id }) => queue.stored(id) ?? [])
    .filter((file) => !isSaved(file));
}

/** The form of a saved task, null until its draft is read; `continueAt` goes on with it at another site. */
export function useOpenedCorrection(site: string, task: StoredTask) {
  const [opened, setOpened] = useState<OpenedCorrection | null>(null);
  const controllerRef = useRef(new AbortController());
  const shown = useRef<OpenedCorrection | null>(null);

  /** Makes a correction the one that is shown, and disposes of the one before. */
  const adopt = (next: OpenedCorrection | null) => {
    shown.current?.queue.dispose();
    shown.current = next;
    if (next) correctionInDialog.set(next.draftName);
    return next;
  };
  const open = useEffectEvent(async (signal: AbortSignal) => {
    correctionInDialog.set(correctionName(site, task.id));
    return adopt(await openCorrection(site, task, signal));
  });
  useEffect(() => {
    const controller = new AbortController();
    controllerRef.current = controller;
    void open(controller.signal).then(setOpened);
    return () => {
      correctionInDialog.set(null);
      controller.abort();
      shown.current?.queue.dispose();
    };
  }, []);

  /** @param end removes the draft of the form that is replaced */
  const continueAt = async (there: FiledVisit, form: CarriedForm, end: () => Promise<unknown>): Promise<void> => {
    if (!opened) return;
    const { signal } = controllerRef.current;
    const next = await reopenAt(there, opened, form, signal);
    if (next === null) return;
    await end();
    if (!signal.aborted) setOpened(adopt(next));
  };
  return { opened, continueAt };
}
