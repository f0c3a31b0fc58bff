import { dayAt, dayStart, isoDay, singaporeOffsetMs, type CalendarDay } from '../../lib/calendar/day.ts';
import { readClock, type ClockNotation, type ReadClock } from '../../lib/calendar/read-clock.ts';
import { clockBehind, readDay, writtenDate, type DateNotation } from '../../lib/calendar/written-date.ts';
import { said, t } from '../../lib/language/translate.ts';
import { timeMembers, type TimeMember } from '../task/optional-members.ts';
import { isTooFarAhead } from '../task/visit.ts';
import { longDate, longDay, siteStamp, taskYears } from '../time.ts';
import { quoted } from './import-plan.ts';
import type { VisitCells } from './table-choices.ts';
import type { VisitColumn } from './visit-columns.ts';

/** The notations of the date column and of the columns with times. */
export interface MomentNotation {
  notation: DateNotation;
  clock: Readonly<Record<'time' | TimeMember, ClockNotation>>;
}

/**
 * Why a row was left out. Rows with the same kind can be repaired together. `site`: its site is missing or unknown. `order`: its date does not fit
 * the order of day and month in its column. `words`: its title or text. `repeat`: it repeats another row. `no visit`: it has a heading or totals.
 */
export type DefectKind = 'site' | 'date' | 'order' | 'time' | 'words' | 'repeat' | 'no visit';

interface MomentFault {
  kind: DefectKind;
  fields: readonly VisitColumn[];
  problem: string;
  remedy?: string;
}

type Moment = { stamp: string; isTimed: boolean } | MomentFault;

/**
 * The time of a row's visit. A time without a zone is one of Singapore. If the row has an arrival, the time of the visit is the arrival.
 * `isTimed` is false for a row without a time of day, which is dated at midnight.
 */
export function readMoment(cells: VisitCells, notation: MomentNotation, now: Date): Moment {
  const arrived = cells.arrived === '' ? null : readTimeCell(cells.arrived, 'arrived', notation);
  const dated = readDate(cells, arrived, notation.notation);
  if ('problem' in dated) return dated;
  const { day, clock: dateClock } = dated;
  const timeClock = cells.time === '' ? null : readTime(cells.time, day, notation);
  const timeFields = { kind: 'time', fields: ['time'] } as const;
  if (cells.time !== '' && !timeClock)
    return { ...timeFields, problem: t('{time} is not a time.', { time: quoted(cells.time) }), remedy: clockForms() };
  // midnight beside a date comes from an export and is not a time of day
  const ownDateClock = dateClock && dateClock.seconds !== 0 ? dateClock : null;
  if (ownDateClock && timeClock && isOtherMinute(ownDateClock, timeClock))
    return {
      ...timeFields,
      fields: ['date', 'time'],
      problem: t('Its date says {one}, its time {other}.', {
        one: clockText(ownDateClock.seconds),
        other: clockText(timeClock.seconds),
      }),
    };
  const arrival = cells.arrived === '' ? null : readArrival(cells.arrived, arrived, dated, timeClock);
  if (arrival && 'problem' in arrival) return arrival;
  const { seconds, zone } = timeClock ?? arrival ?? dateClock ?? { seconds: 0, zone: null };
  const stamp = stampOf(day, { seconds, zone });
  const dateFields = { kind: 'date', fields: ['date'], remedy: '' } as const;
  if (!taskYears.some((year) => stamp.startsWith(year)))
    return { ...dateFields, problem: outsideText(stamp.slice(0, 4)) };
  if (isTooFarAhead(stamp, now))
    return { ...dateFields, problem: t('It is dated {date}, which is in the future.', { date: longDate(stamp) }) };
  return { stamp, isTimed: (timeClock ?? arrival ?? dateClock) !== null };
}

interface ReadDate {
  day: CalendarDay;
  /** The time of day in the cell of the date, in Singapore; null without one. */
  clock: ReadClock | null;
}

/** The day of a row: that of its date, or without a date that of its arrival, if the arrival has a day. */
function readDate({ date }: VisitCells, arrived: TimeCell | null, notation: DateNotation): ReadDate | MomentFault {
  const asDate = {
    kind: 'date',
    fields: ['date'],
    remedy: t('Write the date as 17/03/2025, 17/3/25, 17 Mar 2025, 2025-03-17 or 2025年3月17日.'),
  } as const;
  if (date === '' && arrived && 'stamp' in arrived) return { day: dayOfStamp(arrived.stamp), clock: null };
  if (date === '') return { ...asDate, problem: t('It has no date.') };
  const written = writtenDate(date);
  if (!written) return { ...asDate, problem: t('{date} is not a date.', { date: quoted(date) }) };
  const day = readDay(written, notation);
  if (!day) return { ...asDate, kind: 'order', problem: misfitText(quoted(date), notation.order) };
  const clock = clockBehind(written);
  if (clock === undefined) return { ...asDate, problem: t('The time in {date} is not read.', { date: quoted(date) }) };
  if (!clock || clock.zone === null) return { day, clock };
  // a moment with a time zone has its day and its time in Singapore
  const stamp = stampOf(day, clock);
  return { day: dayOfStamp(stamp), clock: clockOfStamp(stamp) };
}

