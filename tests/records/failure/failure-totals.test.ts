import { describe, expect, it } from 'vitest';
import {
  defaultFailureYear,
  failureYears,
  hasYear,
  isYearKnown,
  latestYear,
  siteSum,
  sumsByType,
  typesOfBothYears,
  typesOfYear,
  yearSum,
} from '../../../src/records/failure/failure-figures.ts';
import { failureEntry as entry } from '../../support/rows.ts';

describe('the years', () => {
  it('are 2020 to 2030, by default 2024', () => {
    expect(failureYears).toEqual([2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030]);
    expect(defaultFailureYear).toBe(2024);
  });

  it('have a latest year with entries, among those that can be chosen', () => {
    expect(latestYear(new Map())).toBeNull();
    expect(latestYear(new Map([['P1', []]]))).toBeNull();
    const posts = new Map([
      ['P1', [entry('a', 1, 1, 2023), entry('a', 0, 0, 2026)]],
      ['P2', [entry('a', 1, 1, 2031), entry('a', 1, 1, 2025)]],
    ]);
    expect(latestYear(posts)).toBe(2026);
  });
});

describe('the sums', () => {
  const entries = [entry('Loop', 1, 2), entry('Arm', 10, 0), entry('Loop', 3, 4), entry('Loop', 50, 50, 2023)];

  it('add up a type that occurs twice in a year, and leave the stored order', () => {
    expect([...sumsByType(entries, 2024)]).toEqual([
      ['Loop', { entrance: 4, exit: 6 }],
      ['Arm', { entrance: 10, exit: 0 }],
    ]);
    expect(sumsByType(entries, 2020).size).toBe(0);
  });

  it('are calculated for a post and for the site', () => {
    expect(yearSum(entries, 2024)).toEqual({ entrance: 14, exit: 6 });
    const posts = new Map([
      ['P1', entries],
      ['P2', [entry('Loop', 0, 10_000)]],
    ]);
    expect(siteSum(posts, 2024)).toEqual({ entrance: 14, exit: 10_006 });
    expect(siteSum(new Map(), 2024)).toEqual({ entrance: 0, exit: 0 });
  });

  it('distinguish a year of zeros from a year without entries', () => {
    expect(hasYear([entry('Loop', 0, 0)], 2024)).toBe(true);
    expect(hasYear([entry('Loop', 0, 0)], 2025)).toBe(false);
  });
});

describe('whether a year is known', () => {
  it('depends on an entry of any post, even a zero', () => {
    const posts = new Map([
      ['P1', []],
      ['P2', [entry('Loop', 0, 0)]],
    ]);
    expect([isYearKnown(posts, 2024), isYearKnown(posts, 2025), isYearKnown(new Map(), 2024)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('typesOfYear', () => {
  const posts = new Map([
    ['P1', [entry('Loop', 1, 1), entry('Arm', 5, 5), entry('Old', 9, 9, 2023)]],
    ['P2', [entry('Loop', 1, 1), entry('Belt', 2, 2)]],
  ]);

  it('starts with the most frequent, and sorts types with equal counts by name', () => {
    expect(typesOfYear(posts, 2024)).toEqual(['Arm', 'Belt', 'Loop']);
  });

  it('leaves the previous order, with new types at the end and without removed types', () => {
    expect(typesOfYear(posts, 2024, ['Loop', 'Gone', 'Arm'])).toEqual(['Loop', 'Arm', 'Belt']);
  });

  it('has the types of the compared year after its own types', () => {
    expect(typesOfBothYears(posts, 2024, null)).toEqual(['Arm', 'Belt', 'Loop']);
    expect(typesOfBothYears(posts, 2024, 2023, ['Loop'])).toEqual(['Loop', 'Arm', 'Belt', 'Old']);
  });
});
