import { csvOf } from '../../../lib/csv.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';

/** The entries of one year as a CSV file, in stored order, a line each; texts cannot run as formulas. */
export function failureCsv(posts: CarPosts, year: number): string {
  return csvOf([
    ['Post', 'Failure Type', 'Year', 'Entrance Failures', 'Exit Failures', 'Total'],
    ...Array.from(posts, ([post, entries]) =>
      entries
        .filter((entry) => entry.year === year)
        .map(({ type, entrance, exit }) => [post, typeLabel(type), year, entrance, exit, entrance + exit]),
    ).flat(),
  ]);
}
