import { dayAt, isoDay } from '../../lib/calendar/day.ts';
import { textOfStored, storedMessage, type StoredMessage } from '../../lib/language/stored-message.ts';
import { message, said, t, tIn, type Message } from '../../lib/language/translate.ts';
import { contractDay } from '../site/contract.ts';
import { longDay, monthAt, monthLabel, monthOfYear, siteStamp, twoDigitMonth, type Month } from '../time.ts';
import { isVisitKind } from './visit.ts';

export interface DatedVisit {
  /** When the visit was, as stored: `2026-03-17T10:05:00+08:00`. */
  time: string;
  /** The stored kind; any other value counts as no kind. */
  kind?: unknown;
}

/** The agreement with a site about its visits (`decisions §8`). */
export interface VisitAgreement {
  /** Months between visits, 1 to 12; null while none is agreed. */
  everyMonths: number | null;
  /** Last day of the contract, `2026-08-31`; null for a contract without a date for its end. */
  contractUntil: string | null;
}

/** The agreement in a site's record. A contract's end that is not a date counts as no end. */
export function agreementOf(site: {
  visit_every_months?: number | null;
  contract_until?: string | null;
}): VisitAgreement {
  return { everyMonths: site.visit_every_months ?? null, contractUntil: contractDay(site.contract_until ?? '') };
}

/**
 * `kept`: fulfilled. `due`: current and not fulfilled yet. `before`: ended before the site's first visit, so nobody
 * missed it. `no contract`: begins after the contract's end, so nothing is agreed for it.
 */
export type PeriodState = 'kept' | 'missed' | 'due' | 'to come' | 'before' | 'no contract';

/** Getters, so that each label has the language at the time when it is shown. */
export const periodStateLabels: Readonly<Record<PeriodState, string>> = {
  get kept() {
    return tIn('of a period', 'Kept');
  },
  get missed() {
    return tIn('of a period', 'Missed');
  },
  get due() {
    return t('Due now');
  },
  get 'to come'() {
    return tIn('of a period', 'To come');
  },
  get before() {
    return t('Before the first visit');
  },
  get 'no contract'() {
    return t('No contract');
  },
};

/** The meaning of *kept* in one line, for screens and paper (`decisions §8`). It must agree with the rule below. */
export const fulfilledMeaning = message(
  'Kept: at least one preventive visit, or one without a kind, at any gate in the period.',
);

/** A run of months with one agreed visit. */
export interface ServicePeriod {
  /** The first and the last day in Singapore, such as `2026-01-01`. */
  first: string;
  last: string;
  state: PeriodState;
}

export interface ServiceSummary {
  /** All periods that touch the year, oldest first; none while no interval is agreed. */
  periods: readonly ServicePeriod[];
  /** How many of the periods that end in the year are fulfilled. */
  fulfilled: number;
  /** How many of these periods are fulfilled or missed. */
  due: number;
  /** Stored `time` of the latest visit of any kind and year. */
  lastVisit: string | null;
  /**
   * The last day of the first period, from the current period on, that is not fulfilled yet; or the last day of the contract if that is
   * earlier. Null while no interval is agreed, and when no visit is due before the contract ends (`nothingDueText`).
   */
  nextDue: string | null;
  /** The previous period was missed, there was no visit since, and the contract still runs. */
  overdue: boolean;
  /** When overdue: the last day of the first period missed in a row. */
  overdueSince: string | null;
  agreement: VisitAgreement;
  /** The last day of the contract is past. */
  contractOver: boolean;
}

/**
 * January 2022, the first month that tasks can have (`spec §3`), in months since year 0. Periods are counted from it, so quarters begin in
 * January.
 */
const origin = 2022 * 12;

/**
 * The rule of service periods (`decisions §8`, which calls a fulfilled period *kept*). A period is a run of `everyMonths` months. A shown
 * visit that is preventive, or has no kind, fulfils the period of its day.
 */
