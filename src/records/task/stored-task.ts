import * as v from 'valibot';
import { storedText } from '../text-rules.ts';
import { isMonth, type Month } from '../time.ts';
import { storedKind } from './visit-kind.ts';

/** One element of `tasks2024` as it is stored, whole (`spec §3`): what an admin reads and writes. */
export const storedTaskSchema = v.object({
  id: v.number(),
  time: v.string(),
  urls: v.array(v.string()),
  year: v.string(),
  month: v.custom<Month>(isMonth, 'not a month value'),
  tasks: v.string(),
  title: v.string(),
  pdf: v.string(),
  showing: v.picklist(['True', 'False']),
  kind: storedKind,
});

export type StoredTask = v.InferOutput<typeof storedTaskSchema>;

/** What is typed for a task that is not saved yet. Year and month are empty until they are chosen. */
export interface TypedTask {
  year: string;
  month: Month | '';
  title: string;
  text: string;
}

/** The URLs of its files as they are stored (`spec §7`). */
export interface TaskFiles {
  photos: readonly string[];
  pdf: string;
}

/** A task before it has its number, which only the stored tasks can tell. */
export type NewTask = Omit<StoredTask, 'id'>;

/** What the database takes. */
export const taskLimits = { title: 200, text: 10_000, photos: 60 } as const;

/** The fields that are still to be filled in, in the order of the form (`spec §5`). */
export function missingFields(typed: TypedTask): (keyof TypedTask)[] {
  const fields = ['year', 'month', 'title', 'text'] as const;
  return fields.filter((field) => storedText(typed[field]) === '');
}

/** The task as it is stored, but for its number; null while a field is missing. `time` is from `siteStamp`. */
export function newTask(typed: TypedTask, time: string, files: TaskFiles): NewTask | null {
  if (typed.month === '' || missingFields(typed).length > 0) return null;
  return {
    time,
    urls: [...files.photos],
    year: typed.year,
    month: typed.month,
    tasks: storedText(typed.text),
    title: storedText(typed.title),
    pdf: files.pdf,
    showing: 'True',
  };
}

/** The task is added once: it is there already when only the answer of an earlier attempt got lost. */
export function withNewTask(stored: readonly StoredTask[], task: NewTask): { tasks: StoredTask[]; id: number } {
  const there = stored.find((one) => isSame(one, task));
  if (there) return { tasks: [...stored], id: there.id };
  const id = nextTaskId(stored);
  return { tasks: [...stored, { id, ...task }], id };
}

function isSame(one: StoredTask, task: NewTask): boolean {
  return (
    one.time === task.time &&
    one.title === task.title &&
    one.tasks === task.tasks &&
    one.pdf === task.pdf &&
    one.urls.join() === task.urls.join()
  );
}

/** The id of a task that is added: one more than the highest, or 1 (`spec §4`). */
export function nextTaskId(tasks: readonly StoredTask[]): number {
  return tasks.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}

export interface HandedReport {
  file: File;
  /** The day it is about, as `2026-03-26`. */
  day: string;
}

let handed: HandedReport | null = null;

/** Keeps it for the next screen; a reload forgets it. */
export function handReport(report: HandedReport): void {
  handed = report;
}

/** What was handed over, once; null when nothing was. */
export function takeReport(): HandedReport | null {
  const report = handed;
  handed = null;
  return report;
}
