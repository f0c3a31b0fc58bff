import { describe, expect, it } from 'vitest';
import { changeText, failuresText, paceText, partYearText } from '../../../src/records/failure/failure-figures.ts';

describe('the average pace', () => {
  it.each([
    [0, 366, '–', 'no failures counted'],
    [0, 0, '–', 'no failures counted'],
    [12, 0, '–', 'the year has not begun'],
    [1, 366, '366 days', 'about one every 366 days (from yearly counts)'],
    [366, 366, '1 day', 'about one every day (from yearly counts)'],
    [10_000, 366, '27 a day', 'about, from yearly counts'],
  ])('of %i failures in %i days is %s: %s', (total, days, figure, note) => {
    expect(paceText(total, days)).toEqual({ figure, note });
  });
});

describe('the change to the year before', () => {
  it.each([
    [19, 12, '7 more than in 2023 (+58 %)'],
    [12, 19, '7 fewer than in 2023 (−37 %)'],
    [5, 0, '5 more than in 2023'],
    [4, 4, 'the same as in 2023'],
  ])('from %i to %i is %s', (now, before, words) => {
    expect(changeText({ now, before, soFar: false }, 2023)).toBe(words);
  });

  it('is not given while one of the years is not over', () => {
    expect(changeText({ now: 2, before: 1_000, soFar: true }, 2025)).toBe('so far; 1,000 in all of 2025');
    expect(changeText({ now: 1_000, before: 2, soFar: false, beforeSoFar: true }, 2026)).toBe(
      'in all; 2 in 2026 so far',
    );
  });
});

describe('a comparison with part of a year', () => {
  it.each([
    [2026, 2024, '2026 so far against all of 2024: counts have no months, so the same part of 2024 is not known.'],
    [2024, 2026, '2026 so far against all of 2024: counts have no months, so the same part of 2024 is not known.'],
    [2025, 2024, null],
    [2025, 2027, '2027 has not begun: there is nothing to compare yet.'],
    [2028, 2026, '2028 has not begun: there is nothing to compare yet.'],
  ])('of %i with %i in 2026 is explained', (year, other, words) => {
    expect(partYearText(year, other, 2026)).toBe(words);
  });
});

it('one failure is singular', () => {
  expect([failuresText(1), failuresText(0), failuresText(10_000)]).toEqual([
    '1 failure',
    '0 failures',
    '10,000 failures',
  ]);
});
