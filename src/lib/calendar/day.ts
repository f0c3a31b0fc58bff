// Days of the calendar, without a time or a time zone: nothing here depends on the time zone of the device.

export interface CalendarDay {
  year: number;
  /** From 1 to 12. */
  month: number;
  day: number;
}

/** How far (ms) Singapore is ahead of UTC, in summer and winter. */
export const singaporeOffsetMs = 8 * 3_600_000;

export const dayMs = 86_400_000;

/** The day, if it exists; null for a day such as 31 April. */
export function realDay(year: number, month: number, day: number): CalendarDay | null {
  const isReal = Number.isInteger(year) && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isReal ? { year, month, day } : null;
}

/** The number of days of a month. @param month from 1 to 12 */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The day in UTC of a moment in milliseconds since 1970. */
export function dayAt(instant: number): CalendarDay {
  const date = new Date(instant);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** `2025-03-17` */
export function isoDay({ year, month, day }: CalendarDay): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

/** The beginning of a day in UTC, in milliseconds since 1970. */
export function dayStart({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day);
}

/** Converts a day such as `2026-03-26` to the number of days since 1970; NaN for any other text, such as a year of six digits. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** The number of whole months between two days: 1 from `2026-01-31` to `2026-03-01`; 0 if the second day is not later. */
export function wholeMonths(from: string, to: string): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return Math.max(0, (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0));
}
