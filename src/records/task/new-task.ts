import { months, taskYears, type Month } from '../time.ts';
import { nextTaskId, type StoredTask } from './stored-task.ts';

/** What is typed for a task that is not saved yet. Year and month are empty until they are chosen. */
export interface TypedTask {
  year: string;
  month: Month | '';
  title: string;
  text: string;
}

/** The stored addresses of its files (`spec §7`). */
export interface TaskFiles {
  photos: readonly string[];
  /** Empty when there is none. */
  pdf: string;
}

/** A task before it has its number, which only the stored tasks can tell. */
export type NewTask = Omit<StoredTask, 'id'>;

/** What the database takes. */
export const taskLimits = { title: 200, text: 10_000, photos: 60 } as const;

/** Common titles, offered while one is typed. */
export const commonTitles = [
  'Monthly preventive maintenance',
  'Emergency call',
  'Quarterly test',
  'Repair',
  'Reader check',
] as const;

const hour = 3_600_000;

/** The moment as tasks keep it: `2026-03-26T16:05:00+08:00`, whatever the browser's zone (`spec §9`). */
export function siteStamp(instant: Date): string {
  // Singapore is eight hours ahead all year
  return `${new Date(instant.getTime() + 8 * hour).toISOString().slice(0, 19)}+08:00`;
}

/** The year and month that it is in Singapore; the year is empty where tasks can have none such (`spec §3`). */
export function thisMonth(instant: Date): Pick<TypedTask, 'year' | 'month'> {
  const [year, month] = siteStamp(instant).split('-');
  return {
    year: taskYears.find((one) => one === year) ?? '',
    month: months[Number(month) - 1]?.value ?? '',
  };
}

/** The fields that are still to be filled in, in the order of the form (`spec §5`). */
export function missingFields(typed: TypedTask): (keyof TypedTask)[] {
  const fields = ['year', 'month', 'title', 'text'] as const;
  return fields.filter((field) => plain(typed[field]) === '');
}

/**
 * The task as it will be stored, but for its number; null while a field is missing.
 * @param time when it was added, as `siteStamp` writes it.
 */
export function newTask(typed: TypedTask, time: string, files: TaskFiles): NewTask | null {
  if (typed.month === '' || missingFields(typed).length > 0) return null;
  return {
    time,
    urls: [...files.photos],
    year: typed.year,
    month: typed.month,
    tasks: plain(typed.text),
    title: plain(typed.title),
    pdf: files.pdf,
    showing: 'True',
  };
}

/**
 * The stored tasks with the new one, whose number is one more than the highest. When an earlier attempt arrived and
 * only its answer got lost, the task is there already and stays alone.
 */
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

/** Characters that nobody sees and that the database refuses come along with pasted text. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unseen = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]/gu;
/** The database counts none of these as a text. */
const visible = /[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]/u;

function plain(text: string): string {
  const left = text.replace(unseen, '').trim();
  return visible.test(left) ? left : '';
}
