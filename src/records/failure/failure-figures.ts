import type { CarPosts, FailureEntry } from './failure-record.ts';
import { siteDayNumber } from '../time.ts';

/** The choice of years and its default (`spec §2`). */
export const failureYears: readonly number[] = Array.from({ length: 11 }, (_, index) => 2020 + index);
export const defaultFailureYear = 2024;

export interface FailureSum {
  readonly entrance: number;
  readonly exit: number;
}

const none: FailureSum = { entrance: 0, exit: 0 };

export function totalOf({ entrance, exit }: FailureSum): number {
  return entrance + exit;
}

function plus(a: FailureSum, b: FailureSum): FailureSum {
  return { entrance: a.entrance + b.entrance, exit: a.exit + b.exit };
}

/** The sums of a year by type, in stored order; repeated types are added up. */
export function sumsByType(entries: readonly FailureEntry[], year: number): ReadonlyMap<string, FailureSum> {
  const sums = new Map<string, FailureSum>();
  for (const entry of entries) {
    if (entry.year === year) sums.set(entry.type, plus(sums.get(entry.type) ?? none, entry));
  }
  return sums;
}

export function yearSum(entries: readonly FailureEntry[], year: number): FailureSum {
  return entries.reduce((sum, entry) => (entry.year === year ? plus(sum, entry) : sum), none);
}

export function siteSum(posts: CarPosts, year: number): FailureSum {
  return Array.from(posts.values(), (entries) => yearSum(entries, year)).reduce(plus, none);
}

export function hasYear(entries: readonly FailureEntry[], year: number): boolean {
  return entries.some((entry) => entry.year === year);
}

/** Whether a year has an entry: a year without any is unknown, not free of failures. */
export function isYearKnown(posts: CarPosts, year: number): boolean {
  return Array.from(posts.values()).some((entries) => hasYear(entries, year));
}

/** The newest year that has an entry and can be chosen, or null. */
export function latestYear(posts: CarPosts): number | null {
  const years = Array.from(posts.values(), (entries) => entries.map((entry) => entry.year))
    .flat()
    .filter((year) => failureYears.includes(year));
  return years.reduce<number | null>((latest, year) => (latest === null || year > latest ? year : latest), null);
}

/** The types of a year, `before` in its order, as columns must not jump while typing; then the most frequent first. */
export function typesOfYear(posts: CarPosts, year: number, before: readonly string[] = []): readonly string[] {
  const totals = new Map<string, number>();
  for (const entries of posts.values()) {
    for (const [type, sum] of sumsByType(entries, year)) totals.set(type, (totals.get(type) ?? 0) + totalOf(sum));
  }
  const kept = before.filter((type) => totals.has(type));
  const fresh = Array.from(totals)
    .filter(([type]) => !kept.includes(type))
    .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .map(([type]) => type);
  return [...kept, ...fresh];
}

/** The types of a year as of `typesOfYear`, followed by types that only the other year has. */
export function typesOfBothYears(
  posts: CarPosts,
  year: number,
  compare: number | null,
  before: readonly string[] = [],
): readonly string[] {
  const types = typesOfYear(posts, year, before);
  return compare === null ? types : [...new Set([...types, ...typesOfYear(posts, compare)])];
}

/** What has the most failures; several names when they tie. */
export interface Finding {
  readonly names: readonly string[];
  readonly total: number;
}

function highest(totals: Iterable<readonly [string, number]>): Finding | null {
  let found: { names: string[]; total: number } | null = null;
  for (const [name, total] of totals) {
    if (total === 0) continue;
    if (!found || total > found.total) found = { names: [name], total };
    else if (total === found.total) found.names.push(name);
  }
  return found;
}

/** The post with the most failures in a year; null when nothing failed. */
export function worstPost(posts: CarPosts, year: number): Finding | null {
  return highest(Array.from(posts, ([post, entries]) => [post, totalOf(yearSum(entries, year))] as const));
}

/** The type with the most failures in a year, over all posts; null when nothing failed. */
export function mostFrequentType(posts: CarPosts, year: number): Finding | null {
  const lists = Array.from(posts.values(), (entries) => sumsByType(entries, year));
  return highest(
    typesOfYear(posts, year).map((type) => {
      const total = lists.reduce((sum, types) => {
        const one = types.get(type);
        return one ? sum + totalOf(one) : sum;
      }, 0);
      return [type, total] as const;
    }),
  );
}

export interface YearChange {
  readonly now: number;
  readonly before: number;
  /** The year is not over in Singapore, so its count is only "so far". */
  readonly soFar: boolean;
  readonly beforeSoFar?: boolean;
}

/** Compares a year with the year before (`changeBetween`). */
export function changeToYearBefore(posts: CarPosts, year: number, today: Date): YearChange | null {
  return changeBetween(posts, year, year - 1, today);
}

