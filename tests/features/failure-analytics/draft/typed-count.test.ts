import { describe, expect, it } from 'vitest';
import { countNote, readCount } from '../../../../src/features/failure-analytics/draft/typed-count.ts';

describe('a typed count', () => {
  it.each<[string, number, string | null]>([
    ['', 0, null],
    ['abc', 0, '“abc” was read as 0. Use digits only.'],
    ['-3', 0, '“-3” was read as 0. Use digits only.'],
    ['12', 12, null],
    [' 007 ', 7, null],
    ['2.9', 2, '“2.9” was read as 2. Use digits only.'],
    ['12abc', 12, '“12abc” was read as 12. Use digits only.'],
    ['1e3', 1, '“1e3” was read as 1. Use digits only.'],
    ['1,200', 1200, null],
    ['12 000', 12_000, null],
    ['1,20', 1, '“1,20” was read as 1. Use digits only.'],
    ['1.200', 1, '“1.200” was read as 1. Use digits only.'],
    ['999999', 999_999, null],
    ['10000000', 999_999, 'The maximum is 999,999.'],
    ['1,000,000', 999_999, 'The maximum is 999,999.'],
  ])('%j is %i', (typed, number, note) => {
    expect(readCount(typed)).toBe(number);
    expect(countNote(typed)).toBe(note);
  });
});
