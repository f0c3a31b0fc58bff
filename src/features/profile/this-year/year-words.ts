import { longDay, siteStamp, siteTime } from '../../../records/time.ts';
import type { YearBox } from './year-boxes.ts';
import type { YearCounts } from './year-counts.ts';

const intervals = [
  'monthly',
  'two-monthly',
  'quarterly',
  'four-monthly',
  'five-monthly',
  'half-yearly',
  'seven-monthly',
  'eight-monthly',
  'nine-monthly',
  'ten-monthly',
  'eleven-monthly',
  'yearly',
] as const;

export function visitsText(count: number): string {
  return count === 1 ? '1 visit' : `${count} visits`;
}

/** Such as `10 of 11 monthly visits kept in 2026`. */
export function scoreText({ year, everyMonths, keptPeriods: { kept, due }, visits }: YearCounts): string {
  if (everyMonths === null) return visits === 0 ? `No visit in ${year} yet` : `${visitsText(visits)} in ${year}`;
  const agreed = intervals[everyMonths - 1] ?? 'agreed';
  if (due === 0) return `No ${agreed} visit was due yet in ${year}`;
  return `${kept} of ${due} ${agreed} ${due === 1 ? 'visit' : 'visits'} kept in ${year}`;
}

/** `October 2026`, or `November 2025 to January 2026`. */
export function monthsText({ first, last }: Pick<YearBox, 'first' | 'last'>): string {
  const [from, to] = [first, last].map((day) => siteTime(`${day}T12:00:00+08:00`).month);
  if (from === undefined || to === undefined || from === to) return from ?? '';
  return first.slice(0, 4) === last.slice(0, 4) ? `${from.replace(/ \d+$/u, '')} to ${to}` : `${from} to ${to}`;
}

/** `by 30 November 2026`, and `8 days left` or `today`. @param day such as `2026-11-30` */
export function dueText(day: string, now: Date): { by: string; left: string } {
  const today = Date.parse(siteStamp(now).slice(0, 10));
  const days = Math.round((Date.parse(day) - today) / 86_400_000);
  return { by: `by ${longDay(day)}`, left: days === 0 ? 'today' : days === 1 ? '1 day left' : `${days} days left` };
}
