import { expect, it } from 'vitest';
import { longDate, siteDayNumber, siteTime } from '../../src/records/time.ts';

it('shows an instant in Singapore, 24 hours, en-GB', () => {
  expect(siteTime('2026-03-26T16:05:00+08:00')).toEqual({ day: '26', month: 'March 2026', clock: '16:05' });
});

it('shows the same for the same instant written in another zone', () => {
  expect(siteTime('2026-03-26T08:05:00Z')).toEqual(siteTime('2026-03-26T16:05:00+08:00'));
});

it('writes midnight as 00 and on its own day', () => {
  expect(siteTime('2025-12-31T16:05:00Z')).toEqual({ day: '1', month: 'January 2026', clock: '00:05' });
});

it('writes a date out', () => {
  expect(longDate('2026-03-11T23:59:00+08:00')).toBe('11 March 2026');
});

it('changes the day at midnight in Singapore', () => {
  const before = siteDayNumber(new Date('2026-11-20T15:59:59Z'));
  expect(siteDayNumber(new Date('2026-11-20T16:00:00Z')) - before).toBe(1);
});
