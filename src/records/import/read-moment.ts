import { dayStart, singaporeOffsetMs } from '../../lib/calendar/day.ts';
import { readClock, type ClockNotation, type ReadClock } from '../../lib/calendar/read-clock.ts';
import { clockBehind, readDay, writtenDate, type DateNotation, type ReadDay } from '../../lib/calendar/written-date.ts';
import { t } from '../../lib/language/translate.ts';
import { isTooFarAhead } from '../task/visit.ts';
import { longDate, siteStamp, taskYears } from '../time.ts';
import { quoted } from './import-plan.ts';
import type { VisitCells } from './table-choices.ts';
import type { VisitColumn } from './visit-columns.ts';

/** How the columns of date and time are written. */
export interface MomentNotation {
  notation: DateNotation;
  clock: ClockNotation;
}

/** Why a row was left out; rows with the same kind can be repaired together. */
export type FaultKind = 'site' | 'date' | 'order' | 'time' | 'words' | 'repeat' | 'no visit';

type Moment =
  | { stamp: string; isTimed: boolean }
  | { kind: FaultKind; fields: readonly VisitColumn[]; problem: string; remedy?: string };

/** When a row says that the visit was, in Singapore where it names no zone. */
export function readMoment(cells: VisitCells, { notation, clock }: MomentNotation, now: Date): Moment {
  const asDate = {
    kind: 'date',
    fields: ['date'],
    // forms that are read
    remedy: t('Write the date as 17/03/2025, 17/3/25, 17 Mar 2025, 2025-03-17 or 2025年3月17日.'),
  } as const;
  if (cells.date === '') return { ...asDate, problem: t('It has no date.') };
  const written = writtenDate(cells.date);
  if (!written) return { ...asDate, problem: t('{date} is not a date.', { date: quoted(cells.date) }) };
  const day = readDay(written, notation);
  if (!day) return { ...asDate, kind: 'order', problem: misfitText(quoted(cells.date), notation.order) };
  const ofDate = clockBehind(written, day);
  if (ofDate === undefined)
    return { ...asDate, problem: t('The time in {date} is not read.', { date: quoted(cells.date) }) };
  const ofTime = cells.time === '' ? null : readTime(cells.time, day, { notation, clock });
  const asTime = { kind: 'time', fields: ['time'] } as const;
  if (cells.time !== '' && !ofTime)
    return {
      ...asTime,
      problem: t('{time} is not a time.', { time: quoted(cells.time) }),
      // forms that are read
      remedy: t('Write it as 14:15, 2.15pm, 0930 or 下午2:15.'),
    };
  // a date that was exported with midnight has no time of its own
  if (ofDate && ofTime && ofDate.seconds !== 0 && Math.abs(ofDate.seconds - ofTime.seconds) >= 60)
    return {
      ...asTime,
      fields: ['date', 'time'],
      problem: t('Its date says {one}, its time {other}.', {
        one: clockText(ofDate.seconds),
        other: clockText(ofTime.seconds),
      }),
    };
  const { seconds, zone } = ofTime ?? ofDate ?? { seconds: 0, zone: null };
  const offset = zone === null ? singaporeOffsetMs : zone * 60_000;
  const stamp = siteStamp(new Date(dayStart(day) + seconds * 1_000 - offset));
  if (!taskYears.some((year) => stamp.startsWith(year)))
    return {
      ...asDate,
      problem: outsideText(stamp.slice(0, 4)),
      remedy: '',
    };
  if (isTooFarAhead(stamp, now))
    return {
      ...asDate,
      problem: t('It is dated {date}, which is in the future.', { date: longDate(stamp) }),
      remedy: '',
    };
  return { stamp, isTimed: (ofTime ?? ofDate) !== null };
}

function misfitText(date: string, order: DateNotation['order']): string {
  if (order === 'day-first') return t('The date {date} does not fit its column, which has the day first.', { date });
  return order === 'month-first'
    ? t('The date {date} does not fit its column, which has the month first.', { date })
    : t('The date {date} does not fit its column, which has the year first.', { date });
}

/** What is wrong with a visit of a year that no task can have. */
export function outsideText(year: string): string {
  const [first, last] = [taskYears[0], taskYears.at(-1) ?? ''];
  return t('It is dated {year}; visits are kept from {first} to {last}.', { year, first, last });
}

/** A time of day, also where it is written with the day of its row. */
function readTime(cell: string, day: ReadDay, { notation, clock }: MomentNotation): ReadClock | null {
  const plain = readClock(cell, clock);
  if (plain) return plain;
  const written = writtenDate(cell);
  const cellDay = written && readDay(written, notation);
  if (!cellDay || cellDay.year !== day.year || cellDay.month !== day.month || cellDay.day !== day.day) return null;
  return clockBehind(written, cellDay) ?? null;
}

const clockText = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16);
