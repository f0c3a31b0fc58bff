import type { DayRange } from '../lib/calendar/day-range.ts';
import { daysIn, isoDay } from '../lib/calendar/day.ts';
import { contractDay } from './site/contract.ts';

/** The twelve months that end today. @param today such as `2026-11-28` */
export function lastTwelveMonths(today: string): DayRange {
  return { from: dayAfter(yearBefore(today)), to: today };
}

/** The calendar month of a day. @param months how many months later; negative for earlier */
export function calendarMonth(today: string, months = 0): DayRange {
  const from = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + months, 1));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  return { from: isoDay({ year, month, day: 1 }), to: isoDay({ year, month, day: daysIn(year, month) }) };
}

/**
 * The year of a contract that holds today, of a contract that is over its last one: it ends on the day of the year on which the contract
 * ends. Null where no end can be read.
 * @param contract as stored
 */
export function contractYear(contract: string | null, today: string): DayRange | null {
  const end = contract === null ? null : contractDay(contract);
  if (end === null) return null;
  let last = end;
  while (yearBefore(last) >= today) last = yearBefore(last);
  return { from: dayAfter(yearBefore(last)), to: last };
}

/** The same day of the year before; the last day of February stays the last. */
function yearBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = daysIn(year - 1, month);
  const isLast = date === daysIn(year, month);
  return isoDay({ year: year - 1, month, day: isLast ? last : Math.min(date, last) });
}

function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
}
