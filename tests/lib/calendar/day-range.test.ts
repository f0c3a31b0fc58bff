import { expect, it } from 'vitest';
import { readIsoDay, readRangeDay } from '../../../src/lib/calendar/day-range.ts';

const today = '2026-11-28';

it.each([
  ['2026-03-02', '2026-03-02'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', null],
  ['2026-04-31', null],
  ['2026-13-01', null],
  ['2026-00-10', null],
  ['1999-12-31', null],
  ['2026-3-2', null],
  ['2026-03-02T00:00', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the day %s of a query string is %s', (text, day) => {
  expect(readIsoDay(text)).toBe(day);
});

it.each<[text: string, from: string | null, to: string | null]>([
  ['2026-03-02', '2026-03-02', '2026-03-02'],
  ['2/3/2026', '2026-03-02', '2026-03-02'],
  ['2 Mac 2026', '2026-03-02', '2026-03-02'],
  ['2 March 2026', '2026-03-02', '2026-03-02'],
  ['2026年3月2日', '2026-03-02', '2026-03-02'],
  [' 2 mar ', '2026-03-02', '2026-03-02'],
  ['3月2日', '2026-03-02', '2026-03-02'],
  ['31 ogos', '2026-08-31', '2026-08-31'],
  ['March 2026', '2026-03-01', '2026-03-31'],
  ['feb 2024', '2024-02-01', '2024-02-29'],
  ['2026年2月', '2026-02-01', '2026-02-28'],
  ['sep', '2026-09-01', '2026-09-30'],
  ['2025', '2025-01-01', '2025-12-31'],
  ['31 April 2026', null, null],
  ['soon', null, null],
  ['2', null, null],
  ['', null, null],
])('"%s" begins a range on %s and ends one on %s', (text, from, to) => {
  expect(readRangeDay(text, 'from', today)).toBe(from);
  expect(readRangeDay(text, 'to', today)).toBe(to);
});
