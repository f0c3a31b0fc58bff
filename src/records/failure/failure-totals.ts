import type { CarPosts, FailureEntry } from './failure-record.ts';

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

/** Type -> sum of a post in a year, in stored order; repeated types are added up. */
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

/** A year without any entry is unknown, not free of failures. */
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

/** The most frequent first, then by name. `before` keeps its order: columns must not jump while typing. */
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

/** As `typesOfYear`, followed by types that only the other year has. */
export function typesOfBothYears(
  posts: CarPosts,
  year: number,
  compare: number | null,
  before: readonly string[] = [],
): readonly string[] {
  const types = typesOfYear(posts, year, before);
  return compare === null ? types : [...new Set([...types, ...typesOfYear(posts, compare)])];
}
