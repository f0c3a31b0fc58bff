import { describe, expect, it } from 'vitest';
import { dueDates } from '../../../src/records/site/due-dates.ts';

const now = new Date('2026-11-22T10:00:00+08:00');
const visits = [{ time: '2026-11-03T10:00:00+08:00', kind: 'preventive' }];
const days = (everyMonths: number | null, contractUntil: string | null, siteVisits = visits, at = now) =>
  dueDates(siteVisits, { everyMonths, contractUntil }, at).map(({ day, period }) => `${period ? '' : 'ends '}${day}`);

describe('the coming due dates of a site', () => {
  it('are the ends of the unfulfilled periods of this year and the next, then the end of the contract', () => {
    expect(days(3, '2028-06-30')).toEqual(['2027-03-31', '2027-06-30', '2027-09-30', '2027-12-31', 'ends 2028-06-30']);
    expect(days(6, null, [])).toEqual(['2026-12-31', '2027-06-30', '2027-12-31']);
    expect(days(1, null).slice(0, 2)).toEqual(['2026-12-31', '2027-01-31']);
    expect(days(1, null)).toHaveLength(13);
  });

  it('include a period that touches two years once', () => {
    // periods of seven months, one of which is September 2026 to March 2027
    expect(days(7, null, [])).toEqual(['2027-03-31', '2027-10-31', '2028-05-31']);
  });

  it('end with the contract, and the visit of its last period is due by that end', () => {
    expect(days(3, '2027-05-15')).toEqual(['2027-03-31', '2027-05-15', 'ends 2027-05-15']);
    expect(days(null, '2026-11-22')).toEqual(['ends 2026-11-22']);
  });

  it('are none after the contract, and none without an interval and an end', () => {
    expect(days(1, '2026-11-21')).toEqual([]);
    expect(days(null, null)).toEqual([]);
  });

  it('are days in Singapore, wherever the reader is', () => {
    // the first minutes of December in Singapore
    expect(days(1, null, visits, new Date('2026-11-30T16:10:00Z'))[0]).toBe('2026-12-31');
    expect(days(1, null, [], new Date('2026-11-30T15:50:00Z'))[0]).toBe('2026-11-30');
  });
});
