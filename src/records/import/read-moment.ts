import { longDate, singaporeOffsetMs, siteStamp, taskYears } from '../time.ts';
import { isTooFarAhead } from '../task/visit.ts';
import { quoted } from './import-plan.ts';
import { clockForms, readClock, type ClockNotation, type ReadClock } from './read-clock.ts';
import {
  dateForms,
  dateOrders,
  readDay,
  writtenDate,
  type DateNotation,
  type ReadDay,
  type WrittenDate,
} from './read-date.ts';
import type { VisitCells } from './table-choices.ts';
import type { VisitColumn } from './visit-columns.ts';

/** How the columns of date and time are written. */
export interface MomentNotation {
  notation: DateNotation;
  clock: ClockNotation;
}

/** Why a row was left out, as far as a person can repair all rows of a kind at once. */
export type FaultKind = 'site' | 'date' | 'order' | 'time' | 'words' | 'repeat' | 'no visit';

type Moment =
  | { stamp: string; isTimed: boolean }
  | { kind: FaultKind; fields: readonly VisitColumn[]; problem: string; remedy?: string };

/** When a row says that the visit was, in Singapore where it names no zone. */
export function readMoment(cells: VisitCells, { notation, clock }: MomentNotation, now: Date): Moment {
  const asDate = { kind: 'date', fields: ['date'], remedy: `Write the date as ${dateForms}.` } as const;
  if (cells.date === '') return { ...asDate, problem: 'It has no date.' };
  const written = writtenDate(cells.date);
  if (!written) return { ...asDate, problem: `${quoted(cells.date)} is not a date.` };
  const day = readDay(written, notation);
  if (!day) {
    const order = dateOrders.find(({ value }) => value === notation.order)?.label.toLowerCase() ?? '';
    return {
      ...asDate,
      kind: 'order',
      problem: `The date ${quoted(cells.date)} does not fit its column, which has the ${order}.`,
    };
  }
  const ofDate = clockBehind(written, day);
  if (ofDate === undefined) return { ...asDate, problem: `The time in ${quoted(cells.date)} is not read.` };
  const ofTime = cells.time === '' ? null : readTime(cells.time, day, { notation, clock });
  const asTime = { kind: 'time', fields: ['time'] } as const;
  if (cells.time !== '' && !ofTime)
    return { ...asTime, problem: `${quoted(cells.time)} is not a time.`, remedy: `Write it as ${clockForms}.` };
  // a date exported with its midnight has no time of its own
  if (ofDate && ofTime && ofDate.seconds !== 0 && Math.abs(ofDate.seconds - ofTime.seconds) >= 60)
    return {
      ...asTime,
      fields: ['date', 'time'],
      problem: `Its date says ${clockText(ofDate.seconds)}, its time ${clockText(ofTime.seconds)}.`,
    };
  const { seconds, zone } = ofTime ?? ofDate ?? { seconds: 0, zone: null };
  const offset = zone === null ? singaporeOffsetMs : zone * 60_000;
  const stamp = siteStamp(new Date(Date.UTC(day.year, day.month - 1, day.day) + seconds * 1_000 - offset));
  if (!taskYears.some((year) => stamp.startsWith(year)))
    return {
      ...asDate,
      problem: `It is dated ${stamp.slice(0, 4)}; visits are kept from ${taskYears[0]} to ${taskYears.at(-1)}.`,
      remedy: '',
    };
  if (isTooFarAhead(stamp, now))
    return { ...asDate, problem: `It is dated ${longDate(stamp)}, which is in the future.`, remedy: '' };
  return { stamp, isTimed: (ofTime ?? ofDate) !== null };
}

/** The time behind a date; null without one, and undefined for one that is not read. */
function clockBehind(written: WrittenDate, { seconds }: ReadDay): ReadClock | null | undefined {
  if (written.form === 'serial') return seconds === null ? null : { seconds, zone: null };
  return written.rest === '' ? null : (readClock(written.rest, { dotted: true }) ?? undefined);
}

/** A time of day, also where it is written with the day of its row. */
function readTime(cell: string, day: ReadDay, { notation, clock }: MomentNotation): ReadClock | null {
  const plain = readClock(cell, clock);
  if (plain) return plain;
  const written = writtenDate(cell);
  const its = written && readDay(written, notation);
  if (!its || its.year !== day.year || its.month !== day.month || its.day !== day.day) return null;
  return clockBehind(written, its) ?? null;
}

const clockText = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16);
