import { describe, expect, it } from 'vitest';
import { isYearOutside, thisCentury, yearProblem } from '../../../src/lib/calendar/year-range.ts';

const outside = [
  '1999-12-31',
  '2100-01-01',
  '20266-12-31',
  '0002-12-31',
  '0026-02-29',
  '31/12/2126',
  '31/12/1026',
  '31/12/206',
  '31.12.20266',
  '31 Dec 1999',
  'Dec 2100',
  '31 Disember 2126',
  '2126年12月31日',
  '２１２６年12月',
  'until 31 Dec 2126',
  '1 Jan 2026 - 31 Dec 2126',
];
const datesInRange = ['', '  ', '31/12/2026', '2000-01-01', '2099-12-31', '46387', 'Dec 2026', '31-Dec-26'];
const noDates = ['after 2126 visits', '2126', '31 February 2126', '31/31/2126', 'until further notice', '1126 1226'];

describe('the year of a date', () => {
  it.each(outside)('is out of range in %j', (text) => {
    expect(isYearOutside(text, thisCentury)).toBe(true);
    expect(yearProblem(text, thisCentury)).toBe('The year must be between 2000 and 2099.');
  });

  it.each([...datesInRange, ...noDates])('is not out of range in %j', (text) => {
    expect(isYearOutside(text, thisCentury)).toBe(false);
    expect(yearProblem(text, thisCentury)).toBeNull();
  });

  it.each(['2021-12-31', '2031-01-01', '20266-03-01'])('of %s is outside the years of visits', (date) =>
    expect(isYearOutside(date, { first: 2022, last: 2030 })).toBe(true),
  );
});
