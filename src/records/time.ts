import { dayMs, singaporeOffsetMs } from '../lib/calendar/day.ts';
import { englishMonths } from '../lib/calendar/names.ts';
import { currentLanguage, t } from '../lib/language/translate.ts';

export interface SiteTime {
  day: string;
  /** `March 2026` */
  month: string;
  /** `16:05` */
  clock: string;
}

/** A moment in Singapore, en-GB, 24 hours (`spec §2`). Computed, as a formatter is too slow for lists of thousands. */
export function siteTime(instant: string | Date): SiteTime {
  const shifted = new Date(new Date(instant).getTime() + singaporeOffsetMs);
  return {
    day: String(shifted.getUTCDate()),
    month: `${months[shifted.getUTCMonth()]?.label} ${shifted.getUTCFullYear()}`,
    clock: shifted.toISOString().slice(11, 16),
  };
}

const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in Singapore as the reader's language writes it. A formatter is kept, because making one is slow. */
function dateInLanguage(instant: string | Date, options: Intl.DateTimeFormatOptions): string {
  const { locale } = currentLanguage();
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Singapore', ...options });
  formats.set(key, format);
  return format.format(new Date(instant));
}

/** English dates are written by the specification (`spec §2`), others by their language. */
const isEnglish = () => currentLanguage().code === 'en';

/** `Thursday 26 March 2026 at 16:05:09`, in Singapore. */
export function liveTime(instant: Date): string {
  return dateInLanguage(instant, { weekday: 'long', ...date, ...clock, second: '2-digit' });
}

/** The current minute as an ISO instant, so that two prints within it are the same. */
export function thisMinute(): string {
  const minute = 60_000;
  return new Date(Math.floor(Date.now() / minute) * minute).toISOString();
}

/** `26 March 2026`, in Singapore. */
export function longDate(instant: string | Date): string {
  if (!isEnglish()) return dateInLanguage(instant, date);
  const { day, month } = siteTime(instant);
  return `${day} ${month}`;
}

/** `2026-03-26` -> `26 March 2026`, whatever the zone. Anything else stays as it is. */
export function longDay(day: string): string {
  const noon = `${day}T12:00:00+08:00`;
  return Number.isNaN(Date.parse(noon)) ? day : longDate(noon);
}

/** `2026-03-26` -> `26 Mar 2026` */
export function shortDay(day: string): string {
  if (!isEnglish()) return dateInLanguage(`${day}T12:00:00+08:00`, { ...date, month: 'short' });
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]?.label.slice(0, 3)} ${day.slice(0, 4)}`;
}

/** Days since 1970 of the calendar day in Singapore. */
export function siteDayNumber(instant: Date): number {
  return Math.floor((instant.getTime() + singaporeOffsetMs) / dayMs);
}

/** The year in Singapore. */
export function siteYear(instant: Date): number {
  return new Date(instant.getTime() + singaporeOffsetMs).getUTCFullYear();
}

/** Start of a day in Singapore, in milliseconds since 1970. */
export function siteDayStart(dayNumber: number): number {
  return dayNumber * dayMs - singaporeOffsetMs;
}

/** `26 March 2026 at 16:05`, in Singapore (`spec §2`). */
export function momentText(instant: string | Date): string {
  return t('{day} at {clock}', { day: longDate(instant), clock: siteTime(instant).clock });
}

/** `16:05` today, else `26 March 2026 at 16:05`. @param at milliseconds since 1970. @param today what the screen follows */
export function draftMoment(at: number, today = new Date()): string {
  const then = new Date(at);
  return siteDayNumber(then) === siteDayNumber(today) ? siteTime(then).clock : momentText(then);
}

/** `2026-03-26T16:05:00+08:00`, as tasks store it, whatever the browser's zone (`spec §9`). */
export function siteStamp(instant: Date): string {
  return `${new Date(instant.getTime() + singaporeOffsetMs).toISOString().slice(0, 19)}+08:00`;
}

/** The months as tasks store them (`spec §3`). */
const storedMonths = [
  'january',
  'february',
  'mar',
  'apr',
  'may',
  'june',
  'july',
  'august',
  'sep',
  'oct',
  'nov',
  'dec',
] as const;

export type Month = (typeof storedMonths)[number];

/** The months as tasks store them, with their English names; `monthLabel` names them for a reader. */
export const months: readonly { value: Month; label: string }[] = storedMonths.map((value, index) => ({
  value,
  label: englishMonths[index] ?? value,
}));

/** The years that tasks can have (`spec §3`). */
export const taskYears = ['2022', '2023', '2024', '2025', '2026', '2027', '2028', '2029', '2030'] as const;

export function isMonth(value: unknown): value is Month {
  return months.some((month) => month.value === value);
}

/** The month as tasks store it. @param index from 0 for January */
export function monthAt(index: number): Month {
  return storedMonths[index] ?? storedMonths[0];
}

/** `mar` -> `March`, in the reader's language. */
export function monthLabel(month: Month): string {
  const index = months.findIndex(({ value }) => value === month);
  const english = months[index]?.label ?? month;
  // Chinese writes 3月 in dates, so that it does not write 三月 beside them
  const style = currentLanguage().code === 'zh' ? 'short' : 'long';
  return isEnglish() ? english : dateInLanguage(new Date(Date.UTC(2026, index, 15)), { month: style });
}

/** `mar` -> `Mar`, in the reader's language. */
export function shortMonth(month: Month): string {
  if (isEnglish()) return monthLabel(month).slice(0, 3);
  const index = months.findIndex(({ value }) => value === month);
  return dateInLanguage(new Date(Date.UTC(2026, index, 15)), { month: 'short' });
}

/** `March 2026`, in the reader's language. */
export function monthOfYear(month: Month, year: string): string {
  if (isEnglish()) return `${monthLabel(month)} ${year}`;
  const index = months.findIndex(({ value }) => value === month);
  return dateInLanguage(new Date(Date.UTC(Number(year), index, 15)), { month: 'long', year: 'numeric' });
}

/** `2026`, in the reader's language: Chinese writes `2026年`. */
export function yearText(year: string): string {
  return isEnglish() ? year : dateInLanguage(new Date(Date.UTC(Number(year), 6, 15)), { year: 'numeric' });
}

/** `mar` -> `03`, as in the names of files. */
export function twoDigitMonth(month: Month): string {
  return String(months.findIndex(({ value }) => value === month) + 1).padStart(2, '0');
}

/** Year and month in Singapore; the year is empty when outside the range of tasks (`spec §3`). */
export function siteMonth(instant: Date): { year: string; month: Month } {
  const [year, month] = siteStamp(instant).split('-');
  return { year: taskYears.find((taskYear) => taskYear === year) ?? '', month: monthAt(Number(month) - 1) };
}
