import { describe, expect, it } from 'vitest';
import { contractDay, isUnreadEnd, readContract, typedEndText } from '../../../src/records/site/contract.ts';
import { agreementOf, serviceSummary, nothingDueText } from '../../../src/records/task/service-periods.ts';

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
  // only the month is known, so the contract ends on its last day
  ['Nov 2026', { tone: 'warn', text: '9 days left' }],
  ['Oktober 2026', { tone: 'danger', text: 'Expired 21 days ago' }],
  ['2026年11月底', { tone: 'warn', text: '9 days left' }],
])('a contract until %s has the right notice on 21 November 2026', (contractEnd, notice) => {
  expect(readContract(contractEnd, now).notice).toEqual(notice);
});

it.each([
  ['2026-12-31', '31 December 2026'],
  ['2026-12-31T00:00:00+08:00', '31 December 2026'],
  ['31 December 2026', '31 December 2026'],
  [' 31 december 2026 ', '31 december 2026'],
  ['31 Dec 2026', '31 Dec 2026'],
  ['31/12/2026', '31/12/2026 (31 December 2026)'],
  ['31-Dec-26', '31-Dec-26 (31 December 2026)'],
  ['31.12.2026', '31.12.2026 (31 December 2026)'],
  ['Dec 2026', 'Dec 2026 (31 December 2026)'],
  ['31 Disember 2026', '31 Disember 2026 (31 December 2026)'],
  ['2026年12月31日', '2026年12月31日 (31 December 2026)'],
  // the number of a day in a spreadsheet
  ['46387', '46387 (31 December 2026)'],
  ['31 Dec, 2026', '31 Dec, 2026 (31 December 2026)'],
  ['until 31 Dec 2026', 'until 31 Dec 2026 (31 December 2026)'],
])('%s is shown as written, with its meaning: %s', (storedText, text) => {
  expect(readContract(storedText, now)).toMatchObject({
    text,
    day: '2026-12-31',
    daysLeft: 40,
    notice: { tone: 'info', text: '40 days left' },
  });
});

const notADate = ['until further notice', 'after 2 years', '31 February 2026', '2026-13-01', '31/31/2026', '2026'];
// typing errors; the portal has no contracts of these years. 12500 is a day of 1934 in a spreadsheet.
const outOfRange = ['0007-03-01', '31/12/1926', '2569-12-31', '31/12/2126', '12500', '20266-12-31'];

it.each([
  ...notADate.map((text) => [text, 'Not a date'] as const),
  ...outOfRange.map((text) => [text, 'The year must be between 2000 and 2099'] as const),
])('%s is no date, for this reason: %s', (text, reason) => {
  expect(readContract(text, now)).toMatchObject({
    text,
    day: null,
    daysLeft: null,
    notice: { tone: 'info', text: reason },
  });
  expect(isUnreadEnd(text)).toBe(true);
  expect(contractDay(text)).toBeNull();
});

it.each(['', '  ', null])('%j means no end', (storedText) => {
  expect(isUnreadEnd(storedText)).toBe(false);
  expect(readContract(storedText ?? '', now)).toMatchObject({ text: '', day: null, daysLeft: null, notice: null });
});

it.each([
  ['2028-12-31', 771],
  ['2026-11-21', 0],
  ['2026-08-31', -82],
])('counts the days left of a contract until %s: %i', (contractEnd, days) => {
  expect(readContract(contractEnd, now).daysLeft).toBe(days);
});

it('counts calendar days of Singapore, where the day starts eight hours before London', () => {
  expect(readContract('2026-11-21', new Date('2026-11-20T15:59:00Z')).notice?.text).toBe('1 day left');
  expect(readContract('2026-11-21', new Date('2026-11-20T16:00:00Z')).notice?.text).toBe('Ends today');
});

describe('an end in any notation', () => {
  const visits = [{ time: '2026-08-03T10:00:00+08:00' }];
  const stateOfContract = (contract_until: string) => {
    const periods = serviceSummary(visits, agreementOf({ visit_every_months: 1, contract_until }), 2026, now);
    const { fulfilled, due, overdue, contractOver } = periods;
    return { fulfilled, due, overdue, contractOver, nothingDue: nothingDueText(periods) };
  };

  it.each(['31-Oct-26', '31.10.2026', 'Oct 2026', '31 Oktober 2026', '2026年10月31日', '46326', 'end of Oct 2026'])(
    '%s ends the agreed visits as 2026-10-31 does',
    (endText) => {
      expect(stateOfContract(endText)).toEqual(stateOfContract('2026-10-31'));
      expect(stateOfContract(endText)).toMatchObject({ overdue: false, contractOver: true });
      expect(stateOfContract(endText).nothingDue).toBe('No contract since 31 October 2026');
    },
  );

  it('is ignored if it is no date', () => {
    expect(stateOfContract('after 2 years')).toEqual(stateOfContract(''));
    expect(stateOfContract('after 2 years')).toMatchObject({ overdue: true, contractOver: false });
  });
});

it.each(['31 Dec 1999', '31/12/2100', '1999-12-31', 'Dec 2100', '2100年12月31日'])(
  'says of %s that its year is none of a contract',
  (typedText) => expect(typedEndText(typedText, now)).toBe('The year must be between 2000 and 2099.'),
);

it.each([
  ['after 2 years', 'This is not a date. Write it like 31 December 2027.'],
  ['31 Feb 2100', 'This is not a date. Write it like 31 December 2027.'],
  ['20266-12-31', 'The year must be between 2000 and 2099.'],
  ['31 Dec 2099', 'Ends on 31 December 2099'],
  ['1/1/2000', expect.stringContaining('Ended on 1 January 2000')],
  [' ', null],
])('explains “%s”', (typedText, expected) => expect(typedEndText(typedText, now)).toEqual(expected));
