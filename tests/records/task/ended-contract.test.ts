import { describe, expect, it } from 'vitest';
import {
  agreementOf,
  fulfilledMeaning,
  serviceSummary,
  serviceSummaryAsOf,
  scoreText,
  nothingDueText,
  type DatedVisit,
} from '../../../src/records/task/service-periods.ts';
import { at, onThe8th, statesIn } from './dated-visits.ts';

const eachMonth = (year: number, count: number) =>
  Array.from({ length: count }, (_, index) => at(`${year}-${String(index + 1).padStart(2, '0')}-08`));

interface Row {
  name: string;
  visits: DatedVisit[];
  every: number;
  until: string | null;
  /** The year of the summary; 2026 by default. */
  year?: number;
  /** The moment of the summary; in November 2026 by default. */
  now?: string;
  /** The states of the periods, written as `statesIn` does. */
  states: string;
  score: string | null;
  next?: string;
  /** The reason why nothing is due. */
  nothing?: string;
  /** The last day of the first missed period; not overdue without it. */
  overdue?: string;
}

const rows: Row[] = [
  {
    name: 'ended in August: the months after it are neither due nor missed',
    visits: eachMonth(2026, 8),
    every: 1,
    until: '2026-08-31',
    states: 'kkkkkkkkxxxx',
    score: '8 of 8 visits kept until the contract ended on 31 August 2026',
    nothing: 'No contract since 31 August 2026',
  },
  {
    name: 'every two months, ended in August',
    visits: onThe8th('2026-01', '2026-03', '2026-05', '2026-07'),
    every: 2,
    until: '31 August 2026',
    states: 'kkkkxx',
    score: '4 of 4 visits kept until the contract ended on 31 August 2026',
    nothing: 'No contract since 31 August 2026',
  },
  {
    name: 'what was missed under the contract stays missed',
    visits: onThe8th('2026-01', '2026-04'),
    every: 2,
    until: '31/08/2026',
    states: 'kkmmxx',
    score: '2 of 4 visits kept until the contract ended on 31 August 2026',
    nothing: 'No contract since 31 August 2026',
  },
  {
    name: 'a visit without a contract keeps nothing',
    visits: [...eachMonth(2026, 8), at('2026-10-08', 'preventive')],
    every: 1,
    until: '2026-08-31',
    states: 'kkkkkkkkxxxx',
    score: '8 of 8 visits kept until the contract ended on 31 August 2026',
    nothing: 'No contract since 31 August 2026',
  },
  {
    name: 'on its last day it still runs',
    visits: eachMonth(2026, 7),
    every: 1,
    until: '2026-08-31',
    now: '2026-08-31T23:59:59+08:00',
    states: 'kkkkkkkdxxxx',
    score: '7 of 7 monthly visits kept in 2026',
    next: '2026-08-31',
  },
  {
    name: 'a second later it does not',
    visits: eachMonth(2026, 7),
    every: 1,
    until: '2026-08-31',
    now: '2026-09-01T00:00:00+08:00',
    states: 'kkkkkkkmxxxx',
    score: '7 of 8 visits kept until the contract ended on 31 August 2026',
    nothing: 'No contract since 31 August 2026',
  },
  {
    name: 'ends on the first day of a period, which is due until then',
    visits: onThe8th('2026-01', '2026-04'),
    every: 3,
    until: '2026-07-01',
    now: '2026-07-01T10:00:00+08:00',
    states: 'kkdx',
    score: '2 of 2 quarterly visits kept in 2026',
    next: '2026-07-01',
  },
  {
    name: 'ends on the last day of a period: the next one begins without it',
    visits: onThe8th('2026-01', '2026-04'),
    every: 3,
    until: '2026-06-30',
    now: '2026-07-01T00:00:00+08:00',
    states: 'kkxx',
    score: '2 of 2 visits kept until the contract ended on 30 June 2026',
    nothing: 'No contract since 30 June 2026',
  },
  {
    name: 'ends within a period: due until its last day, not the last of the period',
    visits: onThe8th('2026-01', '2026-04'),
    every: 3,
    until: '2026-08-15',
    now: '2026-08-01T10:00:00+08:00',
    states: 'kkdx',
    score: '2 of 2 quarterly visits kept in 2026',
    next: '2026-08-15',
  },
  {
    name: 'ended within a period that had no visit: missed at once, with nothing due',
    visits: onThe8th('2026-01', '2026-04'),
    every: 3,
    until: '2026-08-15',
    now: '2026-08-16T00:00:00+08:00',
    states: 'kkmx',
    score: '2 of 3 visits kept until the contract ended on 15 August 2026',
    nothing: 'No contract since 15 August 2026',
  },
  {
    name: 'a visit anywhere in the period in which it ended keeps it',
    visits: onThe8th('2026-01', '2026-04', '2026-09'),
    every: 3,
    until: '2026-08-15',
    now: '2026-11-16T00:00:00+08:00',
    states: 'kkkx',
    score: '3 of 3 visits kept until the contract ended on 15 August 2026',
    nothing: 'No contract since 15 August 2026',
  },
  {
    name: 'kept already, and it ends before the next period: nothing more is due',
    visits: eachMonth(2026, 11),
    every: 1,
    until: '2026-11-30',
    states: 'kkkkkkkkkkkx',
    score: '11 of 11 monthly visits kept in 2026',
    nothing: 'None before the contract ends on 30 November 2026',
  },
  {
    name: 'overdue while it runs',
    visits: eachMonth(2026, 9),
    every: 1,
    until: '2026-11-25',
    states: 'kkkkkkkkkmdx',
    score: '9 of 10 monthly visits kept in 2026',
    next: '2026-11-25',
    overdue: '2026-10-31',
  },
  {
    name: 'ended at the end of the year: the whole year counts',
    visits: eachMonth(2025, 12),
    every: 1,
    until: '2025-12-31',
    year: 2025,
    states: 'kkkkkkkkkkkk',
    score: '12 of 12 visits kept until the contract ended on 31 December 2025',
    nothing: 'No contract since 31 December 2025',
  },
  {
    name: 'and the year after it not at all',
    visits: [...eachMonth(2025, 12), at('2026-02-08')],
    every: 1,
    until: '2025-12-31',
    states: 'xxxxxxxxxxxx',
    score: 'No contract since 31 December 2025',
    nothing: 'No contract since 31 December 2025',
  },
  {
    name: 'the year before the one in which it ended is as it was',
    visits: eachMonth(2025, 12),
    every: 1,
    until: '2026-08-31',
    year: 2025,
    states: 'kkkkkkkkkkkk',
    score: '12 of 12 monthly visits kept in 2025',
    nothing: 'No contract since 31 August 2026',
  },
  {
    name: 'ended on the 29th of February',
    visits: onThe8th('2024-01'),
    every: 1,
    until: '29/02/2024',
    year: 2024,
    now: '2024-03-01T00:00:00+08:00',
    states: 'kmxxxxxxxxxx',
    score: '1 of 2 visits kept until the contract ended on 29 February 2024',
    nothing: 'No contract since 29 February 2024',
  },
  {
    name: 'five-monthly: the run over the end of the year belongs to the year it ends in',
    // May to September 2025, October 2025 to February 2026
    visits: onThe8th('2025-05', '2025-10'),
    every: 5,
    until: '2025-10-31',
    states: 'kxx',
    score: '1 of 1 visit kept until the contract ended on 31 October 2025',
    nothing: 'No contract since 31 October 2025',
  },
  {
    name: 'yearly, ended in mid-year without its visit',
    visits: onThe8th('2025-03'),
    every: 12,
    until: '2026-06-30',
    states: 'm',
    score: '0 of 1 visit kept until the contract ended on 30 June 2026',
    nothing: 'No contract since 30 June 2026',
  },
  {
    name: 'long past',
    visits: onThe8th('2026-02'),
    every: 3,
    until: '2019-12-31',
    states: 'xxxx',
    score: 'No contract since 31 December 2019',
    nothing: 'No contract since 31 December 2019',
  },
  {
    name: 'begun in mid-year and ended in it',
    visits: onThe8th('2026-04', '2026-05', '2026-06'),
    every: 1,
    until: '2026-06-30',
    states: '...kkkxxxxxx',
    score: '3 of 3 visits kept until the contract ended on 30 June 2026',
    nothing: 'No contract since 30 June 2026',
  },
  {
    name: 'no visit ever, and it is over: nobody missed anything',
    visits: [],
    every: 3,
    until: '2026-11-10',
    states: '....',
    score: 'No contract since 10 November 2026',
    nothing: 'No contract since 10 November 2026',
  },
  {
    name: 'text that is no date ends nothing',
    visits: eachMonth(2026, 8),
    every: 1,
    until: 'until 31 August 2026, or when renewed',
    states: 'kkkkkkkkmmd-',
    score: '8 of 10 monthly visits kept in 2026',
    next: '2026-11-30',
    overdue: '2026-09-30',
  },
  {
    name: 'an impossible day ends nothing',
    visits: eachMonth(2026, 11),
    every: 1,
    until: '31 February 2026',
    states: 'kkkkkkkkkkk-',
    score: '11 of 11 monthly visits kept in 2026',
    next: '2026-12-31',
  },
  {
    name: 'renewed: a later day makes all of it ordinary again',
    visits: eachMonth(2026, 8),
    every: 1,
    until: '2028-08-31',
    states: 'kkkkkkkkmmd-',
    score: '8 of 10 monthly visits kept in 2026',
    next: '2026-11-30',
    overdue: '2026-09-30',
  },
  {
    name: 'a year ahead, the contract ends in it',
    visits: eachMonth(2026, 11),
    every: 3,
    until: '2027-04-01',
    year: 2027,
    states: '--xx',
    score: 'No quarterly visit was due yet in 2027',
    next: '2027-03-31',
  },
];

