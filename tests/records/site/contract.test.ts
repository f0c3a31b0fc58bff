import { expect, it } from 'vitest';
import { readContract } from '../../../src/records/site/contract.ts';

const now = new Date('2026-11-21T03:00:00Z');

it.each([
  ['2027-02-20', null],
  ['2027-02-19', { tone: 'info', text: '90 days left' }],
  ['2026-12-22', { tone: 'info', text: '31 days left' }],
  ['2026-12-21', { tone: 'warn', text: '30 days left' }],
  ['2026-11-22', { tone: 'warn', text: '1 day left' }],
  ['2026-11-21', { tone: 'warn', text: 'Ends today' }],
  ['2026-11-20', { tone: 'danger', text: 'Expired 1 day ago' }],
  ['2026-08-31', { tone: 'danger', text: 'Expired 82 days ago' }],
])('a contract until %s on 21 November 2026', (until, notice) => {
  expect(readContract(until, now).notice).toEqual(notice);
});

it.each(['2026-12-31', '31/12/2026', '31 December 2026', ' 31 dec 2026 ', '2026-12-31T00:00:00+08:00'])(
  'reads %s as a date',
  (text) => {
    expect(readContract(text, now)).toEqual({
      text: '31 December 2026',
      daysLeft: 40,
      notice: { tone: 'info', text: '40 days left' },
    });
  },
);

it.each(['until further notice', '31 February 2026', '2026-13-01', '31/31/2026', '2026'])(
  'leaves %s as it is, without a badge',
  (text) => {
    expect(readContract(text, now)).toEqual({ text, daysLeft: null, notice: null });
  },
);

it.each([
  ['2028-12-31', 771],
  ['2026-11-21', 0],
  ['2026-08-31', -82],
])('counts the days left of a contract until %s: %i', (until, days) => {
  expect(readContract(until, now).daysLeft).toBe(days);
});

it('counts in calendar days of Singapore, where the day begins eight hours before London', () => {
  expect(readContract('2026-11-21', new Date('2026-11-20T15:59:00Z')).notice?.text).toBe('1 day left');
  expect(readContract('2026-11-21', new Date('2026-11-20T16:00:00Z')).notice?.text).toBe('Ends today');
});
