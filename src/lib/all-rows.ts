import { dataOf, RequestError, type CallResult } from './request-error.ts';

/** The API's `max_rows`. */
const pageSize = 1000;

interface Page<Row> extends CallResult<Row[]> {
  count: number | null;
}

/**
 * Reads all rows of a table, page by page. `read` must count exactly and sort by a column that only grows, so that rows
 * added meanwhile come last and shift nothing.
 * @throws RequestError when a page fails or rows are missing: a list is never cut off silently.
 */
export async function allRows<Row>(read: (from: number, to: number) => PromiseLike<Page<Row>>): Promise<Row[]> {
  const first = await read(0, pageSize - 1);
  const rows = dataOf(first);
  // NaN when the server did not count
  const count = first.count === null || Number.isNaN(first.count) ? null : first.count;
  if (count === null ? rows.length < pageSize : rows.length >= count) return rows;
  if (rows.length === 0 || count === null) throw new RequestError('No count of the rows', first.status, 'response');
  // the server may return fewer rows than requested
  const size = rows.length;
  const starts = Array.from({ length: Math.ceil(count / size) - 1 }, (_, index) => (index + 1) * size);
  const others = await Promise.all(starts.map((from) => read(from, from + size - 1)));
  const all = [...rows, ...others.flatMap(dataOf)];
  if (all.length < count) throw new RequestError(`${all.length} of ${count} rows came`, first.status, 'response');
  return all;
}
