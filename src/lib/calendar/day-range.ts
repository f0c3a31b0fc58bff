import { daysIn, isoDay, type CalendarDay } from './day.ts';
import { readDate } from './read-date.ts';

/** Days such as `2026-03-02`, both included; null where the range is open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** The day in a query string, `2026-03-02`; null for anything else, and for a day that the calendar has not. */
export function readIsoDay(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(20\d\d)-(0[1-9]|1[0-2])-(\d\d)$/u.exec(text ?? '') ?? [];
  const isReal = Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
  return text && isReal ? text : null;
}

/**
 * The day that a typed date means as one end of a range, whatever its notation. A month or a year means its first day as the beginning
 * and its last day as the end; a date without a year is of this year.
 * @param today such as `2026-11-28`
 * @returns null for anything but a date
 */
export function readRangeDay(text: string, end: keyof DayRange, today: string): string | null {
  const year = today.slice(0, 4);
  const typed = text.trim();
  if (typed === '') return null;
  const read = readDate(typed) ?? readDate(`${typed} ${year}`) ?? readDate(`${year}年${typed}`);
  return read && isoDay(end === 'to' || read.names === 'day' ? read.last : firstDay(read.names, read.last));
}

function firstDay(names: 'month' | 'year', { year, month }: CalendarDay): CalendarDay {
  return { year, month: names === 'year' ? 1 : month, day: 1 };
}
