import { expect, it } from 'vitest';
import { pageValue, readPage } from '../../../src/lib/screen/list-pages.ts';

const rows = Array.from({ length: 75 }, (_, index) => index + 1);

it.each([
  ['', { page: 1, first: 1, last: 25 }],
  ['2', { page: 2, first: 26, last: 50 }],
  ['3', { page: 3, first: 51, last: 75 }],
  ['4', { page: 3, first: 51, last: 75 }],
  ['0', { page: 1, first: 1, last: 25 }],
  ['-1', { page: 1, first: 1, last: 25 }],
  ['1e3', { page: 1, first: 1, last: 25 }],
])('page "%s" of a list of 75', (page, expected) => {
  const result = readPage(rows, new URLSearchParams({ page }), 25);
  expect(result).toMatchObject({ ...expected, pages: 3, all: 75 });
  expect([result.rows[0], result.rows.at(-1)]).toEqual([expected.first, expected.last]);
});

it('a list without rows has one page, and the first page no value', () => {
  expect(readPage([], new URLSearchParams(), 25)).toMatchObject({ page: 1, pages: 1, rows: [], last: 0 });
  expect([pageValue(1), pageValue(2)]).toEqual(['', '2']);
});
