import * as v from 'valibot';
import { yearProblem } from '../../lib/calendar/year-range.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { excessText, sanitizedText, storedText } from '../../lib/text-rules.ts';
import { answersSchema, statedAnswers } from '../fault/answers.ts';
import { isMonth, longDate, longDay, monthLabel, monthOfYear, taskYears, type Month } from '../time.ts';
import { noTimes, storedMoment, timeProblems, typedTimes, withTimes, type TypedTimes } from './call-out-times.ts';
import {
  closesSchema,
  followLimits,
  followSchema,
  longLine,
  statedCloses,
  statedFollow,
  storedFollow,
  type CarriedOutLine,
  type FollowLine,
} from './follow-ups.ts';
import {
  byTextMember,
  byTimeMember,
  isListMember,
  isOptionalMember,
  textMemberNames,
  textMembers,
  timeMemberNames,
  statedText,
  type OptionalMember,
  type TextMember,
} from './optional-members.ts';
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

/** The typed values of a task's form. A field is empty until something is typed or chosen; the optional members may stay empty. */
export interface TypedTask extends VisitTime, FiledPeriod, Record<TextMember, string>, TypedTimes {
  kind: VisitKind | '';
  title: string;
  text: string;
  /** The recommendations of the visit; an empty line is not stored. */
  follow: readonly FollowLine[];
  /** The recommendations of other visits that this visit carried out. */
  closes: readonly CarriedOutLine[];
  /** The numbers of the reported faults that this visit answered. */
  answers: readonly number[];
}

/** The values of the optional members of an empty form. */
export const untypedMembers = {
  ...byTextMember(() => ''),
  ...noTimes,
  follow: [],
  closes: [],
  answers: [],
} as const satisfies Partial<TypedTask>;

