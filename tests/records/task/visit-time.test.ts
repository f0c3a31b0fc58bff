import { describe, expect, it } from 'vitest';
import {
  dateMovedTo,
  isMisfiled,
  isTooFarAhead,
  periodOf,
  visitStamp,
  visitTime,
} from '../../../src/records/task/visit.ts';

describe('the time of a visit', () => {
  it('is the date and the clock in Singapore, whatever the zone it was written in', () => {
    expect(visitTime('2026-03-16T18:05:09Z')).toEqual({ date: '2026-03-17', clock: '02:05' });
    expect(visitTime(new Date('2025-12-31T16:00:00Z'))).toEqual({ date: '2026-01-01', clock: '00:00' });
  });

  it('is stored as a Singapore time to the minute', () => {
    expect(visitStamp({ date: '2026-03-17', clock: '10:05' })).toBe('2026-03-17T10:05:00+08:00');
  });

  it.each([
    ['', '10:05'],
    ['2026-03-17', ''],
    ['2026-02-29', '10:05'],
    ['2026-04-31', '10:05'],
    ['2026-03-17', '24:00'],
    ['17 March 2026', '10:05'],
  ])('%o at %o is not valid', (date, clock) => {
    expect(visitStamp({ date, clock })).toBeNull();
  });

  it('may be up to a day in the future', () => {
    const now = new Date('2026-03-17T10:05:00+08:00');
    expect(isTooFarAhead('2026-03-18T10:05:00+08:00', now)).toBe(false);
    expect(isTooFarAhead('2026-03-18T10:06:00+08:00', now)).toBe(true);
  });
});

describe('year and month of a date', () => {
  it.each([
    ['2026-03-17', { year: '2026', month: 'mar' }],
    ['2024-02-29', { year: '2024', month: 'february' }],
    ['2031-01-01', { year: '', month: 'january' }],
  ])('are found: %s', (date, period) => {
    expect(periodOf(date)).toEqual(period);
  });

  it.each(['', '2026-13-01', '2026-02-30'])('%o has no year and month', (date) => {
    expect(periodOf(date)).toBeNull();
  });
});

describe('a date moved into another month', () => {
  it.each([
    ['2026-03-17', '2023', 'mar', '2023-03-17'],
    ['2026-03-31', '2026', 'apr', '2026-04-30'],
    ['2026-03-31', '2026', 'february', '2026-02-28'],
    ['2026-03-31', '2024', 'february', '2024-02-29'],
    ['', '2026', 'may', '2026-05-01'],
    ['2026-03-31', '', 'may', '2026-03-31'],
    ['2026-03-31', '2026', '', '2026-03-31'],
  ] as const)('%o in %o %o is %o', (date, year, month, expectedDate) => {
    expect(dateMovedTo(date, { year, month })).toBe(expectedDate);
  });
});

describe('an entry is misfiled', () => {
  it.each([
    ['2026-11-22T10:00:00+08:00', '2023', 'mar', true],
    ['2026-03-22T10:00:00+08:00', '2023', 'mar', true],
    ['2023-03-31T23:59:59+08:00', '2023', 'mar', false],
    // still March in London
    ['2023-04-01T00:00:00+08:00', '2023', 'mar', true],
  ] as const)('dated %s and filed under %s %s: %s', (time, year, month, expected) => {
    expect(isMisfiled({ time, year, month })).toBe(expected);
  });
});
