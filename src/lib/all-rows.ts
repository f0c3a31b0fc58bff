import { dataOf, RequestError, type Answer } from './request-error.ts';

/** What the API gives at most in one answer (`max_rows`). */
const pageSize = 1000;

interface Page<Row> extends Answer<Row[]> {
  count: number | null;
}

/**
 * All rows of a table, however many. `read` asks for the rows from one place to another, both included, and for the exact
 * count, in the order of a column that only rises: what is added meanwhile comes last then and shifts nothing.
 * @throws RequestError when a page fails, or when fewer rows came than there are: a list is never cut off in silence.
 */
export async function allRows<Row>(read: (from: number, to: number) => PromiseLike<Page<Row>>): Promise<Row[]> {
  const first = await read(0, pageSize - 1);
  const rows = dataOf(first);
  // NaN from a server that was asked to count and did not
  const count = first.count === null || Number.isNaN(first.count) ? null : first.count;
  if (count === null ? rows.length < pageSize : rows.length >= count) return rows;
  if (rows.length === 0 || count === null) throw new RequestError('No count of the rows', first.status, 'answer');
  // the server may give fewer at once than it was asked for
  const size = rows.length;
  const starts = Array.from({ length: Math.ceil(count / size) - 1 }, (_, index) => (index + 1) * size);
  const others = await Promise.all(starts.map((from) => read(from, from + size - 1)));
  const all = [...rows, ...others.flatMap(dataOf)];
  if (all.length < count) throw new RequestError(`${all.length} of ${count} rows came`, first.status, 'answer');
  return all;
}
