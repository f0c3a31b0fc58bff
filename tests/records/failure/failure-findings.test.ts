import { describe, expect, it } from 'vitest';
import {
  changeBetween,
  changeToYearBefore,
  countPair,
  mostFrequentType,
  worstPost,
  yearPair,
} from '../../../src/records/failure/failure-figures.ts';
import { siteYear } from '../../../src/records/time.ts';
import { failureEntry as entry } from '../../support/rows.ts';

const posts = new Map([
  ['P1', [entry('Loop', 3, 2), entry('Arm', 1, 0), entry('Loop', 9, 9, 2023)]],
  ['P2', [entry('Loop', 1, 0), entry('Arm', 2, 3), entry('Belt', 0, 0)]],
  ['P3', [entry('Arm', 0, 0)]],
]);
const in2026 = new Date('2026-03-01T00:00:00+08:00');

describe('the worst post and the most frequent type', () => {
  it('are several if they are equal', () => {
    expect(worstPost(posts, 2024)).toEqual({ names: ['P1', 'P2'], total: 6 });
    expect(mostFrequentType(posts, 2024)).toEqual({ names: ['Arm', 'Loop'], total: 6 });
    expect(worstPost(posts, 2023)).toEqual({ names: ['P1'], total: 18 });
  });

  it('are null if nothing failed', () => {
    expect(worstPost(posts, 2022)).toBeNull();
    expect(mostFrequentType(new Map([['P1', [entry('Arm', 0, 0)]]]), 2024)).toBeNull();
  });
});

describe('the change to the year before', () => {
  const partlyCounted = { lacking: 'P2 and P3 have no counts for 2023', isNone: false };

  it('counts both years in full, at the posts with counts in both', () => {
    expect(changeToYearBefore(posts, 2024, in2026)).toEqual({
      now: 6,
      before: 18,
      soFar: false,
      narrowed: partlyCounted,
    });
    const unchangedPosts = new Map([...posts].slice(0, 1));
    expect(changeToYearBefore(unchangedPosts, 2024, in2026)).toEqual({ now: 6, before: 18, soFar: false });
  });

  it('is unknown without entries of the year before, and for a future year', () => {
    expect(changeToYearBefore(posts, 2023, in2026)).toBeNull();
    const next = new Map([['P1', [entry('Loop', 1, 1, 2026), entry('Loop', 1, 1, 2027)]]]);
    expect(changeToYearBefore(next, 2027, in2026)).toBeNull();
  });

  it('is marked as incomplete in the current year of Singapore', () => {
    const year = new Map([['P1', [entry('Loop', 1, 1, 2025), entry('Loop', 2, 1, 2026)]]]);
    // new year's eve in London, the first morning of 2026 in Singapore
    expect(changeToYearBefore(year, 2026, new Date('2025-12-31T16:00:00Z'))).toEqual({
      now: 3,
      before: 2,
      soFar: true,
    });
    expect(changeToYearBefore(year, 2026, new Date('2026-12-31T16:00:00Z'))).toMatchObject({ soFar: false });
  });
});

describe('the change to any other year', () => {
  it('counts both years, and marks the year that is not over', () => {
    expect(changeBetween(posts, 2023, 2024, in2026)).toMatchObject({ now: 18, before: 6, soFar: false });
    const currentYear = new Map([['P1', [...(posts.get('P1') ?? []), entry('Loop', 1, 1, 2026)]]]);
    expect(changeBetween(currentYear, 2024, 2026, in2026)).toEqual({
      now: 6,
      before: 2,
      soFar: false,
      beforeSoFar: true,
    });
    expect(changeBetween(currentYear, 2026, 2023, in2026)).toEqual({ now: 2, before: 18, soFar: true });
  });

  it('is unknown with a year without entries, or a year that has not started', () => {
    expect(changeBetween(posts, 2024, 2021, in2026)).toBeNull();
    expect(changeBetween(new Map([['P1', [entry('Loop', 1, 1, 2028)]]]), 2024, 2028, in2026)).toBeNull();
  });
});

describe('the current year', () => {
  it('begins and ends in Singapore', () => {
    expect(siteYear(new Date('2025-12-31T15:59:59Z'))).toBe(2025);
    expect(siteYear(new Date('2025-12-31T16:00:00Z'))).toBe(2026);
  });
});

describe('two years side by side', () => {
  it.each([
    [2024, 2023, { older: 2023, newer: 2024, soFar: false }],
    [2024, 2026, { older: 2024, newer: 2026, soFar: true }],
    [2026, 2024, { older: 2024, newer: 2026, soFar: true }],
    [2026, 2027, null],
    [2028, 2024, null],
  ])('are, for %i and %i, in their order, and null if a year has not started', (year, other, pair) => {
    expect(yearPair(year, other, in2026)).toEqual(pair);
  });

  it('have the counts of posts and types, null without an entry', () => {
    const pair = { older: 2023, newer: 2024, soFar: false };
    expect(countPair(posts.values(), pair)).toEqual({ older: 18, newer: 6, narrowed: true });
    expect(countPair(posts.values(), pair, 'Arm')).toEqual({ older: null, newer: 1, narrowed: true });
    expect(countPair([posts.get('P1') ?? []], pair)).toEqual({ older: 18, newer: 6 });
    expect(countPair([posts.get('P3') ?? []], pair)).toEqual({ older: null, newer: null });
    expect(countPair([], pair)).toEqual({ older: null, newer: null });
  });
});
