import { isMonth, months, siteStamp, taskYears, type Month } from '../time.ts';

/** Year and month that a task is filed under; the year is empty where tasks can have none such (`spec §3`). */
export interface FiledPeriod {
  year: string;
  month: Month | '';
}

/** When a visit was, as it is typed: `2026-03-17` and `10:05`, in Singapore. Both may be empty or half typed. */
export interface VisitTime {
  date: string;
  clock: string;
}

/** Milliseconds that a visit may lie ahead: those who file it may be a day ahead of the site. */
const ahead = 86_400_000;

/** Date and clock in Singapore of an instant, or of a stored `time`. */
export function visitTime(instant: Date | string): VisitTime {
  const stamp = siteStamp(new Date(instant));
  return { date: stamp.slice(0, 10), clock: stamp.slice(11, 16) };
}

/** `2026-03-17T10:05:00+08:00`, as tasks keep it; null for what is no date or no time of day. */
export function visitStamp({ date, clock }: VisitTime): string | null {
  const stamp = `${date}T${clock}:00+08:00`;
  const instant = new Date(stamp);
  // 31 April would become 1 May
  return Number.isNaN(instant.getTime()) || siteStamp(instant) !== stamp ? null : stamp;
}

/** The year and month that a date is in; null for what is no date. */
export function periodOf(date: string): FiledPeriod | null {
  if (visitStamp({ date, clock: '12:00' }) === null) return null;
  const year = taskYears.find((one) => one === date.slice(0, 4)) ?? '';
  return { year, month: months[Number(date.slice(5, 7)) - 1]?.value ?? '' };
}

/** The date moved into another month, to its same day or to the last that the month has (`decisions §8`). */
export function dateMovedTo(date: string, { year, month }: FiledPeriod): string {
  if (year === '' || !isMonth(month)) return date;
  const number = months.findIndex(({ value }) => value === month) + 1;
  const last = new Date(Date.UTC(Number(year), number, 0)).getUTCDate();
  const day = Math.min(Number(date.slice(8, 10)) || 1, last);
  return `${year}-${String(number).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether a task stands under another month than it is dated: only entries older than the visit date do (`decisions §8`). */
export function isMisfiled(task: FiledPeriod & { time: string }): boolean {
  const period = periodOf(visitTime(task.time).date);
  return period?.year !== task.year || period.month !== task.month;
}

/** Whether a stamp is later than a visit can be: by more than a day (`decisions §8`). */
export function isTooFarAhead(stamp: string, now: Date): boolean {
  return Date.parse(stamp) > now.getTime() + ahead;
}
