import * as v from 'valibot';
import { storedText, tooLongText } from '../../lib/text-rules.ts';
import { isMonth, longDate, longDay, monthLabel, monthOfYear, type Month } from '../time.ts';
import { taskLimits, type NewTask, type StoredTask, type TaskFiles } from './task.ts';
import {
  isVisitKind,
  type VisitKind,
  dateMovedTo,
  isMisfiled,
  isTooFarAhead,
  periodOf,
  visitStamp,
  visitTime,
  type FiledPeriod,
  type VisitTime,
} from './visit.ts';
import { message, said, t } from '../../lib/language/translate.ts';

/** A task as typed, empty where nothing is typed or chosen yet; a task may stay without a kind. */
export interface TypedTask extends VisitTime, FiledPeriod {
  kind: VisitKind | '';
  title: string;
  text: string;
}

/** A typed task as a draft keeps it. */
export const typedTaskSchema = v.looseObject({
  date: v.string(),
  clock: v.string(),
  year: v.string(),
  month: v.union([v.custom<Month>(isMonth), v.literal('')]),
  kind: v.union([v.custom<VisitKind>(isVisitKind), v.literal('')]),
  title: v.string(),
  text: v.string(),
});

/** Messages by field, shown beside the fields. */
export type TaskProblems = Partial<Record<keyof TypedTask, string>>;

const missingTexts = {
  date: message('Enter the date of the visit.'),
  clock: message('Enter the time of the visit.'),
  year: message('Choose a year.'),
  month: message('Choose a month.'),
  title: message('Enter a title.'),
  text: message('Enter what was done.'),
} as const;
/** The required fields, in the order of the form. */
const requiredFields = ['date', 'clock', 'year', 'month', 'title', 'text'] as const;
const typedDateFields = ['date', 'clock', 'year', 'month'] as const;

export function typedTask({ time, year, month, kind, title, tasks }: StoredTask): TypedTask {
  return { ...visitTime(time), year, month, kind: kind ?? '', title, text: tasks };
}

/**
 * A typed task with other values. Year and month follow the date, and the date follows them (`decisions §8`). A
 * half-typed date moves nothing.
 */
export function typedWith(typed: TypedTask, values: Partial<TypedTask>): TypedTask {
  const next = { ...typed, ...values };
  const period = periodOf(next.date);
  if (!period) return next;
  if (values.date !== undefined) return { ...next, ...period };
  const moves = values.year !== undefined || values.month !== undefined;
  return moves ? { ...next, date: dateMovedTo(next.date, next) } : next;
}

/** The required fields that are empty, in the order of the form (`spec §5`). */
export function missingFields(typed: TypedTask): (keyof typeof missingTexts)[] {
  return requiredFields.filter((field) => {
    if (field === 'date') return periodOf(typed.date) === null;
    if (field === 'clock') return visitStamp({ date: '2026-01-01', clock: typed.clock }) === null;
    return storedText(typed[field]) === '';
  });
}

/**
 * Why a task cannot be saved yet, by field: something missing or too long, a date in the future, or a date outside its
 * year and month (`decisions §8`).
 * @param before the task as it was: a date that was wrong before may stay.
 */
export function taskProblems(typed: TypedTask, now: Date, before?: TypedTask): TaskProblems {
  const problems: TaskProblems = {};
  const wrong =
    before && typedDateFields.every((field) => typed[field] === before[field]) ? null : dateProblem(typed, now);
  if (wrong !== null) problems.date = wrong;
  for (const field of ['title', 'text'] as const) {
    const tooLong = tooLongText(typed[field], taskLimits[field]);
    if (tooLong !== null) problems[field] = tooLong;
  }
  for (const field of missingFields(typed)) problems[field] = said(missingTexts[field]);
  return problems;
}

/** The first field with a problem; null when none has. */
export function firstProblem(problems: TaskProblems): keyof TypedTask | null {
  return requiredFields.find((field) => problems[field] !== undefined) ?? null;
}

/** One message about all problems of the form; null without problems. */
export function problemText(typed: TypedTask, problems: TaskProblems): string | null {
  if (firstProblem(problems) === null) return null;
  if (missingFields(typed).length > 0) return t('Please fill in all fields.');
  return problems.date === undefined ? t('Please shorten what is too long.') : t('Please correct the visit date.');
}

function dateProblem(typed: TypedTask, now: Date): string | null {
  const time = visitStamp(typed);
  if (time === null) return null;
  if (isTooFarAhead(time, now))
    return t('The visit date cannot be in the future. Today is {today}.', { today: longDate(now) });
  const contradicts = typed.year !== '' && typed.month !== '' && isMisfiled({ ...typed, time });
  return contradicts
    ? t('Filed under {month}, dated {date}. Both must be of one month.', {
        month: periodText(typed),
        date: longDate(time),
      })
    : null;
}

/** `Filed under March 2023, dated 22 November 2026` (`decisions §8`). */
export function misfiledText({ year, month, time }: FiledPeriod & { time: string }): string {
  return t('Filed under {month}, dated {date}', { month: periodText({ year, month }), date: longDate(time) });
}

export function periodText({ year, month }: FiledPeriod): string {
  if (!isMonth(month)) return year;
  return year === '' ? monthLabel(month) : monthOfYear(month, year);
}

/** `17 March 2026 at 10:05` */
export function visitText({ date, clock }: VisitTime): string {
  return t('{day} at {clock}', { day: longDay(date), clock });
}

/** What a typed task is stored as; null while a field is missing. */
export function storedValues(
  typed: TypedTask,
): Pick<StoredTask, 'time' | 'year' | 'month' | 'tasks' | 'title' | 'kind'> | null {
  const { year, month, kind } = typed;
  const time = visitStamp(typed);
  if (time === null || month === '' || missingFields(typed).length > 0) return null;
  return {
    time,
    year,
    month,
    tasks: storedText(typed.text),
    title: storedText(typed.title),
    ...(kind !== '' && { kind }),
  };
}

/** A task to be stored; null while something is wrong with it. */
export function newTask(typed: TypedTask, files: TaskFiles, now: Date): NewTask | null {
  const values = firstProblem(taskProblems(typed, now)) === null ? storedValues(typed) : null;
  return values && { ...values, urls: [...files.photos], pdf: files.pdf, showing: 'True' };
}
