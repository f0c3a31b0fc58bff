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

// Opens the form of a correction, from the visit or from its draft on this device. When somebody moves the visit
// meanwhile, the form continues at the new site with the same input and files.

const draftSchema = v.object({
  base: storedTaskSchema,
  typed: typedTaskSchema,
  files: v.array(listedFileSchema),
});

export interface OpenedCorrection extends EditDraft {
  /** The name of the site that has the visit now. */
  site: string;
  queue: UploadQueue;
  draftName: string;
  /** When the restored draft was stored, in milliseconds since 1970; null without a draft. */
  restoredAt: number | null;
  /** Whether files were lost, so that a person has to check the photos and the PDF before saving. */
  filesLost: boolean;
  /** Whether this tab holds the lock of the draft, so that no other tab stores it too. */
  owned: boolean;
  /** Whether there is a draft that cannot be read now; it stays on the device. */
  isUnreadable: boolean;
  /** Whether the correction is saved without another press, because Save was pressed before the move was noticed. */
  savesAtOnce: boolean;
}

/** Opens a correction with the draft, if there is one. Null when the form was closed before the draft was read. */
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
 * The files of the draft. If some of them were lost, all saved files of the task come first, so that no saved file is
 * removed by mistake.
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
      // the name in the draft is in the language in which the draft was started
      name: savedAs.get(file.url)?.name ?? file.name,
      // a file whose content was lost may lack `isKept`: with a URL it counts as saved
      isKept: file.isKept ?? file.url !== null,
    })),
  ];
}

/** The content of a form that is carried over to the site that the visit was moved to. */
interface CarriedForm extends EditDraft {
  files: TaskFiles;
}

/**
 * Opens the same correction at the new site of the visit. New files are uploaded again, for that site. The photos there
 * are copies that cannot be matched with the originals: if photos were removed or sorted, a person has to do it again,
 * so `filesLost` is set and nothing is saved at once.
 */
async function reopenAt(
  to: FiledVisit,
  previous: OpenedCorrection,
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
  // if there is a draft of the visit at the new site, its input stays unless the same field was typed here
  const hasDraft = opened.restoredAt !== null;
  const newFiles = [...(hasDraft ? addedFiles(opened.queue, opened.base) : []), ...addedFiles(previous.queue, base)];
  // a file whose content was lost cannot be uploaded again
  const restorable = newFiles.filter(({ prepared, original }) => prepared !== null || original !== null);
  const queue = new UploadQueue([
    ...savedUploads({ photos: task.urls, pdf }),
    ...restorable.map((file) => ({ ...file, url: null, objectName: null, saved: false, isKept: false })),
  ]);
  const filesLost = restorable.length < newFiles.length || arePhotosChanged;

  const merged = { ...opened.typed };
  // closed recommendations and answered faults belong to the old site, so they are not carried over
  for (const field of changedTaskFields(base, typed))
    if (field !== 'closes' && field !== 'answers') Object.assign(merged, typedPart(typed, field));
  const { closes: _, answers: __, ...baseFields } = base;
  const fieldsOfNewSite = {
    id: task.id,
    urls: task.urls,
    pdf: task.pdf,
    ...(task.closes !== undefined && { closes: task.closes }),
    ...(task.answers !== undefined && { answers: task.answers }),
  };
  return {
    ...opened,
    queue,
    base: hasDraft ? opened.base : { ...baseFields, ...fieldsOfNewSite },
    typed: hasDraft ? merged : { ...typed, closes: statedCloses(task.closes), answers: statedAnswers(task.answers) },
    filesLost,
    savesAtOnce: !filesLost,
  };
}

/** The files of the queue that the saved visit does not have yet. */
function addedFiles(queue: UploadQueue, base: StoredTask): StoredUpload[] {
  const isSaved = ({ url }: StoredUpload) => url !== null && (base.urls.includes(url) || url === base.pdf);
  return queue.uploads
    .get()
    .flatMap(({ id }) => queue.stored(id) ?? [])
    .filter((file) => !isSaved(file));
}

/** The opened correction of a saved task, null until its draft is read. `continueAt` opens it again at another site. */
export function useOpenedCorrection(site: string, task: StoredTask) {
  const [opened, setOpened] = useState<OpenedCorrection | null>(null);
  const controllerRef = useRef(new AbortController());
  const shownRef = useRef<OpenedCorrection | null>(null);

  /** Disposes of the shown correction and takes the next in its place. */
  const adopt = (next: OpenedCorrection | null) => {
    shownRef.current?.queue.dispose();
    shownRef.current = next;
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
      shownRef.current?.queue.dispose();
    };
  }, []);

  /** @param deleteDraft deletes the draft of the form that is replaced */
  const continueAt = async (
    there: FiledVisit,
    form: CarriedForm,
    deleteDraft: () => Promise<unknown>,
  ): Promise<void> => {
    if (!opened) return;
    const { signal } = controllerRef.current;
    const next = await reopenAt(there, opened, form, signal);
    if (next === null) return;
    await deleteDraft();
    if (!signal.aborted) setOpened(adopt(next));
  };
  return { opened, continueAt };
}
