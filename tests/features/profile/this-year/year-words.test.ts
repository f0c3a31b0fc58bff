import { describe, expect, it } from 'vitest';
import {
  dueText,
  monthsText,
  scoreText,
  countYear,
  type YearCounts,
} from '../../../../src/features/profile/this-year/this-year.ts';

const now = new Date('2026-11-22T10:00:00+08:00');
const none = countYear({ tasks2024: [], visit_every_months: null }, now);
const scored = (everyMonths: number | null, kept: number, due: number, visits = 3): YearCounts => ({
  ...none,
  everyMonths,
  visits,
  keptPeriods: { ...none.keptPeriods, kept, due },
});

describe('the year in a sentence', () => {
  it.each([
    [1, 10, 11, '10 of 11 monthly visits kept in 2026'],
    [2, 4, 5, '4 of 5 two-monthly visits kept in 2026'],
    [3, 4, 4, '4 of 4 quarterly visits kept in 2026'],
    [6, 0, 1, '0 of 1 half-yearly visit kept in 2026'],
    [12, 1, 1, '1 of 1 yearly visit kept in 2026'],
    [5, 1, 2, '1 of 2 five-monthly visits kept in 2026'],
    [1, 0, 0, 'No monthly visit was due yet in 2026'],
    [12, 0, 0, 'No yearly visit was due yet in 2026'],
  ])('every %i months, %i of %i kept', (every, kept, due, words) => {
    expect(scoreText(scored(every, kept, due))).toBe(words);
  });

  it.each([
    [0, 'No visit in 2026 yet'],
    [1, '1 visit in 2026'],
    [3, '3 visits in 2026'],
  ])('without an interval, %i visits', (visits, words) => {
    expect(scoreText(scored(null, 0, 0, visits))).toBe(words);
  });
});

it.each([
  ['2026-03-01', '2026-03-31', 'March 2026'],
  ['2026-01-01', '2026-03-31', 'January to March 2026'],
  ['2025-10-01', '2026-02-28', 'October 2025 to February 2026'],
])('the period from %s to %s', (first, last, words) => {
  expect(monthsText({ first, last })).toBe(words);
});

it.each([
  ['2026-11-22T23:59:59+08:00', '2026-11-30', '8 days left'],
  ['2026-11-29T16:00:00Z', '2026-11-30', 'today'],
  ['2026-11-29T15:59:59Z', '2026-11-30', '1 day left'],
  ['2026-11-22T00:00:00+08:00', '2027-12-31', '404 days left'],
])('at %s, what is due on %s', (instant, day, left) => {
  expect(dueText(day, new Date(instant)).left).toBe(left);
});
