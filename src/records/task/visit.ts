import { dayMs, daysIn } from '../../lib/calendar/day.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { message, said, t, tIn, inEnglish } from '../../lib/language/translate.ts';
import { plainList } from '../counted.ts';
import { isMonth, monthLabel, monthOfYear, months, siteStamp, taskYears, type Month } from '../time.ts';

const kindNames = {
  preventive: message('Preventive maintenance'),
  emergency: message('Emergency call'),
  other: message('Other work'),
  none: message('Not specified'),
} as const;

/** The kinds of visit (`decisions §8`), with their labels in the reader's language. */
export const visitKinds = [
  {
    value: 'preventive',
    get label() {
      return said(kindNames.preventive);
    },
  },
  {
    value: 'emergency',
    get label() {
      return said(kindNames.emergency);
    },
  },
  {
    value: 'other',
    get label() {
      return said(kindNames.other);
    },
  },
] as const;

export type VisitKind = (typeof visitKinds)[number]['value'];

export function isVisitKind(value: unknown): value is VisitKind {
  return visitKinds.some((kind) => kind.value === value);
}

/** `emergency` -> `Emergency call`; null without a kind, and for an unknown stored kind. */
export function visitKindLabel(kind: unknown): string | null {
  return visitKinds.find(({ value }) => value === kind)?.label ?? null;
}

/** A choice of visits by kind. `none`: visits without a kind. */
export type KindFilter = VisitKind | 'none';

export const kindFilters: readonly { value: KindFilter; label: string }[] = [
  ...visitKinds,
  {
    value: 'none',
    get label() {
      return said(kindNames.none);
    },
  },
];

/** Reads `?kind=emergency`; null for all, and for an unknown kind. */
export function readKindFilter(params: URLSearchParams): KindFilter | null {
  return kindFilters.find(({ value }) => value === params.get('kind'))?.value ?? null;
}

/** The label of the chosen kind; empty for all kinds. */
export function kindFilterLabel(kind: KindFilter | null): string {
  return kindFilters.find(({ value }) => value === kind)?.label ?? '';
}

/** The English label of the chosen kind, for the names of files; empty for all kinds. */
export function kindFileWord(kind: KindFilter | null): string {
  return kind === null ? '' : inEnglish(kindNames[kind]);
}

/** `Yes` or `No` for a table column that tells whether a visit has a file. */
export const hasFileText = (has: boolean): string => (has ? tIn('of a file', 'Yes') : tIn('of a file', 'No'));

/** The filter by kind in words, `kind “Emergency call”`; empty for all kinds. */
export function kindText(kind: KindFilter | null): string {
  const label = kindFilterLabel(kind);
  return label && t('kind “{kind}”', { kind: label });
}

interface ListedPeriod {
  /** Null for all years. */
  year: string | null;
  /** Null for all months. */
  month: Month | null;
}

/** `March 2026`, `March`, `2026`, or `All years`. */
function listedPeriod({ year, month }: ListedPeriod): string {
  if (month === null) return year ?? t('All years');
  return year === null ? monthLabel(month) : monthOfYear(month, year);
}

/** The filters of a list, for paper: `March 2026, kind “Other work”, search “loop”`. @param others the other filters; empty texts are left out */
export function listedText(period: ListedPeriod, others: readonly string[]): string {
  return plainList([listedPeriod(period), ...others].filter(Boolean));
}

export function ofKind<T extends { kind?: unknown }>(tasks: readonly T[], filter: KindFilter | null): T[] {
  return tasks.filter(({ kind }) => filter === null || (isVisitKind(kind) ? kind : 'none') === filter);
}

/** The title of a visit for the screen. A title of only blanks and invisible characters becomes `Untitled visit`, so that it can be pressed. */
export function visitTitle({ title }: { title: string }): string {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(title) ? t('Untitled visit') : title;
}

/** The name of a file of a visit, from the site, the day and the title. @param suffixes distinguish several files of one visit */
export function visitFileName(
  site: string | null,
  { time, title }: { time: string; title: string },
  extension: string,
  ...suffixes: string[]
): string {
  return `${fileStemOf(site ?? '', visitTime(time).date, title, ...suffixes)}.${extension}`;
}

/** The year and month that a task is filed under. The year is empty when it is outside the range of tasks (`spec §3`). */
export interface FiledPeriod {
  year: string;
  month: Month | '';
}

/** The typed date and time of a visit, in Singapore: `2026-03-17` and `10:05`. Both may be empty or half typed. */
export interface VisitTime {
  date: string;
  clock: string;
}

/** A visit may be dated this far ahead, because the time zone of its author may be a day ahead of the site's. */
const maxAheadMs = dayMs;

/** The date and time in Singapore of an instant or a stored `time`. */
export function visitTime(instant: Date | string): VisitTime {
  const stamp = siteStamp(new Date(instant));
  return { date: stamp.slice(0, 10), clock: stamp.slice(11, 16) };
}

/** A typed date and time in the stored format, `2026-03-17T10:05:00+08:00`; null for an invalid date or time. */
export function visitStamp({ date, clock }: VisitTime): string | null {
  const stamp = `${date}T${clock}:00+08:00`;
  const instant = new Date(stamp);
  // the comparison rejects 31 April, which `Date` reads as 1 May
  return Number.isNaN(instant.getTime()) || siteStamp(instant) !== stamp ? null : stamp;
}

/** The year and month of a date; null for an invalid date. */
export function periodOf(date: string): FiledPeriod | null {
  if (visitStamp({ date, clock: '12:00' }) === null) return null;
  const year = taskYears.find((taskYear) => taskYear === date.slice(0, 4)) ?? '';
  return { year, month: months[Number(date.slice(5, 7)) - 1]?.value ?? '' };
}

/** The same day of another month, or the last day of that month (`decisions §8`). */
export function dateMovedTo(date: string, { year, month }: FiledPeriod): string {
  if (year === '' || !isMonth(month)) return date;
  const number = months.findIndex(({ value }) => value === month) + 1;
  const last = daysIn(Number(year), number);
  const day = Math.min(Number(date.slice(8, 10)) || 1, last);
  return `${year}-${String(number).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether a task is dated in another month than it is filed under. Only old tasks are (`decisions §8`). */
export function isMisfiled(task: FiledPeriod & { time: string }): boolean {
  const period = periodOf(visitTime(task.time).date);
  return period?.year !== task.year || period.month !== task.month;
}

/** Whether a time is more than a day ahead (`decisions §8`). */
export function isTooFarAhead(stamp: string, now: Date): boolean {
  return Date.parse(stamp) > now.getTime() + maxAheadMs;
}
