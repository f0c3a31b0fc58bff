// The pages of a list, in the query string: `?page=2`. The first page needs no value.

/** One page of a list. */
export interface ListPage<Row> {
  rows: readonly Row[];
  /** From 1. */
  page: number;
  pages: number;
  /** Numbers of its first and last row, from 1. */
  first: number;
  last: number;
  /** The rows of all pages. */
  all: number;
}

/** The page that a query string asks for: the last one where there are fewer, the first one where it asks for none. */
export function readPage<Row>(rows: readonly Row[], params: URLSearchParams, size: number): ListPage<Row> {
  return pageOf(rows, /^\d{1,6}$/u.test(params.get('page') ?? '') ? Number(params.get('page')) : 1, size);
}

/** A page of a list that has no place in the address, as that of a dialog; `asked` is kept within the pages there are. */
export function pageOf<Row>(rows: readonly Row[], asked: number, size: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(1, asked), pages);
  const from = (page - 1) * size;
  const shown = rows.slice(from, from + size);
  return { rows: shown, page, pages, first: from + 1, last: from + shown.length, all: rows.length };
}

/** The value of `?page=`; empty for the first one. */
export const pageValue = (page: number): string => (page === 1 ? '' : String(page));