/** Compares the failures of two years; null when nothing is known of the other year, or one of them has not begun. */
export function changeBetween(posts: CarPosts, year: number, other: number, today: Date): YearChange | null {
  const running = siteYear(today);
  if (!isYearKnown(posts, other) || Math.max(year, other) > running) return null;
  return {
    now: totalOf(siteSum(posts, year)),
    before: totalOf(siteSum(posts, other)),
    soFar: year === running,
    ...(other === running && { beforeSoFar: true }),
  };
}

export function siteYear(today: Date): number {
  return new Date(siteDayNumber(today) * 86_400_000).getUTCFullYear();
}

const format = new Intl.NumberFormat('en-GB');

/** `10,000` */
export function countText(count: number): string {
  return format.format(count);
}

/** `1 failure`, `10,000 failures` */
export function failuresText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'failure' : 'failures'}`;
}

/**
 * What follows the failures of a year: how they compare with another year. A year that is not over is `so far`, and its
 * other year stays a whole one, as counts have no months: `so far, already 23 more than in all of 2025 (79)`.
 */
export function comparedWithYearBefore(
  { now, before, soFar, beforeSoFar = false }: YearChange,
  yearBefore: number,
): string {
  const gap = countText(Math.abs(now - before));
  const more = now > before;
  if (soFar) {
    const all = `in all of ${yearBefore}`;
    if (now === before) return `so far, ${now > 0 ? 'already ' : ''}as many as ${all}`;
    return `so far, ${more ? `already ${gap} more` : `${gap} fewer`} than ${all} (${countText(before)})`;
  }
  if (beforeSoFar)
    return `in all, ${now === before ? 'as many as' : `${gap} ${more ? 'more' : 'fewer'} than`} in ${yearBefore} so far (${countText(before)})`;
  if (now === before) return `the same as in ${yearBefore}`;
  const percent = before === 0 ? '' : ` (${more ? '+' : '−'}${percentText(Math.abs(now - before), before)} %)`;
  return `${gap} ${more ? 'more' : 'fewer'} than in ${yearBefore}${percent}`;
}

/** Says that part of a year is compared with a whole year, as counts have no months; null when both years are over. */
export function partYearText(year: number, other: number, running: number): string | null {
  const later = [year, other].find((one) => one > running);
  if (later !== undefined) return `${later} has not begun: there is nothing to compare yet.`;
  if (year !== running && other !== running) return null;
  const whole = year === running ? other : year;
  return `${running} so far against all of ${whole}: counts have no months, so the same part of ${whole} is not known.`;
}

function percentText(part: number, whole: number): string {
  return countText(Math.round((part / whole) * 100));
}

/** Two years side by side, the older first; `soFar`: the newer one is not over. */
export interface YearPair {
  readonly older: number;
  readonly newer: number;
  readonly soFar: boolean;
}

/** The years to compare in their order, whichever was chosen first; null where one of them has not begun. */
export function yearPair(year: number, other: number, today: Date): YearPair | null {
  const running = siteYear(today);
  const newer = Math.max(year, other);
  return newer > running ? null : { older: Math.min(year, other), newer, soFar: newer === running };
}

/** A count of two years; null without an entry, which is not zero. */
export interface CountPair {
  readonly older: number | null;
  readonly newer: number | null;
}

/** What became of a count: `↑ 5`, `↓ 3`, `no change`, `new`, or `no entry` for what the newer year lacks. */
export function differenceMark({ older, newer }: CountPair): string {
  if (newer === null) return 'no entry';
  if (older === null) return 'new';
  if (newer === older) return 'no change';
  return `${newer > older ? '↑' : '↓'} ${countText(Math.abs(newer - older))}`;
}

/** The same in words, as no arrow is read out: `3 fewer in 2026 so far than in all of 2025`. */
export function differenceWords({ older, newer }: CountPair, years: YearPair): string {
  if (newer === null) return `no entry in ${years.newer}`;
  if (older === null) return `new: no entry in ${years.older}`;
  const than = years.soFar ? `${years.newer} so far` : `${years.newer}`;
  const all = years.soFar ? `in all of ${years.older}` : `in ${years.older}`;
  if (newer === older) return `as many in ${than} as ${all}`;
  return `${countText(Math.abs(newer - older))} ${newer > older ? 'more' : 'fewer'} in ${than} than ${all}`;
}

/** The failures of two years, each null without an entry. @param type only those of this type */
export function countPair(
  lists: Iterable<readonly FailureEntry[]>,
  { older, newer }: Pick<YearPair, 'older' | 'newer'>,
  type: string | null = null,
): CountPair {
  const counted = [...lists].flat().filter((entry) => type === null || entry.type === type);
  const count = (year: number) => (hasYear(counted, year) ? totalOf(yearSum(counted, year)) : null);
  return { older: count(older), newer: count(newer) };
}
