// The pages of a list, in the query string: `?page=2`. The first page needs no value.

/** One page of a list. */
export interface ListPage<Row> {
  rows: readonly Row[];
  /** Its number, counted from 1. */
  page: number;
  pages: number;
  /** The positions of its first and last row in the whole list, counted from 1. */
  first: number;
  last: number;
  /** The number of rows of all pages. */
  all: number;
}

/** The page that a query string names: the first page if it names none, the last page if there are fewer. @param size rows of a page */
export function readPage<Row>(rows: readonly Row[], params: URLSearchParams, size: number): ListPage<Row> {
  return pageOf(rows, /^\d{1,6}$/u.test(params.get('page') ?? '') ? Number(params.get('page')) : 1, size);
}

/**
 * A page of a list whose page is not in the address, such as that of a dialog.
 * @param requestedPage counted from 1; beyond the first or the last page, that page is returned
 */
export function pageOf<Row>(rows: readonly Row[], requestedPage: number, size: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(1, requestedPage), pages);
  const startIndex = (page - 1) * size;
  const pageRows = rows.slice(startIndex, startIndex + size);
  return { rows: pageRows, page, pages, first: startIndex + 1, last: startIndex + pageRows.length, all: rows.length };
}

/** The value of `?page=`; empty for the first page. */
export const pageValue = (page: number): string => (page === 1 ? '' : String(page));
