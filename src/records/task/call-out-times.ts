import { dayMs, isoDay, dayAt, dayNumber } from '../../lib/calendar/day.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { longDate } from '../time.ts';
import { byTimeMember, statedInstant, statedText, timeMemberNames, type TimeMember } from './optional-members.ts';
import { isTooFarAhead, visitStamp, visitTime, type VisitTime } from './visit.ts';

/*
 * The times of a call-out in the form of a visit (`decisions §14`): a day and a clock time in Singapore, such as `2026-05-03T09:12`, or empty.
 * The time of the visit is the arrival, so the form keeps the two equal. A clock time without a day gets the day of the visit. If the report
 * would then be later than the arrival, it gets the day before; if the leaving would be earlier than the arrival, it gets the day after.
 */

/** The typed times. In a half-typed time, the day or the clock time is empty. */
export type TypedTimes = Record<TimeMember, string>;

export const noTimes: TypedTimes = byTimeMember(() => '');

/** The day and the clock time of a typed moment; each may be empty. */
export function momentParts(typed: string): VisitTime {
  const [date = '', clock = ''] = typed.split('T');
  return { date, clock };
}

export function typedMoment({ date, clock }: VisitTime): string {
  return date === '' && clock === '' ? '' : `${date}T${clock}`;
}

/** Stored times in the form's format; empty for a time that is missing or cannot be read. */
export function typedTimes(stored: Partial<Record<TimeMember, unknown>>): TypedTimes {
  return byTimeMember((member) => {
    const text = statedText(stored[member]);
    return text === '' || Number.isNaN(Date.parse(text)) ? '' : typedMoment(visitTime(text));
  });
}

/** A typed moment in the stored format; empty when the day or the clock time is missing. */
export function storedMoment(typed: string): string {
  return typed === '' ? '' : (visitStamp(momentParts(typed)) ?? '');
}

const movedDay = (date: string, days: number) => isoDay(dayAt(Date.parse(`${date}T00:00:00Z`) + days * dayMs));
const isDay = (date: string) => /^\d{4}-\d\d-\d\d$/u.test(date) && !Number.isNaN(dayNumber(date));

interface TimedVisit extends VisitTime, TypedTimes {
  answers?: readonly number[];
}

/**
 * The day of a report or of leaving, computed from its clock time and the time of the visit. A day that a person chose stays.
 */
export function dayOfClock(member: 'reported' | 'left', clock: string, visit: TimedVisit): string {
  const { date } = momentParts(visit[member]);
  if (!isDay(visit.date)) return date;
  const neighbourDay = movedDay(visit.date, member === 'reported' ? -1 : 1);
  if (isDay(date) && date !== visit.date && date !== neighbourDay) return date;
  if (clock === '' || visit.clock === '' || visit.arrived === '') return date || visit.date;
  const isNeighbour = member === 'reported' ? clock > visit.clock : clock < visit.clock;
  return isNeighbour ? neighbourDay : visit.date;
}

/**
 * A visit with new values of its time or of its call-out times. The arrival and the time of the visit stay equal. When the day of the visit
 * changes, the other times move by as many days. Otherwise their days are computed again, so that report, arrival and leaving are in order.
 * A report time that comes from reported faults (`answers`) does not move.
 */
export function withTimes<Visit extends TimedVisit>(before: Visit, values: Partial<TimedVisit>): Visit {
  const next = { ...before, ...values };
  if (values.arrived !== undefined && values.arrived !== '') Object.assign(next, momentParts(values.arrived));
  else if (next.arrived !== '') next.arrived = typedMoment(next);
  // 0 or NaN if the day of the visit stays, or one of both days is half typed
  const dayShift = values.date === undefined ? NaN : dayNumber(next.date) - dayNumber(before.date);
  for (const member of ['reported', 'left'] as const) {
    const { date, clock } = momentParts(next[member]);
    if (next[member] === '' || values[member] !== undefined) continue;
    if (member === 'reported' && next.answers && next.answers.length > 0) continue;
    const shiftedDate = dayShift && isDay(date) ? movedDay(date, dayShift) : date;
    next[member] = typedMoment({ date: shiftedDate, clock });
    if (!dayShift) next[member] = typedMoment({ date: dayOfClock(member, clock, next), clock });
  }
  return next;
}

const halfTyped = {
  reported: message('Enter the day and the time of the report, or neither.'),
  arrived: message('Enter the day and the time of arrival, or neither.'),
  left: message('Enter the day and the time of leaving, or neither.'),
} as const;

/** Whether both times are present, and the first is later than the second. */
const isAfter = (first: string, second: string) => first !== '' && second !== '' && first > second;

/** The messages about the typed times that are wrong, by field. */
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

/** Whether stored times contradict each other, which two simultaneous corrections may cause. */
export function isOutOfOrder(task: { time: string } & Partial<Record<TimeMember, unknown>>): boolean {
  const moments = timeMemberNames.map((member) => statedInstant(task[member])).filter((at) => !Number.isNaN(at));
  const arrived = statedText(task.arrived);
  return (
    moments.some((at, index) => at > (moments[index + 1] ?? Infinity)) ||
    (arrived !== '' && Date.parse(arrived) !== Date.parse(task.time))
  );
}
