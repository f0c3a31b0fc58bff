import * as v from 'valibot';
import { readDraft, readDraftFile } from '../../lib/drafts.ts';
import type { TypedTask } from '../../records/task/stored-task.ts';
import { isMonth, siteMonth, siteStamp, type Month } from '../../records/time.ts';
import type { StoredUpload } from './upload-queue.ts';

/** The form of a new task. */
export interface TaskForm extends TypedTask {
  /** Number of the site record; null while none is chosen. */
  siteId: number | null;
  /** When 'Add Task' was pressed, as tasks keep it; null while the task is still being written. */
  addedAt: string | null;
}

export type TaskFormAction =
  | { do: 'change'; values: Partial<TypedTask> }
  | { do: 'choose site'; siteId: number | null }
  | { do: 'add'; at: Date }
  | { do: 'edit' };

/** An empty form, for the month that a day is in, in Singapore. */
export function emptyForm(day: Date): TaskForm {
  return { siteId: null, ...siteMonth(day), title: '', text: '', addedAt: null };
}

/** 'Add Task' puts what is typed into the list and hides; 'Edit' takes it out again (`spec §4`). */
export function taskFormReducer(form: TaskForm, action: TaskFormAction): TaskForm {
  if (action.do === 'change') return { ...form, ...action.values };
  if (action.do === 'choose site') return { ...form, siteId: action.siteId };
  return { ...form, addedAt: action.do === 'add' ? siteStamp(action.at) : null };
}

/** Whether there is nothing in it that would be missed: a chosen site or month is chosen again in a moment. */
export function isEmpty(form: TaskForm): boolean {
  return form.title === '' && form.text === '' && form.addedAt === null;
}

/** Its name in the browser, and what the logout calls it. */
export const draftName = 'add-task';
export const draftTitle = 'New task';

const draftSchema = v.object({
  siteId: v.nullable(v.number()),
  year: v.string(),
  month: v.union([v.custom<Month>(isMonth), v.literal('')]),
  title: v.string(),
  text: v.string(),
  addedAt: v.nullable(v.string()),
  /** Ids of its files, in their order. */
  files: v.array(v.string()),
});

const storedUpload = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['photo', 'pdf']),
  sizeBefore: v.number(),
  url: v.nullable(v.string()),
  prepared: v.nullable(v.object({ content: v.blob(), small: v.nullable(v.blob()) })),
  original: v.nullable(v.file()),
  objectName: v.nullable(v.string()),
});

/** What is kept of the form; its files are kept one by one, so that a key press does not write all the photos again. */
export type KeptTask = v.InferOutput<typeof draftSchema>;

/** A task that was begun earlier on this device. `savedAt` in milliseconds since 1970. */
export interface TaskDraft {
  savedAt: number;
  form: TaskForm;
  files: StoredUpload[];
}

/** The draft on this device, with those of its files that were kept in time; null when there is none. */
export async function loadTaskDraft(): Promise<TaskDraft | null> {
  const draft = readDraft(draftName, draftSchema);
  if (!draft) return null;
  const { files: ids, ...form } = draft.value;
  const files = await Promise.all(ids.map((id) => readDraftFile(draftName, id, storedUpload)));
  return { savedAt: draft.savedAt, form, files: files.filter((file) => file !== null) };
}