describe('the rule of kept periods and the end of a contract', () => {
  it.each(rows)('$name', ({ visits, every, until, states, score, overdue = null, ...row }) => {
    const { year = 2026, now = '2026-11-25T10:00:00+08:00', next = null, nothing = null } = row;
    const agreement = agreementOf({ visit_every_months: every, contract_until: until });
    const summary = serviceSummary(visits, agreement, year, new Date(now));
    expect(statesIn(summary)).toBe(states);
    expect(scoreText(summary, year, year < Number(now.slice(0, 4)))).toBe(score);
    expect([summary.nextDue, nothingDueText(summary)]).toEqual([next, nothing]);
    expect([summary.overdue, summary.overdueSince]).toEqual([overdue !== null, overdue]);
    expect(serviceSummary(visits.toReversed(), agreement, year, new Date(now)).periods).toEqual(summary.periods);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'every %i months: an end on any day of three years leaves the periods before it',
    (every) => {
      const now = new Date('2026-03-10T10:00:00+08:00');
      const visits = [...eachMonth(2024, 5), ...eachMonth(2025, 9), at('2026-01-30', 'emergency'), at('2026-06-02')];
      const days = Array.from({ length: 1_100 }, (_, index) =>
        new Date(Date.parse('2023-12-30') + index * 86_400_000).toISOString().slice(0, 10),
      );
      expect(days.at(-1)).toBe('2027-01-02');
      for (const year of [2024, 2025, 2026]) {
        const withoutEnd = serviceSummary(visits, { everyMonths: every, contractUntil: null }, year, now);
        const all = days.map((contractUntil) => ({
          contractUntil,
          over: contractUntil < '2026-03-10',
          found: serviceSummary(visits, { everyMonths: every, contractUntil }, year, now),
        }));
        // one expectation for each year, because one for each day takes longer than the rule itself
        expect(
          all.map(({ contractUntil, found: { periods, contractOver } }) => ({
            contractUntil,
            states: periods.map(({ state }) => state),
            contractOver,
          })),
        ).toEqual(
          all.map(({ contractUntil, over }) => ({
            contractUntil,
            states: withoutEnd.periods.map(({ first, last, state }) => {
              if (first > contractUntil) return 'no contract';
              return state === 'due' && over && last > contractUntil ? 'missed' : state;
            }),
            contractOver: over,
          })),
        );
        const isDueRightly = ({ contractUntil, over, found: { nextDue, overdue } }: (typeof all)[number]) =>
          over ? nextDue === null && !overdue : nextDue === null || nextDue <= contractUntil;
        expect(all.filter((summary) => !isDueRightly(summary))).toEqual([]);
      }
    },
  );

  it('does not apply while no interval is agreed', () => {
    const summary = serviceSummary([], agreementOf({ contract_until: '2026-08-31' }), 2026, new Date('2026-11-25'));
    expect([scoreText(summary, 2026, false), nothingDueText(summary)]).toEqual([null, 'No interval is agreed']);
  });

  it('is explained in one line', () => {
    expect(fulfilledMeaning).toBe(
      'Kept: at least one preventive visit, or one without a kind, at any gate in the period.',
    );
  });
});

describe('the rule as of an earlier moment', () => {
  const agreement = agreementOf({ visit_every_months: 1, contract_until: '2026-06-30' });
  const visits = [...eachMonth(2026, 2), ...onThe8th('2026-05')];

  it('says what was due then, without the visits that came later', () => {
    // the end of March
    const summaryThen = serviceSummaryAsOf(visits, agreement, 2026, new Date('2026-04-01T00:00:00+08:00'));
    expect(summaryThen).toMatchObject({
      lastVisit: '2026-02-08T10:00:00+08:00',
      nextDue: '2026-04-30',
      overdueSince: '2026-03-31',
      contractOver: false,
    });
    expect(statesIn(summaryThen)).toBe('kkmd--xxxxxx');
  });

  it('recognizes a contract that was over then', () => {
    const summaryThen = serviceSummaryAsOf(visits, agreement, 2026, new Date('2026-08-01T00:00:00+08:00'));
    expect(nothingDueText(summaryThen)).toBe('No contract since 30 June 2026');
  });

  it('is the current rule for today', () => {
    const now = new Date('2026-11-25T10:00:00+08:00');
    expect(serviceSummaryAsOf(visits, agreement, 2026, now)).toEqual(serviceSummary(visits, agreement, 2026, now));
  });
});
