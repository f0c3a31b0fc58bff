import { describe, expect, it } from 'vitest';
import {
  changeBetween,
  comparedInShort,
  comparedWithYearBefore,
  countPair,
  differenceMark,
  differenceWords,
  failuresText,
  partYearText,
} from '../../../src/records/failure/failure-figures.ts';
import { failureEntry } from '../../support/rows.ts';

/** A site with the counts of each post in 2023 (`before`) and in 2024 (`now`). */
const site = (...rows: readonly (readonly [before: number | null, now: number | null])[]) =>
  new Map(
    rows.map(([before, now], index) => [
      `P${index + 1}`,
      [
        before === null ? [] : failureEntry('Loop', before, 0, 2023),
        now === null ? [] : failureEntry('Loop', now, 0),
      ].flat(),
    ]),
  );

describe('the change to the year before', () => {
  const completeYears = { soFar: false };
  const currentYears = { soFar: true };
  const yearBeforeIncomplete = { soFar: false, beforeSoFar: true };
  it.each([
    [19, 12, completeYears, 2023, '7 more than in 2023 (+58 %)'],
    [12, 19, completeYears, 2023, '7 fewer than in 2023 (−37 %)'],
    [5, 0, completeYears, 2023, '5 more than in 2023'],
    [4, 4, completeYears, 2023, 'the same as in 2023'],
    [102, 79, currentYears, 2025, 'so far, already 23 more than in all of 2025 (79)'],
    [2, 1_000, currentYears, 2025, 'so far, 998 fewer than in all of 2025 (1,000)'],
    [5, 0, currentYears, 2025, 'so far, already 5 more than in all of 2025 (0)'],
    [4, 4, currentYears, 2025, 'so far, already as many as in all of 2025'],
    [0, 0, currentYears, 2025, 'so far, as many as in all of 2025'],
    [1_000, 2, yearBeforeIncomplete, 2026, 'in all, 998 more than in 2026 so far (2)'],
    [2, 1_000, yearBeforeIncomplete, 2026, 'in all, 998 fewer than in 2026 so far (1,000)'],
    [2, 2, yearBeforeIncomplete, 2026, 'in all, as many as in 2026 so far (2)'],
  ])('to %i from %i (%o, %i) is: %s', (now, before, years, other, words) => {
    expect(comparedWithYearBefore({ now, before, ...years }, other)).toBe(words);
  });

  it.each([
    [
      site([70, 69], [null, 10]),
      'at the posts counted in both years: 69, 1 fewer than in 2023 (−1 %); P2 has no counts for 2023',
      '1 fewer than in 2023 at the same posts',
    ],
    [
      site([5, null], [4, 4], [null, 1], [null, 2]),
      'at the posts counted in both years: 4, the same as in 2023; P3 and P4 have no counts for 2023; P1 has no counts for 2024',
      'as many as in 2023 at the same posts',
    ],
    [
      site([5, null], [null, 4]),
      'not compared with 2023, as no post was counted in both years',
      'not comparable with 2023',
    ],
    [site([70, 69], [0, 10], [null, null]), '9 more than in 2023 (+13 %)', '9 more than in 2023 (+13 %)'],
  ])('counts only posts with counts in both years: %o', (posts, words, shortWords) => {
    const change = changeBetween(posts, 2024, 2023, new Date('2026-11-21T12:00:00+08:00'));
    expect(change && comparedWithYearBefore(change, 2023)).toBe(words);
    expect(change && comparedInShort(change, 2023)).toBe(shortWords);
  });

  it('counts only posts with counts in both years while the year is not over', () => {
    const change = changeBetween(site([9, 4], [null, 1]), 2024, 2023, new Date('2024-11-21T12:00:00+08:00'));
    expect(change && comparedWithYearBefore(change, 2023)).toBe(
      'so far; at the posts counted in both years: 4, 5 fewer than in all of 2023 (9); P2 has no counts for 2023',
    );
  });

  it('of a type counts only posts with counts in both years, and says if some are left out', () => {
    const lists = [
      [failureEntry('Loop', 7, 0, 2023), failureEntry('Loop', 5, 0), failureEntry('Arm', 1, 0)],
      [failureEntry('Loop', 8, 0), failureEntry('Belt', 3, 0)],
    ];
    const pair = (type: string | null) => countPair(lists, { older: 2023, newer: 2024 }, type);
    expect(pair(null)).toEqual({ older: 7, newer: 6, narrowed: true });
    expect(pair('Loop')).toEqual({ older: 7, newer: 5, narrowed: true });
    expect(pair('Arm')).toEqual({ older: null, newer: 1 });
    expect(pair('Belt')).toEqual({ older: null, newer: null });
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

describe('a difference', () => {
  const completeYears = { older: 2023, newer: 2024, soFar: false };
  const currentYears = { older: 2025, newer: 2026, soFar: true };
  it.each([
    [3, 8, completeYears, '↑ 5', '5 more in 2024 than in 2023'],
    [8, 5, completeYears, '↓ 3', '3 fewer in 2024 than in 2023'],
    [0, 1_200, completeYears, '↑ 1,200', '1,200 more in 2024 than in 2023'],
    [4, 4, completeYears, 'no change', 'as many in 2024 as in 2023'],
    [0, 0, completeYears, 'no change', 'as many in 2024 as in 2023'],
    [null, 4, completeYears, 'new', 'new: no entry in 2023'],
    [null, 0, completeYears, 'new', 'new: no entry in 2023'],
    [4, null, completeYears, 'no entry', 'no entry in 2024'],
    [null, null, completeYears, '–', 'not compared: not counted in both years'],
    [3, 8, currentYears, '↑ 5', '5 more in 2026 so far than in all of 2025'],
    [8, 5, currentYears, '↓ 3', '3 fewer in 2026 so far than in all of 2025'],
    [4, 4, currentYears, 'no change', 'as many in 2026 so far as in all of 2025'],
  ])('from %s to %s has a mark and words', (older, newer, years, mark, words) => {
    expect(differenceMark({ older, newer })).toBe(mark);
    expect(differenceWords({ older, newer }, years)).toBe(words);
  });

  it.each([
    [3, 8, '↑ 5*', '5 more in 2024 than in 2023 at the posts counted in both years'],
    [4, 4, 'no change*', 'as many in 2024 as in 2023 at the posts counted in both years'],
    [null, 4, 'new*', 'new: no entry in 2023 at the posts counted in both years'],
    [4, null, 'no entry*', 'no entry in 2024 at the posts counted in both years'],
  ])('from %s to %s of some posts only is marked', (older, newer, mark, words) => {
    expect(differenceMark({ older, newer, narrowed: true })).toBe(mark);
    expect(differenceWords({ older, newer, narrowed: true }, completeYears)).toBe(words);
  });
});

it('one failure is singular', () => {
  expect([failuresText(1), failuresText(0), failuresText(10_000)]).toEqual([
    '1 failure',
    '0 failures',
    '10,000 failures',
  ]);
});
