import type { CarPosts, FailureEntry } from '../../../records/failure/failure-record.ts';

export interface YearSum {
  year: number;
  entrance: number;
  exit: number;
  entries: number;
}

/** Oldest year first. */
export function sumsByYear(entries: readonly FailureEntry[]): readonly YearSum[] {
  const years = new Map<number, YearSum>();
  for (const { year, entrance, exit } of entries) {
    const sum = years.get(year) ?? { year, entrance: 0, exit: 0, entries: 0 };
    years.set(year, {
      year,
      entrance: sum.entrance + entrance,
      exit: sum.exit + exit,
      entries: sum.entries + 1,
    });
  }
  return [...years.values()].toSorted((a, b) => a.year - b.year);
}

export function postsWith(posts: CarPosts, type: string): readonly string[] {
  return [...posts].filter(([, entries]) => entries.some((entry) => entry.type === type)).map(([post]) => post);
}

/** The entries, by post and year, that would merge if a type of these posts were renamed `to`. */
export function addedTogether(
  posts: CarPosts,
  of: readonly string[],
  type: string,
  to: string,
): readonly (YearSum & { post: string; parts: readonly FailureEntry[] })[] {
  return of.flatMap((post) => {
    const entries = (posts.get(post) ?? []).filter((entry) => entry.type === type || entry.type === to);
    return sumsByYear(entries)
      .map((sum) => ({ ...sum, post, parts: entries.filter(({ year }) => year === sum.year) }))
      .filter(({ parts }) => parts.length > 1);
  });
}
