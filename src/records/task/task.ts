import * as v from 'valibot';
import { singaporeOffsetMs } from '../../lib/calendar/day.ts';
import { objectNameOf } from '../../lib/file-names.ts';
import { currentLanguage } from '../../lib/language/translate.ts';
import { isMonth, monthAt, monthOfYear, type Month } from '../time.ts';
import { storedMembers } from './optional-members.ts';

const month = v.custom<Month>(isMonth, 'not a month value');
/** The schema of a stored time: any text that `Date.parse` reads. */
export const storedTime = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not a time'),
);

const visitMembers = {
  id: v.number(),
  time: storedTime,
  urls: v.array(v.string()),
  year: v.string(),
  month,
  tasks: v.string(),
  title: v.string(),
  pdf: v.string(),
  ...storedMembers,
};

const taskMembers = { ...visitMembers, showing: v.literal('True') };

// the view `maintables`, which the screens read, has no other members of a hidden task, for any key; the table `maintable`, which an
// admin reads to save, has all of them (`storedTaskSchema`)
const hiddenTask = v.object({ id: v.number(), year: v.string(), month, showing: v.literal('False') });

export type Task = v.InferOutput<v.ObjectSchema<typeof taskMembers, undefined>>;
export type HiddenTask = v.InferOutput<typeof hiddenTask>;

// A save writes the whole array, and drafts and copies outlive a release, so members that this page does not know pass through unchanged
// (`decisions §8`). The types have only the known members.

/** One element of `tasks2024` as the view has it (`spec §3`). A hidden task has only the members that the counts need. */
export const taskSchema: v.GenericSchema<unknown, Task | HiddenTask> = v.variant('showing', [
  v.looseObject(taskMembers),
  hiddenTask,
]);

/** A visit as a public link shows it to somebody without a key (`decisions §16`). It is always shown, so it has no `showing`. */
export type SharedVisit = Omit<Task, 'showing'>;

export const sharedVisitSchema: v.GenericSchema<unknown, SharedVisit> = v.looseObject(visitMembers);

export interface TaskFilter {
  /** Null for all years. */
  year: string | null;
  /** Null for all months. */
  month: Month | null;
}

export function inPeriod<T extends Pick<Task, 'year' | 'month'>>(
  tasks: readonly T[],
  { year, month: chosenMonth }: TaskFilter,
): T[] {
  return tasks.filter((task) => (!year || task.year === year) && (!chosenMonth || task.month === chosenMonth));
}

/** Tasks by time, newest first; at the same time, the later id first (`spec §2`). */
export function newestFirst<T extends { id: number; time: string }>(tasks: readonly T[]): T[] {
  return tasks
    .map((task) => ({ task, at: Date.parse(task.time) }))
    .toSorted((a, b) => b.at - a.at || b.task.id - a.task.id)
    .map(({ task }) => task);
}

/** The tasks that are not hidden, newest first (`spec §2`). */
export function visibleTasks(tasks: readonly (Task | HiddenTask)[]): Task[] {
  return newestFirst(tasks.filter((task) => task.showing === 'True'));
}

export function hasPdf(task: Pick<Task, 'pdf'>): boolean {
  return objectNameOf(task.pdf) !== null;
}

export function hasPhotos(task: Pick<Task, 'urls'>): boolean {
  return task.urls.length > 0;
}

/** The photos that a list shows with a task, at most six. The carousel shows all. */
export function firstPhotos(task: Pick<Task, 'urls'>): string[] {
  return task.urls.slice(0, 6);
}

/** The figures on the dashboard (`spec §2`): the total includes hidden tasks. */
export function countTasks(tasks: readonly (Task | HiddenTask)[]): {
  total: number;
  visible: number;
  withPdf: number;
  withPhotos: number;
} {
  const visible = tasks.filter((task) => task.showing === 'True');
  return {
    total: tasks.length,
    visible: visible.length,
    withPdf: visible.filter((task) => hasPdf(task)).length,
    withPhotos: visible.filter((task) => hasPhotos(task)).length,
  };
}

/** Whether a report can be made: it needs a year, a month and more than 4 matching tasks (`spec §4`). */
export function canReport({ year, month: chosen }: TaskFilter, visible: number): boolean {
  return year !== null && chosen !== null && visible > 4;
}

/** `March 2026` of a stored time, in the reader's language. */
export function monthOfTime(stored: string): string {
  const shifted = new Date(Date.parse(stored) + singaporeOffsetMs);
  return monthOfYear(monthAt(shifted.getUTCMonth()), `${shifted.getUTCFullYear()}`);
}

/** Groups sorted tasks by month, with the month's name such as `March 2026`. */
export function groupByMonth(sorted: readonly Task[]): { month: string; tasks: Task[] }[] {
  const groups: { month: string; tasks: Task[] }[] = [];
  let lastMonth = NaN;
  for (const task of sorted) {
    // the name of the month is formatted once per group, because there may be thousands of tasks
    const shifted = new Date(Date.parse(task.time) + singaporeOffsetMs);
    const monthCount = shifted.getUTCFullYear() * 12 + shifted.getUTCMonth();
    if (monthCount === lastMonth) groups.at(-1)?.tasks.push(task);
    else groups.push({ month: monthOfTime(task.time), tasks: [task] });
    lastMonth = monthCount;
  }
  return groups;
}

/**
 * The language of a text that a person wrote, for the `lang` attribute. Malay and English cannot be distinguished: such a text gets no
 * language of its own (undefined) on a Malay or English page, and English on a Chinese page.
 */
export function languageOf(text: string): 'zh-Hans' | 'en' | undefined {
  if (/\p{Script=Han}/u.test(text)) return 'zh-Hans';
  return currentLanguage().code === 'zh' ? 'en' : undefined;
}

const storedValues = {
  time: v.string(),
  urls: v.array(v.string()),
  year: v.string(),
  month: v.custom<Month>(isMonth, 'not a month value'),
  tasks: v.string(),
  title: v.string(),
  pdf: v.string(),
  showing: v.picklist(['True', 'False']),
  ...storedMembers,
};

/** A task without its id, which depends on the stored tasks. */
export type NewTask = v.InferOutput<v.ObjectSchema<typeof storedValues, undefined>>;

export type StoredTask = NewTask & { id: number };

export const newTaskSchema: v.GenericSchema<unknown, NewTask> = v.looseObject(storedValues);

/** One element of `tasks2024` as stored (`spec §3`): what an admin reads and writes. */
export const storedTaskSchema: v.GenericSchema<unknown, StoredTask> = v.looseObject({
  id: v.number(),
  ...storedValues,
});

/** The stored URLs of a task's files (`spec §7`); `pdf` is empty without a PDF. */
export interface TaskFiles {
  photos: readonly string[];
  pdf: string;
}

export const taskLimits = { title: 200, text: 10_000, photos: 60 } as const;

/** The id of the next task: one more than the highest id, or 1 (`spec §4`). */
export function nextTaskId(tasks: readonly StoredTask[]): number {
  return tasks.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
