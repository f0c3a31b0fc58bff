import { siteStamp } from '../time.ts';
import type { VisitKind } from './visit.ts';

export interface DatedVisit {
  /** When the visit was, as stored: `2026-03-17T10:05:00+08:00`. */
  time: string;
  kind?: VisitKind;
}

/** `due`: current and not kept yet. `before`: over before the site's first visit, so nobody missed it. */
export type PeriodState = 'kept' | 'missed' | 'due' | 'to come' | 'before';

export const periodStateLabels: Record<PeriodState, string> = {
  kept: 'Kept',
  missed: 'Missed',
  due: 'Due now',
  'to come': 'To come',
  before: 'Before the first visit',
};

/** What *kept* means, in one line, on screens and paper (`decisions §8`): it says no more than the rule below. */
export const keptMeaning = 'Kept: at least one preventive visit, or one without a kind, at any gate in the period.';

/** A run of months with one agreed visit. */
export interface ServicePeriod {
  /** Days in Singapore, such as `2026-01-01`. */
  first: string;
  last: string;
  state: PeriodState;
}

export interface KeptPeriods {
  /** All periods that touch the year, oldest first; none while no interval is agreed. */
  periods: readonly ServicePeriod[];
  /** Of the periods that end in the year: those kept, and those kept or missed. */
  kept: number;
  due: number;
  /** Stored `time` of the latest visit of any kind and year. */
  lastVisit: string | null;
  /** Last day of the first period not kept yet, from the current one on; null while no interval is agreed. */
  nextDue: string | null;
  /** The previous period was missed, and there was no visit since. */
  overdue: boolean;
  /** When overdue: the last day of the first period missed in a row. */
  overdueSince: string | null;
}

/** January of the first year that tasks can have (`spec §3`), so that quarters begin in January. */
const origin = 2022 * 12;

/**
 * The rule of kept periods (`decisions §8`). A period is a run of `everyMonths` months, kept when it holds a visible
 * visit that is preventive or of no kind. Runs that do not divide twelve continue over the year's end at full length,
 * and count for the year they end in. A site starts with the period of its first visit; without any, with the current
 * one.
 * @param visits the visible tasks of the site, in any order.
 * @param everyMonths 1 to 12; null while none is agreed.
 */
export function keptPeriods(
  visits: readonly DatedVisit[],
  everyMonths: number | null,
  year: number,
  now: Date,
): KeptPeriods {
  const latest = visits.reduce<DatedVisit | null>(
    (last, one) => (last && Date.parse(last.time) >= Date.parse(one.time) ? last : one),
    null,
  );
  const lastVisit = latest?.time ?? null;
  if (everyMonths === null)
    return { periods: [], kept: 0, due: 0, lastVisit, nextDue: null, overdue: false, overdueSince: null };

  const periodOfMonth = (month: number) => Math.floor((month - origin) / everyMonths);
  const periodOfTime = (time: string | Date) => periodOfMonth(monthNumber(time));
  const lastMonthOf = (period: number) => origin + (period + 1) * everyMonths - 1;
  const keeping = visits.filter(({ kind }) => kind === undefined || kind === 'preventive');
  const keptOnes = new Set(keeping.map(({ time }) => periodOfTime(time)));
  const running = periodOfTime(now);
  const begin = visits.reduce((first, { time }) => Math.min(first, periodOfTime(time)), running);

  const periodState = (period: number): PeriodState => {
    if (keptOnes.has(period)) return 'kept';
    if (period < begin) return 'before';
    if (period < running) return 'missed';
    return period === running ? 'due' : 'to come';
  };
  const [first, last] = [periodOfMonth(year * 12), periodOfMonth(year * 12 + 11)];
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const counted = numbers.filter((period) => lastMonthOf(period) <= year * 12 + 11).map(periodState);
  const kept = counted.filter((state) => state === 'kept').length;

  let open = running;
  while (keptOnes.has(open)) open += 1;
  let missed = running;
  while (periodState(missed - 1) === 'missed') missed -= 1;
  const overdue = open === running && missed < running;
  return {
    periods: numbers.map((period) => ({
      first: dayOf(lastMonthOf(period) - everyMonths + 1, 1),
      last: dayOf(lastMonthOf(period) + 1, 0),
      state: periodState(period),
    })),
    kept,
    due: kept + counted.filter((state) => state === 'missed').length,
    lastVisit,
    nextDue: dayOf(lastMonthOf(open) + 1, 0),
    overdue,
    overdueSince: overdue ? dayOf(lastMonthOf(missed) + 1, 0) : null,
  };
}

/** Months since the year 0, in Singapore. */
function monthNumber(time: string | Date): number {
  const stamp = siteStamp(new Date(time));
  return Number(stamp.slice(0, 4)) * 12 + Number(stamp.slice(5, 7)) - 1;
}

/** A day of a month, such as `2026-03-26`; day 0 is the last day of the month before. */
function dayOf(month: number, day: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, day)).toISOString().slice(0, 10);
}
