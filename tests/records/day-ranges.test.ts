import { expect, it, test } from 'vitest';
import { calendarMonth, contractYear, isWholeMonth, lastTwelveMonths } from '../../src/records/day-ranges.ts';

it.each([
  ['2026-11-28', 0, '2026-11-01', '2026-11-30'],
  ['2026-11-28', -1, '2026-10-01', '2026-10-31'],
  ['2026-01-31', -1, '2025-12-01', '2025-12-31'],
  ['2024-03-01', -1, '2024-02-01', '2024-02-29'],
])('the month of %s, %i months later, is %s to %s', (today, months, from, to) => {
  expect(calendarMonth(today, months)).toEqual({ from, to });
});

it.each([
  ['2026-11-28', '2025-11-29', '2026-11-28'],
  ['2024-02-29', '2023-03-01', '2024-02-29'],
  ['2025-02-28', '2024-03-01', '2025-02-28'],
  ['2026-12-31', '2026-01-01', '2026-12-31'],
])('the twelve months that end on %s begin on %s', (today, from, to) => {
  expect(lastTwelveMonths(today)).toEqual({ from, to });
});

test.each<[contract: string | null, from: string | null, to: string | null]>([
  ['30 June 2027', '2026-07-01', '2027-06-30'],
  // several years long
  ['30 June 2030', '2026-07-01', '2027-06-30'],
  // it ends today, or is over
  ['28 November 2026', '2025-11-29', '2026-11-28'],
  ['31 Dec 2025', '2025-01-01', '2025-12-31'],
  ['29 February 2028', '2026-03-01', '2027-02-28'],
  ['2027年3月', '2026-04-01', '2027-03-31'],
  ['until further notice', null, null],
  [null, null, null],
])('the year of a contract until %s is %s to %s', (contract, from, to) => {
  expect(contractYear(contract, '2026-11-28')).toEqual(from && { from, to });
});

it.each<[from: string | null, to: string | null, months: number[]]>([
  ['2026-09-01', '2026-10-31', [9, 10]],
  ['2026-09-01', '2026-11-28', [9, 10, 11]],
  ['2026-09-02', '2026-10-31', []],
  ['2026-09-01', '2026-10-30', []],
  ['2025-12-01', '2026-01-31', []],
  ['2026-09-01', null, []],
  [null, '2026-10-31', []],
])('the range from %s to %s has the months %j', (from, to, expected) => {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(months.filter((month) => isWholeMonth(month, { from, to }, '2026-11-28'))).toEqual(expected);
});