export function serviceSummary(
  visits: readonly DatedVisit[],
  agreement: VisitAgreement,
  year: number,
  now: Date,
): ServiceSummary {
  const { everyMonths, contractUntil } = agreement;
  const contractOver = contractUntil !== null && siteStamp(now).slice(0, 10) > contractUntil;
  const latest = visits.reduce<DatedVisit | null>(
    (last, visit) => (last && Date.parse(last.time) >= Date.parse(visit.time) ? last : visit),
    null,
  );
  const commonFacts = { lastVisit: latest?.time ?? null, agreement, contractOver };
  if (everyMonths === null)
    return { periods: [], fulfilled: 0, due: 0, nextDue: null, overdue: false, overdueSince: null, ...commonFacts };

  const periodOfMonth = (month: number) => Math.floor((month - origin) / everyMonths);
  const periodOfTime = (time: string | Date) => periodOfMonth(monthNumber(time));
  const lastMonthOf = (period: number) => origin + (period + 1) * everyMonths - 1;
  const firstDayOf = (period: number) => dayOf(lastMonthOf(period) - everyMonths + 1, 1);
  const lastDayOf = (period: number) => dayOf(lastMonthOf(period) + 1, 0);
  const countingVisits = visits.filter(({ kind }) => !isVisitKind(kind) || kind === 'preventive');
  const fulfilledPeriods = new Set(countingVisits.map(({ time }) => periodOfTime(time)));
  const currentPeriod = periodOfTime(now);
  // without any visit the first period is the current one; none begins when the contract is over
  const latestFirstPeriod = contractOver ? currentPeriod + 1 : currentPeriod;
  const firstPeriod = visits.reduce((first, { time }) => Math.min(first, periodOfTime(time)), latestFirstPeriod);

  const periodState = (period: number): PeriodState => {
    if (contractUntil !== null && firstDayOf(period) > contractUntil) return 'no contract';
    if (fulfilledPeriods.has(period)) return 'kept';
    if (period < firstPeriod) return 'before';
    if (period < currentPeriod || (period === currentPeriod && contractOver)) return 'missed';
    return period === currentPeriod ? 'due' : 'to come';
  };
  const [first, last] = [periodOfMonth(year * 12), periodOfMonth(year * 12 + 11)];
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const countedStates = numbers.filter((period) => lastMonthOf(period) <= year * 12 + 11).map(periodState);
  const fulfilled = countedStates.filter((state) => state === 'kept').length;

  let firstUnfulfilled = currentPeriod;
  while (fulfilledPeriods.has(firstUnfulfilled)) firstUnfulfilled += 1;
  const isOpen = ['due', 'to come'].includes(periodState(firstUnfulfilled));
  const openUntil = lastDayOf(firstUnfulfilled);
  let firstMissed = currentPeriod;
  while (periodState(firstMissed - 1) === 'missed') firstMissed -= 1;
  const overdue = periodState(currentPeriod) === 'due' && firstMissed < currentPeriod;
  return {
    periods: numbers.map((period) => ({
      first: firstDayOf(period),
      last: lastDayOf(period),
      state: periodState(period),
    })),
    fulfilled,
    due: fulfilled + countedStates.filter((state) => state === 'missed').length,
    nextDue: !isOpen ? null : contractUntil !== null && contractUntil < openUntil ? contractUntil : openUntil,
    overdue,
    overdueSince: overdue ? lastDayOf(firstMissed) : null,
    ...commonFacts,
  };
}

/**
 * The summary at an earlier moment, without the visits that came later.
 * @param then for example the end of the month of a report
 */
export function serviceSummaryAsOf(
  visits: readonly DatedVisit[],
  agreement: VisitAgreement,
  year: number,
  then: Date,
): ServiceSummary {
  const until = then.getTime();
  return serviceSummary(
    visits.filter(({ time }) => Date.parse(time) <= until),
    agreement,
    year,
    then,
  );
}

/** The end of the score of a year, if the contract ended by then: `until the contract ended on 31 August 2026`; otherwise null. */
export function scoreEnd(periods: ServiceSummary, year: number): string | null {
  const ended = endedBy(periods, year);
  return ended === null ? null : t('until the contract ended on {day}', { day: longDay(ended) });
}

/** The last day of a contract that is over, if that day is not after the end of the year; otherwise null. */
function endedBy({ contractOver, agreement: { contractUntil } }: ServiceSummary, year: number): string | null {
  return contractOver && contractUntil !== null && contractUntil <= `${year}-12-31` ? contractUntil : null;
}

/** The score in words (`scoreMessage`), in the reader's language. */
export function scoreText(periods: ServiceSummary, year: number, isOver: boolean): string | null {
  const words = scoreMessage(periods, year, isOver);
  return words && textOfStored(words);
}

