import { daysIn, isoDay, type CalendarDay } from './day.ts';
import { readDate } from './read-date.ts';

/** A range of days such as `2026-03-02`; both ends belong to it. Null for an open end. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** The day in a query string, such as `2026-03-02`; null for any other text, a day that does not exist, or a year before 2000 or after 2099. */
export function readIsoDay(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(20\d\d)-(0[1-9]|1[0-2])-(\d\d)$/u.exec(text ?? '') ?? [];
  const isReal = Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
  return text && isReal ? text : null;
}

/**
 * Reads a typed date in any notation as one end of a range. A month or a year means its first day as the start (`from`), and its last day
 * as the end (`to`). A date without a year is of this year.
 * @param today such as `2026-11-28`
 * @returns the day, such as `2026-03-02`; null if the text is no date
 */
export function readRangeDay(text: string, end: keyof DayRange, today: string): string | null {
  const year = today.slice(0, 4);
  const dateText = text.trim();
  if (dateText === '') return null;
  const date = readDate(dateText) ?? readDate(`${dateText} ${year}`) ?? readDate(`${year}年${dateText}`);
  return date && isoDay(end === 'to' || date.names === 'day' ? date.last : firstDay(date.names, date.last));
}

function firstDay(names: 'month' | 'year', { year, month }: CalendarDay): CalendarDay {
  return { year, month: names === 'year' ? 1 : month, day: 1 };
}
