import * as v from 'valibot';
import { loadDraft, removeDraft, saveDraft } from './draft-store.ts';
import type { StoredUpload } from './upload-queue.ts';
import { isMonth, type Month } from '../../records/time.ts';
import { loadFiles, removeFilesOf } from './draft-files.ts';
import type { TaskForm } from './task-form.ts';

const key = 'add-task';

const schema = v.object({
  savedAt: v.number(),
  siteId: v.nullable(v.number()),
  year: v.string(),
  month: v.union([v.custom<Month>(isMonth), v.literal('')]),
  title: v.string(),
  text: v.string(),
  addedAt: v.nullable(v.string()),
  /** Ids of its files, in their order. */
  files: v.array(v.string()),
});

/** A task that was begun earlier on this device. `savedAt` in milliseconds. */
export interface TaskDraft {
  savedAt: number;
  form: TaskForm;
  files: StoredUpload[];
}

/** The draft on this device, with its files; null when there is none. */
export async function loadTaskDraft(): Promise<TaskDraft | null> {
  const draft = await loadDraft(key, schema);
  if (!draft) return null;
  const { savedAt, files, ...form } = draft;
  return { savedAt, form, files: await loadFiles(files) };
}

/** Keeps what is typed and which files belong to it; false where the browser keeps nothing. */
export function saveTaskDraft(form: TaskForm, files: readonly string[]): Promise<boolean> {
  return saveDraft(key, { savedAt: Date.now(), ...form, files: [...files] } satisfies v.InferOutput<typeof schema>);
}

/** Forgets the draft and these files of it. What is in the bucket stays there. */
export async function removeTaskDraft(files: readonly string[]): Promise<void> {
  await Promise.all([removeDraft(key), removeFilesOf(files)]);
}
