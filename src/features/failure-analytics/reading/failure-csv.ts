import { csvOf } from '../../../lib/csv.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';

/** The entries of some years, one after the other, as a CSV file, in stored order, a line each; no text runs as a formula. */
export function failureCsv(posts: CarPosts, years: readonly number[]): string {
  const lines = years.flatMap((year) =>
    Array.from(posts, ([post, entries]) =>
      entries
        .filter((entry) => entry.year === year)
        .map(({ type, entrance, exit }) => [post, typeLabel(type), year, entrance, exit, entrance + exit]),
    ).flat(),
  );
  return csvOf([['Post', 'Failure Type', 'Year', 'Entrance Failures', 'Exit Failures', 'Total'], ...lines]);
}