/** The schema of a typed task in a draft. */
export const typedTaskSchema = v.looseObject({
  date: v.string(),
  clock: v.string(),
  year: v.string(),
  month: v.union([v.custom<Month>(isMonth), v.literal('')]),
  kind: v.union([v.custom<VisitKind>(isVisitKind), v.literal('')]),
  title: v.string(),
  text: v.string(),
  // a draft of an older release has none of these
  ...byTextMember(() => v.optional(v.string(), '')),
  ...byTimeMember(() => v.optional(v.string(), '')),
  follow: v.optional(followSchema, []),
  closes: v.optional(closesSchema, []),
  answers: v.optional(answersSchema, []),
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
/** The fields that can have a problem, in the order of the form. */
const checkedFields = [
  'date',
  'clock',
  'year',
  'month',
  'title',
  ...timeMemberNames,
  ...textMemberNames,
  'text',
  'follow',
] as const;
const typedDateFields = ['date', 'clock', 'year', 'month'] as const;

export function typedTask({ time, year, month, kind, title, tasks, ...others }: StoredTask): TypedTask {
  return {
    ...visitTime(time),
    year,
    month,
    kind: isVisitKind(kind) ? kind : '',
    title,
    text: tasks,
    ...byTextMember((member) => statedText(others[member])),
    ...typedTimes(others),
    follow: statedFollow(others.follow),
    closes: statedCloses(others.closes),
    answers: statedAnswers(others.answers),
  };
}

/**
 * A typed task with new values. A new date changes year and month, and a new year or month changes the date (`decisions §8`). A half-typed
 * date changes nothing. The times of a call-out are adapted too (`withTimes`).
 */
export function typedWith(typed: TypedTask, values: Partial<TypedTask>): TypedTask {
  const merged = { ...typed, ...values };
  const hasNewPeriod = values.year !== undefined || values.month !== undefined;
  const date =
    hasNewPeriod && values.date === undefined && periodOf(merged.date) ? dateMovedTo(merged.date, merged) : null;
  const next = withTimes(typed, date === null ? values : { ...values, date });
  const isOtherDay = values.date !== undefined || next.date !== typed.date;
  const period = isOtherDay && date === null ? periodOf(next.date) : null;
  return period ? { ...next, ...period } : next;
}

/** The longest typed texts, in characters. */
export const textLimits: Readonly<Record<'title' | 'text' | TextMember, number>> = {
  title: taskLimits.title,
  text: taskLimits.text,
  ...byTextMember((member) => textMembers[member].limit),
};

/** The values of a typed task in the stored format; empty where nothing is typed. */
type TaskValues = Pick<StoredTask, 'time' | 'year' | 'tasks' | 'title'> & Pick<TypedTask, 'month' | OptionalMember>;

/** Why a typed task cannot be saved yet. */
interface FoundProblems {
  byField: TaskProblems;
  /** The first field with a problem, in the order of the form. */
  first: keyof TypedTask;
  /** One message about all problems. */
  text: string;
}

/** The result of reading a typed task: the values to store, or the problems because of which it cannot be saved. */
export type ReadTask = { values: TaskValues; problems: null } | { values: null; problems: FoundProblems };

/**
 * Reads a typed task. It cannot be saved while a field is missing or too long, or while its date is in the future or outside its year and
 * month (`spec §5`, `decisions §8`).
 * @param stored the stored task, when it is corrected. An unchanged value that breaks a rule is accepted; date, year and month count as one value.
 */
export function readTask(typed: TypedTask, now: Date, stored?: TypedTask): ReadTask {
  const values = storedValues(typed);
  const byField: TaskProblems = {};
  const areDatesStored = stored !== undefined && typedDateFields.every((field) => typed[field] === stored[field]);
  const isStored = (field: keyof TypedTask) =>
    typedDateFields.some((dateField) => dateField === field) ? areDatesStored : typed[field] === stored?.[field];
  const problemOfDate = areDatesStored ? null : dateProblem(typed, now);
  if (problemOfDate !== null) byField.date = problemOfDate;
  for (const field of ['title', ...textMemberNames, 'text'] as const) {
    const tooLong = excessText(values[field === 'text' ? 'tasks' : field], textLimits[field]);
    if (tooLong !== null && !isStored(field)) byField[field] = tooLong;
  }
  const wrongTimes = timeProblems(typed, now);
  const areTimesStored = areDatesStored && timeMemberNames.every(isStored);
  if (!areTimesStored) Object.assign(byField, wrongTimes);
  if (longLine(typed.follow, stored?.follow) !== null)
    byField.follow = t('Use at most {limit} characters for each recommendation.', { limit: followLimits.text });
  const missing = missingFields(typed, values).filter((field) => !isStored(field));
  for (const field of missing) byField[field] ??= said(missingTexts[field]);

  const first = checkedFields.find((field) => byField[field] !== undefined) ?? null;
  if (first === null) return { values, problems: null };
  const isTime = !areTimesStored && Object.keys(wrongTimes).length > 0;
  const others = isTime ? t('Please correct the times of the call-out.') : t('Please shorten what is too long.');
  const textWithoutMissing = byField.date === undefined ? others : t('Please correct the visit date.');
  const text = missing.length > 0 ? t('Please fill in all fields.') : textWithoutMissing;
  return { values: null, problems: { byField, first, text } };
}

/** The required fields that are empty, in the order of the form (`spec §5`). */
function missingFields(typed: TypedTask, values: TaskValues): (keyof typeof missingTexts)[] {
  const isMissing: Record<keyof typeof missingTexts, boolean> = {
    date: periodOf(typed.date) === null,
    // with any valid date, as only the clock time is checked here
    clock: visitStamp({ date: '2026-01-01', clock: typed.clock }) === null,
    year: values.year === '',
    month: values.month === '',
    title: values.title === '',
    text: values.tasks === '',
  };
  return requiredFields.filter((field) => isMissing[field]);
}

const taskYearRange = { first: Number(taskYears[0]), last: Number(taskYears.at(-1)) };

function dateProblem(typed: TypedTask, now: Date): string | null {
  const problemOfYear = yearProblem(typed.date, taskYearRange);
  if (problemOfYear !== null) return problemOfYear;
  const time = visitStamp(typed);
  if (time === null) return null;
  if (isTooFarAhead(time, now))
    return t('The visit date cannot be in the future. Today is {today}.', { today: longDate(now) });
  const isContradiction = typed.year !== '' && typed.month !== '' && isMisfiled({ ...typed, time });
  return isContradiction
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

/** The values of a typed task in the stored format, even if it cannot be saved. */
export function storedValues(typed: TypedTask): TaskValues {
  const { year, month, kind } = typed;
  return {
    time: visitStamp(typed) ?? '',
    year,
    month,
    title: storedText(typed.title),
    kind,
    ...byTextMember((member) => storedText(sanitizedText(typed[member], { lines: false }).text)),
    ...byTimeMember((member) => storedMoment(typed[member])),
    follow: storedFollow(typed.follow),
    closes: typed.closes,
    answers: typed.answers,
    tasks: storedText(typed.text),
  };
}

/** A task to be stored. @param values from `readTask`, which accepts no new task without a month */
export function newTask({ month, ...values }: TaskValues, files: TaskFiles): NewTask {
  if (month === '') throw new Error('A new task has no month');
  return withoutEmptyMembers({ ...values, month, urls: [...files.photos], pdf: files.pdf, showing: 'True' });
}

/** A task whose optional members may be empty. In a stored task they are absent instead. */
type FilledTask<Stored> = Omit<Stored, OptionalMember> & Partial<Record<OptionalMember, unknown>>;

function isEmptyMember(member: string, value: unknown): boolean {
  return isListMember(member) ? Array.isArray(value) && value.length === 0 : value === '' && isOptionalMember(member);
}

/** A task without the optional members that are empty. */
export function withoutEmptyMembers<Stored extends NewTask>(task: FilledTask<Stored>): Stored {
  const entries = Object.entries(task).filter(([member, value]) => !isEmptyMember(member, value));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses the names
  return Object.fromEntries(entries) as Stored;
}
