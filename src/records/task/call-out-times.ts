import { dayMs, isoDay, dayAt, dayNumber } from '../../lib/calendar/day.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { longDate } from '../time.ts';
import { byTimeMember, statedInstant, statedText, timeMemberNames, type TimeMember } from './optional-members.ts';
import { isTooFarAhead, visitStamp, visitTime, type VisitTime } from './visit.ts';

/*
 * The moments of a call-out as they are typed (`decisions §14`): a day and a clock time in Singapore, `2026-05-03T09:12`, empty where nothing is
 * said. A visit's own moment is that of the arrival, so the two are one value in the form. A clock time alone is of the visit's day:
 * a report later than the arrival was made the day before, and who left earlier than he arrived left the day after.
 */

/** Half-typed ones have an empty day or clock. */
export type TypedTimes = Record<TimeMember, string>;

export const noTimes: TypedTimes = byTimeMember(() => '');

/** The day and the clock of a typed moment, either perhaps empty. */
export function momentParts(typed: string): VisitTime {
  const [date = '', clock = ''] = typed.split('T');
  return { date, clock };
}

export function typedMoment({ date, clock }: VisitTime): string {
  return date === '' && clock === '' ? '' : `${date}T${clock}`;
}

/** A stored moment as it is typed; empty for none, and for one that cannot be read. */
export function typedTimes(stored: Partial<Record<TimeMember, unknown>>): TypedTimes {
  return byTimeMember((member) => {
    const text = statedText(stored[member]);
    return text === '' || Number.isNaN(Date.parse(text)) ? '' : typedMoment(visitTime(text));
  });
}

/** A typed moment as it is stored; empty for none, and for half of it. */
export function storedMoment(typed: string): string {
  return typed === '' ? '' : (visitStamp(momentParts(typed)) ?? '');
}

const moved = (date: string, days: number) => isoDay(dayAt(Date.parse(`${date}T00:00:00Z`) + days * dayMs));
const isDay = (date: string) => /^\d{4}-\d\d-\d\d$/u.test(date) && !Number.isNaN(dayNumber(date));

interface TimedVisit extends VisitTime, TypedTimes {
  answers?: readonly number[];
}

/**
 * The day that a clock time of a report or of leaving means beside the moment of the visit. A day that was chosen by hand stays.
 */
export function dayOfClock(member: 'reported' | 'left', clock: string, visit: TimedVisit): string {
  const { date } = momentParts(visit[member]);
  if (!isDay(visit.date)) return date;
  const other = moved(visit.date, member === 'reported' ? -1 : 1);
  if (isDay(date) && date !== visit.date && date !== other) return date;
  if (clock === '' || visit.clock === '' || visit.arrived === '') return date || visit.date;
  const isOther = member === 'reported' ? clock > visit.clock : clock < visit.clock;
  return isOther ? other : visit.date;
}

/**
 * A visit with other values of its moment or of its times. The arrival and the visit's moment follow each other; another day of the
 * visit takes the other times along; clock times keep the order of the three. A report that it answers stays when it was.
 */
export function withTimes<Visit extends TimedVisit>(before: Visit, values: Partial<TimedVisit>): Visit {
  const next = { ...before, ...values };
  if (values.arrived !== undefined && values.arrived !== '') Object.assign(next, momentParts(values.arrived));
  else if (next.arrived !== '') next.arrived = typedMoment(next);
  const days = values.date === undefined ? NaN : dayNumber(next.date) - dayNumber(before.date);
  for (const member of ['reported', 'left'] as const) {
    const { date, clock } = momentParts(next[member]);
    if (next[member] === '' || values[member] !== undefined) continue;
    if (member === 'reported' && next.answers && next.answers.length > 0) continue;
    const along = days && isDay(date) ? moved(date, days) : date;
    next[member] = typedMoment({ date: along, clock });
    if (!days) next[member] = typedMoment({ date: dayOfClock(member, clock, next), clock });
  }
  return next;
}

const halfTyped = {
  reported: message('Enter the day and the time of the report, or neither.'),
  arrived: message('Enter the day and the time of arrival, or neither.'),
  left: message('Enter the day and the time of leaving, or neither.'),
} as const;

/** Whether both are said, and the first is the later one. */
const isAfter = (first: string, second: string) => first !== '' && second !== '' && first > second;

/** What is wrong with the typed times, by field. */
export function timeProblems(typed: TypedTimes, now: Date): Partial<Record<TimeMember, string>> {
  const problems: Partial<Record<TimeMember, string>> = {};
  const at = byTimeMember((member) => storedMoment(typed[member]));
  for (const member of timeMemberNames) {
    if (typed[member] !== '' && at[member] === '') problems[member] = said(halfTyped[member]);
    else if (at[member] !== '' && isTooFarAhead(at[member], now))
      problems[member] = t('This cannot be in the future. Today is {today}.', { today: longDate(now) });
  }
  if (isAfter(at.reported, at.arrived)) problems.reported ??= t('The report cannot be later than the arrival.');
  if (isAfter(at.arrived, at.left)) problems.left ??= t('Nobody leaves before he arrives.');
  if (isAfter(at.reported, at.left)) problems.left ??= t('Nobody leaves before it is reported.');
  return problems;
}

/** Whether stored times contradict each other, as two corrections at once may make them. */
export function isOutOfOrder(task: { time: string } & Partial<Record<TimeMember, unknown>>): boolean {
  const moments = timeMemberNames.map((member) => statedInstant(task[member])).filter((at) => !Number.isNaN(at));
  const arrived = statedText(task.arrived);
  return (
    moments.some((at, index) => at > (moments[index + 1] ?? Infinity)) ||
    (arrived !== '' && Date.parse(arrived) !== Date.parse(task.time))
  );
}
