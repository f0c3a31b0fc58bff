import type { DayRange } from '../lib/calendar/day-range.ts';
import { daysIn, isoDay } from '../lib/calendar/day.ts';
import { contractDay } from './site/contract.ts';

/** The twelve months that end today. @param today such as `2026-11-28` */
export function lastTwelveMonths(today: string): DayRange {
  return { from: dayAfter(yearBefore(today)), to: today };
}

/** The calendar month of a day, or a later one. @param months how many months later; negative for an earlier month */
export function calendarMonth(today: string, months = 0): DayRange {
  const from = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + months, 1));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  return { from: isoDay({ year, month, day: 1 }), to: isoDay({ year, month, day: daysIn(year, month) }) };
}

/**
 * Whether a range of days contains a whole month of the year in which it begins. The range must begin on the first day of a month, and end in the
 * same year on the last day of a month or today.
 * @param month from 1 to 12
 * @param today such as `2026-11-28`; the current month counts as whole if the range ends today
 */
export function isWholeMonth(month: number, { from, to }: DayRange, today: string): boolean {
  if (from === null || to === null || !from.endsWith('-01')) return false;
  const year = Number(from.slice(0, 4));
  const [lastYear = 0, lastMonth = 0] = to.split('-').map(Number);
  if (lastYear !== year || (to !== today && to !== calendarMonth(to).to)) return false;
  return month >= Number(from.slice(5, 7)) && month <= lastMonth;
}

/**
 * The contract year that contains today, or the last contract year if the contract is over. It ends on the day of the year on which the contract
 * ends. Null when the end of the contract cannot be read.
 * @param contract the stored end of the contract
 */
export function contractYear(contract: string | null, today: string): DayRange | null {
  const end = contract === null ? null : contractDay(contract);
  if (end === null) return null;
  let lastDay = end;
  while (yearBefore(lastDay) >= today) lastDay = yearBefore(lastDay);
  return { from: dayAfter(yearBefore(lastDay)), to: lastDay };
}

/** The same day of the year before. The last day of a month stays the last day. */
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
