import { expect, it } from 'vitest';
import {
  clearedFilters,
  countFilters,
  filterFileWords,
  filterWords,
  readFilters,
  type FilterTable,
} from '../../../src/lib/screen/list-filters.ts';

interface Filter {
  lane: string | null;
  sides: readonly string[];
}

const table: FilterTable<Filter> = {
  lane: { read: ([lane]) => lane || null, words: null, fileWord: (lane) => `lane-${lane}` },
  sides: {
    read: (sides) => sides.filter((side) => side !== 'top'),
    words: (sides) => `sides ${sides.join()}`,
    fileWord: (sides) => sides.join('-'),
  },
};

it.each<[string, Filter, number, string[], string[]]>([
  ['', { lane: null, sides: [] }, 0, [], ['', '']],
  ['lane=', { lane: null, sides: [] }, 0, [], ['', '']],
  ['lane=L1&q=loop', { lane: 'L1', sides: [] }, 1, [], ['lane-L1', '']],
  [
    'sides=left&sides=top&sides=right',
    { lane: null, sides: ['left', 'right'] },
    2,
    ['sides left,right'],
    ['', 'left-right'],
  ],
])(
  'the table gives the values, the count, the words and the file words of the query "%s"',
  (query, filter, count, words, file) => {
    expect(readFilters(table, new URLSearchParams(query))).toEqual(filter);
    expect(countFilters(filter)).toBe(count);
    expect(filterWords(table, filter)).toEqual(words);
    expect(filterFileWords(table, filter)).toEqual(file);
  },
);

it('all filters of a table are cleared, and nothing else', () => {
  expect(clearedFilters(table)).toEqual({ lane: '', sides: '' });
});
