import { describe, expect, it } from 'vitest';
import { pastedCounts } from '../../../../src/features/failure-analytics/draft/pasted-counts.ts';
import { readCount } from '../../../../src/features/failure-analytics/draft/typed-count.ts';

const notWhole = (typed: string) => `“${typed}” is not a whole number. Write how often it failed.`;
const tooMany = 'The maximum is 999,999.';

const readings: [typed: string, count: number | null, error: string | null, remark: string | null][] = [
  ['12', 12, null, null],
  ['1,200', 1200, null, 'Read as 1200.'],
  ['12 000', 12_000, null, 'Read as 12000.'],
  ['１２', 12, null, 'Read as 12.'],
  [' 007 ', 7, null, 'Read as 7.'],
  ['12.00', 12, null, 'Read as 12.'],
  [' 12 ', 12, null, 'Read as 12.'],
  ['1.5', null, notWhole('1.5'), null],
  ['-3', null, notWhole('-3'), null],
  ['O', null, notWhole('O'), null],
  ['12 times', null, notWhole('12 times'), null],
  ['1e3', null, notWhole('1e3'), null],
  ['1,20', null, notWhole('1,20'), null],
  ['x'.repeat(50), null, notWhole(`${'x'.repeat(39)}…`), null],
  ['999999', 999_999, null, null],
  ['1000000', null, tooMany, null],
  ['1,000,000', null, tooMany, null],
];

describe('a typed count', () => {
  it.each([['', 0, null, null] as const, ...readings])('%j is %s', (typed, count, error, remark) => {
    expect(readCount(typed)).toEqual({ count, error, remark });
  });

  it.each(readings)('%j is read as it is where it is pasted', (typed, count) => {
    const rows = [
      { post: 'P1', type: 'Loop', nth: 0 },
      { post: 'P1', type: 'Arm', nth: 0 },
    ];
    // a cell below, so that it is a block
    const pasted = pastedCounts(`${typed}\n1`, rows, { post: 'P1', type: 'Loop', year: 2026, nth: 0, side: 'exit' });
    expect(pasted.counts.find(({ type }) => type === 'Loop')?.count ?? null).toBe(count);
    expect(pasted.rejected).toHaveLength(count === null ? 1 : 0);
  });
});
