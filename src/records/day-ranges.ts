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
 * Whether a range of days from the first to the last of a month, or until today, has all of a month of the year in which it begins.
 * @param month from 1
 * @param today such as `2026-11-28`: the month that runs is whole until then
 */
export function isWholeMonth(month: number, { from, to }: DayRange, today: string): boolean {
  if (from === null || to === null || !from.endsWith('-01')) return false;
  const year = Number(from.slice(0, 4));
  const [lastYear = 0, lastMonth = 0] = to.split('-').map(Number);
  if (lastYear !== year || (to !== today && to !== calendarMonth(to).to)) return false;
  return month >= Number(from.slice(5, 7)) && month <= lastMonth;
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
