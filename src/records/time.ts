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

/** A moment in Singapore in English, with a 24-hour clock (`spec §2`). It is computed, because `Intl` is too slow for lists of thousands. */
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

/** A moment in Singapore in the format of the reader's language. Formatters are cached, because creating them is slow. */
function dateInLanguage(instant: string | Date, options: Intl.DateTimeFormatOptions): string {
  const { locale } = currentLanguage();
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Singapore', ...options });
  formats.set(key, format);
  return format.format(new Date(instant));
}

/** English dates have the format of the specification (`spec §2`); other languages use the format of `Intl`. */
const isEnglish = () => currentLanguage().code === 'en';

/** `Thursday 26 March 2026 at 16:05:09`, in Singapore. */
export function liveTime(instant: Date): string {
  return dateInLanguage(instant, { weekday: 'long', ...date, ...clock, second: '2-digit' });
}

/** The start of the current minute as an ISO time, so that two prints in the same minute are identical. */
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

/** `2026-03-26` -> `26 March 2026`, independent of the time zone. Any other text is returned unchanged. */
export function longDay(day: string): string {
  const noon = `${day}T12:00:00+08:00`;
  return Number.isNaN(Date.parse(noon)) ? day : longDate(noon);
}

/** `2026-03-26` -> `26 Mar 2026` */
export function shortDay(day: string): string {
  if (!isEnglish()) return dateInLanguage(`${day}T12:00:00+08:00`, { ...date, month: 'short' });
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]?.label.slice(0, 3)} ${day.slice(0, 4)}`;
}

/** The number of the calendar day in Singapore, counted from 1 January 1970. */
export function siteDayNumber(instant: Date): number {
  return Math.floor((instant.getTime() + singaporeOffsetMs) / dayMs);
}

/** The year in Singapore. */
export function siteYear(instant: Date): number {
  return new Date(instant.getTime() + singaporeOffsetMs).getUTCFullYear();
}

/** The start of a day in Singapore, in milliseconds since 1970. @param dayNumber from `siteDayNumber` */
export function siteDayStart(dayNumber: number): number {
  return dayNumber * dayMs - singaporeOffsetMs;
}

/** `26 March 2026 at 16:05`, in Singapore (`spec §2`). */
export function momentText(instant: string | Date): string {
  return t('{day} at {clock}', { day: longDate(instant), clock: siteTime(instant).clock });
}

/** `16:05` for a moment of today, otherwise `26 March 2026 at 16:05`. @param at milliseconds since 1970 @param today from `useToday` on a screen */
export function draftMoment(at: number, today = new Date()): string {
  const then = new Date(at);
  return siteDayNumber(then) === siteDayNumber(today) ? siteTime(then).clock : momentText(then);
}

/** `2026-03-26T16:05:00+08:00`, the format of stored times, independent of the browser's time zone (`spec §9`). */
export function siteStamp(instant: Date): string {
  return `${new Date(instant.getTime() + singaporeOffsetMs).toISOString().slice(0, 19)}+08:00`;
}

/** The stored names of the months (`spec §3`). */
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

/** The stored names of the months with their English names; `monthLabel` returns the name in the reader's language. */
export const months: readonly { value: Month; label: string }[] = storedMonths.map((value, index) => ({
  value,
  label: englishMonths[index] ?? value,
}));

/** The years that tasks can have (`spec §3`). */
export const taskYears = ['2022', '2023', '2024', '2025', '2026', '2027', '2028', '2029', '2030'] as const;

export function isMonth(value: unknown): value is Month {
  return months.some((month) => month.value === value);
}

/** The stored name of a month. @param index from 0 for January */
export function monthAt(index: number): Month {
  return storedMonths[index] ?? storedMonths[0];
}

/** `mar` -> `March`, in the reader's language. */
export function monthLabel(month: Month): string {
  const index = months.findIndex(({ value }) => value === month);
  const english = months[index]?.label ?? month;
  // the short style gives 3月, as in Chinese dates; the long style would give 三月
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

/** `mar` -> `03`, for names of files. */
export function twoDigitMonth(month: Month): string {
  return String(months.findIndex(({ value }) => value === month) + 1).padStart(2, '0');
}

/** The year and the month in Singapore. The year is empty when it is outside the range of tasks (`spec §3`). */
export function siteMonth(instant: Date): { year: string; month: Month } {
  const [year, month] = siteStamp(instant).split('-');
  return { year: taskYears.find((taskYear) => taskYear === year) ?? '', month: monthAt(Number(month) - 1) };
}
