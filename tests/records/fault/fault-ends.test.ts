import { describe, expect, it } from 'vitest';
import {
  countsNowhere,
  endedAt,
  endedFaults,
  endStatements,
  endText,
  endWord,
  statedWhat,
  wasInYear,
} from '../../../src/records/fault/fault-ends.ts';
import type { SiteFault } from '../../../src/records/fault/fault.ts';
import { task } from '../../support/rows.ts';

const fault = (id: number, change: Partial<SiteFault> = {}): SiteFault => ({
  id,
  post: 'Exit',
  what: 'Does not open',
  reported_at: '2026-05-03T09:12:00+08:00',
  noticed_at: null,
  closed: null,
  answers: [],
  ...change,
});
const arrived = '2026-05-03T11:22:00+08:00';
const answered = { answers: [{ task: 131, at: arrived }] };
const closedAs = (as: 'settled' | 'not-ours' | 'double' | 'not-a-fault') => ({
  closed: { at: '2026-05-03T10:05:00+08:00', as },
});
const visit = task({ id: 131, time: arrived, arrived });

/** How a fault ended, in the words of the papers. */
const endOf = (change: Partial<SiteFault>, visits: Parameters<typeof endedFaults>[1] = [visit]) =>
  endedFaults([fault(1, change)], visits).map(endText)[0];

describe('the end of a fault', () => {
  it('is the first visit that answers it, with the response time if its arrival is stored', () => {
    expect(endOf(answered)).toBe('Answered 3 May 2026, 11:22, after 2 h 10 min: visit 131');
    const { arrived: _, ...withoutArrival } = visit;
    expect(endOf(answered, [withoutArrival])).toBe('Answered 3 May 2026, 11:22: visit 131');
    expect(endOf(answered, [])).toBe('Answered 3 May 2026, 11:22: visit 131');
    // somebody was there before the guard reported it
    expect(endOf({ ...answered, reported_at: '2026-05-03T11:30:00+08:00' })).toBe(
      'Answered 3 May 2026, 11:22: visit 131',
    );
  });

  it('is how the office closed it, or null', () => {
    expect(endOf(closedAs('settled'))).toBe('Settled by phone: 3 May 2026, 10:05');
    expect(endOf(closedAs('not-ours'))).toBe('Not ours: 3 May 2026, 10:05');
    expect(endOf({})).toBe('Still open');
    expect([answered, closedAs('double'), {}].map((change) => endWord(fault(1, change)))).toEqual([
      'Answered by a visit',
      'Reported twice',
      'Open',
    ]);
  });

  it('is the earliest, whoever was there later', () => {
    const answeredAndClosed = { ...answered, ...closedAs('settled') };
    expect(endOf(answeredAndClosed)).toBe('Settled by phone: 3 May 2026, 10:05');
    expect(endWord(fault(1, answeredAndClosed))).toBe('Settled by phone');
    expect(endedAt(fault(1, answeredAndClosed))).toBe('2026-05-03T10:05:00+08:00');
    expect(endStatements([fault(1, answeredAndClosed)])).toEqual(['settled without a visit: 1']);
    const closedLater = { ...answered, closed: { at: '2026-05-03T18:00:00+08:00', as: 'settled' } } as const;
    expect(endOf(closedLater)).toBe('Answered 3 May 2026, 11:22, after 2 h 10 min: visit 131');
    expect(endWord(fault(1, closedLater))).toBe('Answered by a visit');
  });

  it('is counted for each kind that occurs', () => {
    expect(endStatements([])).toEqual([]);
    expect(
      endStatements([fault(1), fault(2, answered), fault(3, closedAs('settled')), fault(4, closedAs('not-ours'))]),
    ).toEqual(['answered by a visit: 1', 'settled without a visit: 2', 'open: 1']);
  });

  it('leaves it out of all counts if it was no fault, or a duplicate that no visit answers', () => {
    expect([closedAs('double'), closedAs('not-a-fault')].map((change) => countsNowhere(fault(1, change)))).toEqual([
      true,
      true,
    ]);
    expect([closedAs('settled'), closedAs('not-ours'), {}].map((change) => countsNowhere(fault(1, change)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(countsNowhere(fault(1, { ...closedAs('double'), ...answered }))).toBe(false);
    expect(countsNowhere(fault(1, { ...closedAs('not-a-fault'), ...answered }))).toBe(true);
  });
});

it("the reporter's own words are not in the papers", () => {
  expect(statedWhat({ what: null })).toBe('Something else');
  expect(statedWhat({ what: 'Does not open' })).toBe('Does not open');
  expect(statedWhat({ what: 'Barrier Arm Jammed' })).toBe('Barrier Arm Jammed');
});

it('a fault belongs to each year in which it was reported, open or ended', () => {
  const now = new Date('2027-01-10T12:00:00+08:00');
  const years = (change: Partial<SiteFault>) =>
    [2025, 2026, 2027].filter((year) => wasInYear(fault(1, change), year, now));
  expect(years(answered)).toEqual([2026]);
  expect(years({})).toEqual([2026, 2027]);
  expect(years({ reported_at: '2025-12-31T23:59:00+08:00', ...closedAs('settled') })).toEqual([2025, 2026]);
  // the year in Singapore
  expect(years({ reported_at: '2025-12-31T16:00:00Z', ...answered })).toEqual([2026]);
});

it('the oldest report comes first', () => {
  const faults = [fault(3), fault(2), fault(1, { reported_at: '2026-05-04T09:12:00+08:00' })];
  expect(endedFaults(faults, []).map(({ id }) => id)).toEqual([2, 3, 1]);
});
