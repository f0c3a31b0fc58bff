import { describe, expect, it } from 'vitest';
import { agreementOf, serviceSummary, type DatedVisit } from '../../../src/records/task/service-periods.ts';
import { at, onThe8th, statesIn } from './dated-visits.ts';

interface Row {
  name: string;
  visits: DatedVisit[];
  every: number | null;
  year: number;
  /** A moment in Singapore. */
  now: string;
  /** The states of the periods, written as `statesIn` does. */
  states: string;
  score: string;
  next: string | null;
  last: string | null;
  /** The last day of the first missed period; not overdue without it. */
  overdue?: string;
}

const year2025 = Array.from({ length: 12 }, (_, index) => at(`2025-${String(index + 1).padStart(2, '0')}-14`));

const rows: Row[] = [
  {
    name: 'every month, all kept, year over',
    visits: year2025,
    every: 1,
    year: 2025,
    now: '2026-01-31T23:59:59+08:00',
    states: 'kkkkkkkkkkkk',
    score: '12 of 12',
    next: '2026-01-31',
    last: '2025-12-14',
  },
  {
    name: 'every month, in the running year: its month is due, those after it are to come',
    visits: onThe8th('2026-01', '2026-02'),
    every: 1,
    year: 2026,
    now: '2026-03-20T10:00:00+08:00',
    states: 'kkd---------',
    score: '2 of 2',
    next: '2026-03-31',
    last: '2026-02-08',
  },
  {
    name: 'every month, kept already: the next one is due by the end of the month after',
    visits: onThe8th('2026-01', '2026-02', '2026-03'),
    every: 1,
    year: 2026,
    now: '2026-03-20T10:00:00+08:00',
    states: 'kkk---------',
    score: '3 of 3',
    next: '2026-04-30',
    last: '2026-03-08',
  },
  {
    name: 'every month, the last one missed: overdue',
    visits: onThe8th('2026-01'),
    every: 1,
    year: 2026,
    now: '2026-03-01T00:00:00+08:00',
    states: 'kmd---------',
    score: '1 of 2',
    next: '2026-03-31',
    last: '2026-01-08',
    overdue: '2026-02-28',
  },
  {
    name: 'every month, one missed but visited since: not overdue',
    visits: onThe8th('2026-01', '2026-03'),
    every: 1,
    year: 2026,
    now: '2026-03-20T10:00:00+08:00',
    states: 'kmk---------',
    score: '2 of 3',
    next: '2026-04-30',
    last: '2026-03-08',
  },
  {
    name: 'every month, over the end of the year: December missed shows in January',
    visits: onThe8th('2025-10', '2025-11'),
    every: 1,
    year: 2026,
    now: '2026-01-02T10:00:00+08:00',
    states: 'd-----------',
    score: '0 of 0',
    next: '2026-01-31',
    last: '2025-11-08',
    overdue: '2025-12-31',
  },
  {
    name: 'a second before midnight in Singapore it is still December',
    visits: [{ time: '2025-12-31T23:59:59+08:00' }],
    every: 1,
    year: 2025,
    now: '2025-12-31T23:59:59+08:00',
    states: '...........k',
    score: '1 of 1',
    next: '2026-01-31',
    last: '2025-12-31T23:59:59+08:00',
  },
  {
    name: 'written in another zone, it counts for the month that it was in Singapore',
    visits: [{ time: '2025-12-31T16:00:00Z' }],
    every: 1,
    year: 2025,
    now: '2026-01-10T10:00:00+08:00',
    states: '............',
    score: '0 of 0',
    next: '2026-02-28',
    last: '2025-12-31T16:00:00Z',
  },
  {
    name: 'leap February ends on the 29th',
    visits: onThe8th('2024-01'),
    every: 1,
    year: 2024,
    now: '2024-02-29T23:00:00+08:00',
    states: 'kd----------',
    score: '1 of 1',
    next: '2024-02-29',
    last: '2024-01-08',
  },
  {
    name: 'a visit on the 29th of February keeps it',
    visits: [at('2024-02-29')],
    every: 2,
    year: 2024,
    now: '2024-03-01T00:00:00+08:00',
    states: 'kd----',
    score: '1 of 1',
    next: '2024-04-30',
    last: '2024-02-29',
  },
  {
    name: 'every 2 months: January and February are one',
    visits: onThe8th('2025-01', '2025-04', '2025-05', '2025-06', '2025-11'),
    every: 2,
    year: 2025,
    now: '2026-06-01T10:00:00+08:00',
    states: 'kkkmmk',
    score: '4 of 6',
    next: '2026-06-30',
    last: '2025-11-08',
    overdue: '2026-02-28',
  },
  {
    name: 'every quarter',
    visits: onThe8th('2026-03', '2026-04'),
    every: 3,
    year: 2026,
    now: '2026-07-01T00:00:00+08:00',
    states: 'kkd-',
    score: '2 of 2',
    next: '2026-09-30',
    last: '2026-04-08',
  },
  {
    name: 'every half year',
    visits: onThe8th('2025-06', '2026-07'),
    every: 6,
    year: 2026,
    now: '2026-11-22T10:00:00+08:00',
    states: 'mk',
    score: '1 of 2',
    next: '2027-06-30',
    last: '2026-07-08',
  },
  {
    name: 'every 12 months',
    visits: onThe8th('2024-12'),
    every: 12,
    year: 2025,
    now: '2025-12-31T23:00:00+08:00',
    states: 'd',
    score: '0 of 0',
    next: '2025-12-31',
    last: '2024-12-08',
  },
  {
    name: 'every 5 months: the runs cross the end of the year and count where they end',
    // December 2024 to April 2025, May to September, October 2025 to February 2026
    visits: onThe8th('2024-12', '2025-10'),
    every: 5,
    year: 2025,
    now: '2026-03-01T10:00:00+08:00',
    states: 'kmk',
    score: '1 of 2',
    next: '2026-07-31',
    last: '2025-10-08',
  },
  {
    name: 'a site that began in mid-year owes nothing before it',
    visits: onThe8th('2025-07', '2025-09'),
    every: 1,
    year: 2025,
    now: '2026-01-10T10:00:00+08:00',
    states: '......kmkmmm',
    score: '2 of 6',
    next: '2026-01-31',
    last: '2025-09-08',
    overdue: '2025-10-31',
  },
  {
    name: 'a site that began in mid-year, in the year before that',
    visits: onThe8th('2025-07'),
    every: 3,
    year: 2024,
    now: '2025-08-10T10:00:00+08:00',
    states: '....',
    score: '0 of 0',
    next: '2025-12-31',
    last: '2025-07-08',
  },
  {
    name: 'none agreed: only the last visit is given',
    visits: onThe8th('2025-07', '2026-02'),
    every: null,
    year: 2025,
    now: '2026-03-20T10:00:00+08:00',
    states: '',
    score: '0 of 0',
    next: null,
    last: '2026-02-08',
  },
  {
    name: 'only hidden tasks, which are not among the shown ones: the site begins now',
    visits: [],
    every: 1,
    year: 2026,
    now: '2026-03-20T10:00:00+08:00',
    states: '..d---------',
    score: '0 of 0',
    next: '2026-03-31',
    last: null,
  },
  {
    name: 'only hidden tasks and none agreed',
    visits: [],
    every: null,
    year: 2026,
    now: '2026-03-20T10:00:00+08:00',
    states: '',
    score: '0 of 0',
    next: null,
    last: null,
  },
  {
    name: 'emergencies only: none of them keeps a period, the latest is the last visit',
    visits: [at('2026-01-08', 'emergency'), at('2026-02-19', 'emergency')],
    every: 1,
    year: 2026,
    now: '2026-03-20T10:00:00+08:00',
    states: 'mmd---------',
    score: '0 of 2',
    next: '2026-03-31',
    last: '2026-02-19',
    overdue: '2026-01-31',
  },
  {
    name: 'missed, kept and missed again: overdue since the last time only',
    visits: onThe8th('2026-01', '2026-03'),
    every: 1,
    year: 2026,
    now: '2026-06-20T10:00:00+08:00',
    states: 'kmkmmd------',
    score: '2 of 5',
    next: '2026-06-30',
    last: '2026-03-08',
    overdue: '2026-04-30',
  },
  {
    name: 'other work keeps no period either; a preventive visit and one of no kind do',
    visits: [at('2026-01-08', 'other'), at('2026-02-19', 'preventive'), at('2026-03-02')],
    every: 1,
    year: 2026,
    now: '2026-04-01T10:00:00+08:00',
    states: 'mkkd--------',
    score: '2 of 3',
    next: '2026-04-30',
    last: '2026-03-02',
  },
  {
    name: 'a future year',
    visits: onThe8th('2026-03'),
    every: 3,
    year: 2027,
    now: '2026-03-20T10:00:00+08:00',
    states: '----',
    score: '0 of 0',
    next: '2026-06-30',
    last: '2026-03-08',
  },
];

