import type { CarPosts, FailureEntry } from './failure-record.ts';

/** The years that can be chosen, and the one that is chosen at first (`spec §2`). */
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

/** Type -> sum of a post in a year, in stored order; a type that stands there twice is added up. */
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

/** Whether anything is known of a year: no entry at all is not a year without failures. */
export function isYearKnown(posts: CarPosts, year: number): boolean {
  return Array.from(posts.values()).some((entries) => hasYear(entries, year));
}

/** The newest year with an entry that can be chosen; null when there is none. */
export function latestYear(posts: CarPosts): number | null {
  const years = Array.from(posts.values(), (entries) => entries.map((entry) => entry.year))
    .flat()
    .filter((year) => failureYears.includes(year));
  return years.reduce<number | null>((latest, year) => (latest === null || year > latest ? year : latest), null);
}

/**
 * Every type of a year over all posts, the most frequent first, then by name. An order that was there before is kept:
 * columns must not jump while counts are typed.
 */
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

/** The types of a year as `typesOfYear` orders them, and after them those that only the year compared with has. */
export function typesCompared(
  posts: CarPosts,
  year: number,
  compare: number | null,
  before: readonly string[] = [],
): readonly string[] {
  const types = typesOfYear(posts, year, before);
  return compare === null ? types : [...new Set([...types, ...typesOfYear(posts, compare)])];
}
