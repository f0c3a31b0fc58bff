import { describe, expect, it } from 'vitest';
import {
  draftMoment,
  isMonth,
  longDate,
  momentText,
  monthLabel,
  months,
  siteDayNumber,
  siteMonth,
  siteStamp,
  siteTime,
  taskYears,
} from '../../src/records/time.ts';

it('shows an instant in Singapore, 24 hours, en-GB', () => {
  expect(siteTime('2026-03-26T16:05:00+08:00')).toEqual({ day: '26', month: 'March 2026', clock: '16:05' });
});

it('shows the same text for the same instant written in another zone', () => {
  expect(siteTime('2026-03-26T08:05:00Z')).toEqual(siteTime('2026-03-26T16:05:00+08:00'));
});

it('writes midnight as 00 and on its own day', () => {
  expect(siteTime('2025-12-31T16:05:00Z')).toEqual({ day: '1', month: 'January 2026', clock: '00:05' });
});

it('writes a date in words', () => {
  expect(longDate('2026-03-11T23:59:00+08:00')).toBe('11 March 2026');
});

it('changes the day at midnight in Singapore', () => {
  const before = siteDayNumber(new Date('2026-11-20T15:59:59Z'));
  expect(siteDayNumber(new Date('2026-11-20T16:00:00Z')) - before).toBe(1);
});

it.each([
  ['2026-03-26T08:05:00Z', '26 March 2026 at 16:05'],
  ['2026-12-31T16:00:00+00:00', '1 January 2027 at 00:00'],
])('the instant %s is shown as %s', (instant, text) => {
  expect(momentText(instant)).toBe(text);
  expect(momentText(new Date(instant))).toBe(text);
});

it('the months have their twelve stored names in order', () => {
  expect(months.map(({ value }) => value).join(' ')).toBe(
    'january february mar apr may june july august sep oct nov dec',
  );
});

it('writes a stored month in words', () => {
  expect([monthLabel('mar'), monthLabel('july')]).toEqual(['March', 'July']);
});

it('accepts only the stored names as months', () => {
  expect(['Mar', 'march', '', null, 3].filter((value) => isMonth(value))).toEqual([]);
});

it('offers the years 2022 to 2030', () => {
  expect([taskYears[0], taskYears.at(-1), taskYears.length]).toEqual(['2022', '2030', 9]);
});

describe('the time of a new task', () => {
  it.each([
    ['2026-03-26T08:05:09.400Z', '2026-03-26T16:05:09+08:00'],
    ['2026-03-31T17:00:00Z', '2026-04-01T01:00:00+08:00'],
    ['2025-12-31T16:00:00Z', '2026-01-01T00:00:00+08:00'],
  ])('%s is written as %s', (instant, stamp) => {
    expect(siteStamp(new Date(instant))).toBe(stamp);
  });

  it('has the month in Singapore', () => {
    expect(siteMonth(new Date('2026-03-31T17:00:00Z'))).toEqual({ year: '2026', month: 'apr' });
    expect(siteMonth(new Date('2025-12-31T16:00:00Z'))).toEqual({ year: '2026', month: 'january' });
  });

  it('leaves the year empty if tasks cannot have it', () => {
    expect(siteMonth(new Date('2031-06-15T00:00:00Z'))).toEqual({ year: '', month: 'june' });
  });
});

it('shows the moment of a draft as its time, with the date if it was not today', () => {
  const now = Date.now();
  expect(draftMoment(now)).toBe(siteTime(new Date(now)).clock);
  const before = now - 48 * 3_600_000;
  expect(draftMoment(before)).toBe(momentText(new Date(before)));
});