describe('the rule of kept periods', () => {
  it.each(rows)('$name', ({ visits, every, year, now, states, score, next, last, overdue = null }) => {
    const summary = serviceSummary(visits, agreementOf({ visit_every_months: every }), year, new Date(now));
    expect(statesIn(summary)).toBe(states);
    expect(`${summary.fulfilled} of ${summary.due}`).toBe(score);
    expect(summary.nextDue).toBe(next);
    expect(summary.lastVisit).toBe(last === null || last.includes('T') ? last : at(last).time);
    expect([summary.overdue, summary.overdueSince]).toEqual([overdue !== null, overdue]);
    // the order of the list does not matter
    expect(
      serviceSummary(visits.toReversed(), agreementOf({ visit_every_months: every }), year, new Date(now)),
    ).toEqual(summary);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'every %i months: the periods cover each day of each year once, at their full length',
    (every) => {
      const spans = [2022, 2023, 2024, 2025].flatMap((year) =>
        serviceSummary([], { everyMonths: every, contractUntil: null }, year, new Date('2026-01-01')).periods.map(
          ({ first, last }) => `${first} ${last}`,
        ),
      );
      // a period that touches two years is in both
      const periods = [...new Set(spans)].map((span) => span.split(' '));
      for (const [index, [first = '', last = '']] of periods.entries()) {
        const [, before] = periods[index - 1] ?? [];
        if (before) expect(new Date(Date.parse(before) + 86_400_000).toISOString().slice(0, 10)).toBe(first);
        const months = (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) * 12;
        expect(months + Number(last.slice(5, 7)) - Number(first.slice(5, 7)) + 1).toBe(every);
      }
      expect(periods[0]?.[0]).toBe('2022-01-01');
      expect(Date.parse(periods.at(-1)?.[1] ?? '')).toBeGreaterThanOrEqual(Date.parse('2025-12-31'));
      // where no period touches two years, the four years have as many periods as fit into them
      if (12 % every === 0) expect(periods).toHaveLength((4 * 12) / every);
    },
  );
});