function timeFault(fields: readonly VisitColumn[], problem: string, remedy: string): MomentFault {
  return { kind: 'time', fields, problem, remedy };
}

/** The clock time of the arrival. The date and the time of the row must agree with it. */
function readArrival(
  cell: string,
  arrived: TimeCell | null,
  { day, clock: ofDate }: ReadDate,
  ofTime: ReadClock | null,
): ReadClock | MomentFault {
  if (!arrived) {
    const column = said(timeMembers.arrived.label);
    return timeFault(['arrived'], t('{column}: {cell} is not a time.', { column, cell: quoted(cell) }), clockForms());
  }
  const remedy = t('Correct one of them, or choose that one of the columns is not used.');
  if ('stamp' in arrived && arrived.stamp.slice(0, 10) !== isoDay(day)) {
    const days = { one: longDay(isoDay(day)), other: longDate(arrived.stamp) };
    return timeFault(['date', 'arrived'], t('Its date says {one}, its arrival {other}.', days), remedy);
  }
  const clock = 'stamp' in arrived ? clockOfStamp(arrived.stamp) : arrived.clock;
  const other = clockText(clock.seconds);
  if (ofTime && isOtherMinute(ofTime, clock)) {
    const one = clockText(ofTime.seconds);
    return timeFault(['time', 'arrived'], t('Its time says {one}, its arrival {other}.', { one, other }), remedy);
  }
  if (ofDate && ofDate.seconds !== 0 && isOtherMinute(ofDate, clock)) {
    const one = clockText(ofDate.seconds);
    return timeFault(['date', 'arrived'], t('Its date says {one}, its arrival {other}.', { one, other }), remedy);
  }
  return clock;
}

/** The advice how to write a time so that it can be read. */
export const clockForms = () => t('Write it as 14:15, 2.15pm, 0930 or 下午2:15.');

const isOtherMinute = (first: ReadClock, second: ReadClock) => Math.abs(first.seconds - second.seconds) >= 60;

/** A time of day, or a time with its day in the stored format. */
type TimeCell = { clock: ReadClock } | { stamp: string };

/** The time in a cell of a call-out's time; null when it is not a time, such as a day alone. */
export function readTimeCell(
  cell: string,
  member: TimeMember,
  { notation, clock: clocks }: MomentNotation,
): TimeCell | null {
  const clock = readClock(cell, clocks[member]);
  if (clock) return { clock };
  const stamp = readFullMoment(cell, notation);
  return stamp === null ? null : { stamp };
}

/** A day of this century with a time, in the stored format; null for anything else. Without a zone, the time is one of Singapore. */
export function readFullMoment(text: string, notation: DateNotation): string | null {
  const written = writtenDate(text);
  const day = written && readDay(written, notation);
  const clock = day && clockBehind(written);
  const stamp = day && clock ? stampOf(day, clock) : '';
  return stamp.startsWith('20') ? stamp : null;
}

function stampOf(day: CalendarDay, { seconds, zone }: ReadClock): string {
  const offset = zone === null ? singaporeOffsetMs : zone * 60_000;
  return siteStamp(new Date(dayStart(day) + seconds * 1_000 - offset));
}

const dayOfStamp = (stamp: string) => dayAt(Date.parse(`${stamp.slice(0, 10)}T00:00:00Z`));

function clockOfStamp(stamp: string): ReadClock {
  const [hours = 0, minutes = 0, seconds = 0] = stamp.slice(11, 19).split(':').map(Number);
  return { seconds: (hours * 60 + minutes) * 60 + seconds, zone: null };
}

function misfitText(date: string, order: DateNotation['order']): string {
  if (order === 'day-first') return t('The date {date} does not fit its column, which has the day first.', { date });
  return order === 'month-first'
    ? t('The date {date} does not fit its column, which has the month first.', { date })
    : t('The date {date} does not fit its column, which has the year first.', { date });
}

/** The message about a visit in a year that no task can have. */
export function outsideText(year: string): string {
  const [first, last] = [taskYears[0], taskYears.at(-1) ?? ''];
  return t('It is dated {year}; visits are kept from {first} to {last}.', { year, first, last });
}

/** The time of day in a cell, alone or after the same day as the row's; null for anything else. */
function readTime(cell: string, day: CalendarDay, { notation, clock }: MomentNotation): ReadClock | null {
  const plain = readClock(cell, clock.time);
  if (plain) return plain;
  const written = writtenDate(cell);
  const cellDay = written && readDay(written, notation);
  if (!cellDay || cellDay.year !== day.year || cellDay.month !== day.month || cellDay.day !== day.day) return null;
  return clockBehind(written) ?? null;
}

const clockText = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16);
