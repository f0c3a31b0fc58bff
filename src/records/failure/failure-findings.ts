import { isYearKnown, siteSum, sumsByType, totalOf, typesOfYear, yearSum } from './failure-totals.ts';
import type { CarPosts } from './failure-record.ts';
import { siteDayNumber } from '../time.ts';

/** Several names when they tie. */
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

/** Null when nothing failed. */
export function worstPost(posts: CarPosts, year: number): Finding | null {
  return highest(Array.from(posts, ([post, entries]) => [post, totalOf(yearSum(entries, year))] as const));
}

/** Over all posts given; null when nothing failed. */
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

/** See `changeBetween`. */
export function changeToYearBefore(posts: CarPosts, year: number, today: Date): YearChange | null {
  return changeBetween(posts, year, year - 1, today);
}

/** Null when nothing is known of the other year (not even a zero), and when one of the two has not begun. */
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

/** Days of a year that have passed in Singapore: all of a past one, none of a future one. */
export function daysPassed(year: number, today: Date): number {
  const first = Date.UTC(year, 0, 1) / 86_400_000;
  const next = Date.UTC(year + 1, 0, 1) / 86_400_000;
  // today counts as passed: it may have a failure already
  return Math.max(0, Math.min(next, siteDayNumber(today) + 1) - first);
}

export function siteYear(today: Date): number {
  return new Date(siteDayNumber(today) * 86_400_000).getUTCFullYear();
}
