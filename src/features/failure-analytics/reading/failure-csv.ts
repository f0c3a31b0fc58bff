import { csvOf } from '../../../lib/csv.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';

/** A row per entry in stored order, one year after the other. */
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
