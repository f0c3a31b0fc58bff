import * as v from 'valibot';
import { objectNameOf } from '../../lib/file-names.ts';
import { spokenLanguage } from '../../lib/language/translate.ts';
import { isMonth, monthAt, monthOfYear, type Month } from '../time.ts';
import { singaporeOffsetMs } from '../../lib/calendar/day.ts';
import { storedMember, storedTexts } from './optional-members.ts';

const month = v.custom<Month>(isMonth, 'not a month value');
const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not a time'),
);

const task = {
  id: v.number(),
  time,
  urls: v.array(v.string()),
  year: v.string(),
  month,
  tasks: v.string(),
  title: v.string(),
  pdf: v.string(),
  showing: v.literal('True'),
  kind: storedMember,
  ...storedTexts,
};

// a hidden task keeps nothing else, whoever reads it
const hiddenTask = v.object({ id: v.number(), year: v.string(), month, showing: v.literal('False') });

export type Task = v.InferOutput<v.ObjectSchema<typeof task, undefined>>;
export type HiddenTask = v.InferOutput<typeof hiddenTask>;

// A save writes the whole array, and drafts and copies outlive a release: members that this page does not know pass through
// (`decisions §8`). The types have the known ones.

/** One element of `tasks2024` (`spec §3`); a hidden task has only what the counts need. */
export const taskSchema: v.GenericSchema<unknown, Task | HiddenTask> = v.variant('showing', [
  v.looseObject(task),
  hiddenTask,
]);

export interface TaskFilter {
  /** Null for all. */
  year: string | null;
  month: Month | null;
}

export function inPeriod<T extends Pick<Task, 'year' | 'month'>>(
  tasks: readonly T[],
  { year, month: wanted }: TaskFilter,
): T[] {
  return tasks.filter((one) => (!year || one.year === year) && (!wanted || one.month === wanted));
}

/** Tasks by time, newest first; at the same time, the later id first (`spec §2`). */
export function newestFirst<T extends { id: number; time: string }>(tasks: readonly T[]): T[] {
  return tasks
    .map((one) => ({ one, at: Date.parse(one.time) }))
    .toSorted((a, b) => b.at - a.at || b.one.id - a.one.id)
    .map(({ one }) => one);
}

/** The tasks that are not hidden, newest first (`spec §2`). */
export function visibleTasks(tasks: readonly (Task | HiddenTask)[]): Task[] {
  return newestFirst(tasks.filter((one) => one.showing === 'True'));
}

export function hasPdf(one: Pick<Task, 'pdf'>): boolean {
  return objectNameOf(one.pdf) !== null;
}

export function hasPhotos(one: Task): boolean {
  return one.urls.length > 0;
}

/** The photos that a list shows with a task; the carousel has all. */
export function firstPhotos(one: Task): string[] {
  return one.urls.slice(0, 4);
}

/** The figures on the dashboard (`spec §2`): the total includes hidden tasks. */
export function countTasks(tasks: readonly (Task | HiddenTask)[]): {
  total: number;
  visible: number;
  withPdf: number;
  withPhotos: number;
} {
  const visible = tasks.filter((one) => one.showing === 'True');
  return {
    total: tasks.length,
    visible: visible.length,
    withPdf: visible.filter((one) => hasPdf(one)).length,
    withPhotos: visible.filter((one) => hasPhotos(one)).length,
  };
}

/** Whether there is a report: it needs a year, a month and more than 4 matching tasks (`spec §4`). */
export function canReport({ year, month: chosen }: TaskFilter, visible: number): boolean {
  return year !== null && chosen !== null && visible > 4;
}

/** `March 2026` of a stored time, in the reader's language. */
export function monthOfTime(stored: string): string {
  const there = new Date(Date.parse(stored) + singaporeOffsetMs);
  return monthOfYear(monthAt(there.getUTCMonth()), `${there.getUTCFullYear()}`);
}

/** Sorted tasks in runs of one month, such as `March 2026`. */
export function groupByMonth(sorted: readonly Task[]): { month: string; tasks: Task[] }[] {
  const groups: { month: string; tasks: Task[] }[] = [];
  let last = NaN;
  for (const one of sorted) {
    // formatted once per month: there are thousands of tasks
    const there = new Date(Date.parse(one.time) + singaporeOffsetMs);
    const count = there.getUTCFullYear() * 12 + there.getUTCMonth();
    if (count === last) groups.at(-1)?.tasks.push(one);
    else groups.push({ month: monthOfTime(one.time), tasks: [one] });
    last = count;
  }
  return groups;
}

/**
 * The language of what somebody has written, for screen readers. Malay and English cannot be told apart: they are left to
 * the page's language, and are English on a Chinese page.
 */
export function languageOf(text: string): 'zh-Hans' | 'en' | undefined {
  if (/\p{Script=Han}/u.test(text)) return 'zh-Hans';
  return spokenLanguage().code === 'zh' ? 'en' : undefined;
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
  kind: storedMember,
  ...storedTexts,
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

/** Stored URLs (`spec §7`). */
export interface TaskFiles {
  photos: readonly string[];
  pdf: string;
}

export const taskLimits = { title: 200, text: 10_000, photos: 60 } as const;

/** The id of the next task: one more than the highest id, or 1 (`spec §4`). */
export function nextTaskId(tasks: readonly StoredTask[]): number {
  return tasks.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