/**
 * The score in words (`decisions §8`): `10 of 11 monthly visits kept in 2026`, or `4 of 4 visits kept until the contract
 * ended on 31 August 2026`; null while no interval is agreed. The figures are inside the tag `figures`, because each language puts them in
 * another position.
 * @param isOver whether the year is over
 */
export function scoreMessage(periods: ServiceSummary, year: number, isOver: boolean): StoredMessage | null {
  const { fulfilled, due, agreement } = periods;
  if (agreement.everyMonths === null) return null;
  const intervalWord = said(intervals[agreement.everyMonths - 1] ?? otherInterval);
  const ended = endedBy(periods, year);
  if (due === 0 && ended !== null) return noContractSince(ended);
  if (due === 0)
    return isOver
      ? storedMessage('No {often} visit was due in {year}', { often: intervalWord, year })
      : storedMessage('No {often} visit was due yet in {year}', { often: intervalWord, year });
  return ended === null
    ? storedMessage(
        '<figures>{kept} of {due}</figures> {often} {due, plural, one {visit} other {visits}} kept in {year}',
        {
          kept: fulfilled,
          due,
          often: intervalWord,
          year,
        },
      )
    : storedMessage(
        '<figures>{kept} of {due}</figures> {due, plural, one {visit} other {visits}} kept until the contract ended on {day}',
        { kept: fulfilled, due, day: longDay(ended) },
      );
}

/** The adjective for each interval, by the months between visits, from 1 to 12. */
const intervals: readonly Message[] = [
  message('monthly'),
  message('two-monthly'),
  message('quarterly'),
  message('four-monthly'),
  message('five-monthly'),
  message('half-yearly'),
  message('seven-monthly'),
  message('eight-monthly'),
  message('nine-monthly'),
  message('ten-monthly'),
  message('eleven-monthly'),
  message('yearly'),
];
const otherInterval = message('agreed');

/** The months of a period: `October 2026`, or `November 2025 to January 2026`. */
export function monthsText({ first, last }: Pick<ServicePeriod, 'first' | 'last'>): string {
  const [from, to] = [monthOfDay(first), monthOfDay(last)];
  if (from.year !== to.year)
    return t('{first} to {last}', { first: monthOfYear(from.month, from.year), last: monthOfYear(to.month, to.year) });
  return from.month === to.month
    ? monthOfYear(from.month, from.year)
    : t('{first} to {last} {year}', { first: monthLabel(from.month), last: monthLabel(to.month), year: to.year });
}

/** @param day such as `2026-11-30` */
function monthOfDay(day: string): { year: string; month: Month } {
  return { year: day.slice(0, 4), month: monthAt(Number(day.slice(5, 7)) - 1) };
}

/** The period that contains a month, if its visit was missed; otherwise null. */
export function missedPeriod(
  { periods }: Pick<ServiceSummary, 'periods'>,
  { year, month }: { year: string; month: Month },
): ServicePeriod | null {
  const day = `${year}-${twoDigitMonth(month)}-01`;
  return periods.find(({ state, first, last }) => state === 'missed' && first <= day && day <= last) ?? null;
}

/** Why no visit is due; null when one is. */
export function nothingDueText({
  nextDue,
  contractOver,
  agreement,
}: Pick<ServiceSummary, 'nextDue' | 'contractOver' | 'agreement'>): string | null {
  if (nextDue !== null) return null;
  if (agreement.everyMonths === null || agreement.contractUntil === null) return t('No interval is agreed');
  return contractOver
    ? textOfStored(noContractSince(agreement.contractUntil))
    : t('None before the contract ends on {day}', { day: longDay(agreement.contractUntil) });
}

function noContractSince(day: string): StoredMessage {
  return storedMessage('No contract since {day}', { day: longDay(day) });
}

/** The months from year 0 to the month of a time in Singapore. */
function monthNumber(time: string | Date): number {
  const stamp = siteStamp(new Date(time));
  return Number(stamp.slice(0, 4)) * 12 + Number(stamp.slice(5, 7)) - 1;
}

/** A day of a month, such as `2026-03-26`; day 0 is the last day of the month before. */
function dayOf(month: number, day: number): string {
  return isoDay(dayAt(Date.UTC(Math.floor(month / 12), month % 12, day)));
}
