import { describe, expect, it } from 'vitest';
import {
  yearBoxes,
  countYear,
  dueText,
  yearScore,
  type YearCounts,
} from '../../../../src/features/profile/this-year/this-year.ts';
import { textOfStored } from '../../../../src/lib/language/stored-message.ts';
import { monthsText } from '../../../../src/records/task/service-periods.ts';
import type { Task } from '../../../../src/records/task/task.ts';
import { months } from '../../../../src/records/time.ts';
import { noPromise, task } from '../../../support/rows.ts';

const now = new Date('2026-11-22T10:00:00+08:00');

function visit(id: number, day: string, values: Partial<Task> = {}): Task {
  const month = months[Number(day.slice(5, 7)) - 1]?.value ?? 'january';
  return task({ id, time: `${day}T10:00:00+08:00`, year: day.slice(0, 4), month, ...values });
}

/** Each box as the numbers of its months and its state. */
function drawn(tasks: Task[], every: number | null, until: string | null = null): string[] {
  const counts = countYear(
    { tasks2024: tasks, visit_every_months: every, contract_until: until, ...noPromise },
    [],
    now,
  );
  return yearBoxes(counts, '2026-11-22').map(({ months: boxMonths, state }) => {
    const numbers = boxMonths.map(({ month }) => months.findIndex(({ value }) => value === month) + 1);
    return `${numbers.join('+')} ${state}`;
  });
}

describe('the boxes of a year', () => {
  const visits = [visit(1, '2026-01-08'), visit(2, '2026-02-08'), visit(3, '2026-05-08', { kind: 'emergency' })];

  it('are the months of a monthly visit', () => {
    expect(drawn(visits, 1)).toEqual([
      '1 kept',
      '2 kept',
      ...[3, 4, 5, 6, 7, 8, 9, 10].map((month) => `${month} missed`),
      '11 due',
      '12 to come',
    ]);
  });

  it.each([
    [2, ['1+2 kept', '3+4 missed', '5+6 missed', '7+8 missed', '9+10 missed', '11+12 due']],
    [3, ['1+2+3 kept', '4+5+6 missed', '7+8+9 missed', '10+11+12 due']],
    [6, ['1+2+3+4+5+6 kept', '7+8+9+10+11+12 due']],
    [12, ['1+2+3+4+5+6+7+8+9+10+11+12 kept']],
    // periods that began in 2025, and one that ends in 2027
    [5, ['1+2 kept', '3+4+5+6+7 missed', '8+9+10+11+12 due']],
    [7, ['1 kept', '2+3+4+5+6+7+8 kept', '9+10+11+12 due']],
  ])('join the months of a visit every %i months', (every, boxes) => {
    expect(drawn(visits, every)).toEqual(boxes);
  });

  it.each([
    ['31 August 2026', 1, ['1 kept', '2 kept', ...[3, 4, 5, 6, 7, 8].map((month) => `${month} missed`)]],
    ['2026-05-02', 2, ['1+2 kept', '3+4 missed', '5+6 missed']],
    // the current period is still valid: nothing is agreed for what starts after the end
    ['30/11/2026', 6, ['1+2+3+4+5+6 kept', '7+8+9+10+11+12 due']],
  ])('say No contract from the first period after its end, %s, every %i months', (until, every, boxes) => {
    const found = drawn(visits, every, until);
    expect(found.slice(0, boxes.length)).toEqual(boxes);
    expect(found.slice(boxes.length).every((box) => box.endsWith(' no contract'))).toBe(true);
  });

  it('show which months had visits if no interval is agreed', () => {
    expect(drawn(visits, null)).toEqual([
      '1 visited',
      '2 visited',
      '3 no visit',
      '4 no visit',
      '5 visited',
      ...[6, 7, 8, 9, 10, 11].map((month) => `${month} no visit`),
      '12 to come',
    ]);
  });

  it('are of any requested year', () => {
    const record = {
      tasks2024: [...visits, visit(4, '2025-11-08')],
      visit_every_months: 1,
      contract_until: null,
      ...noPromise,
    };
    const counts = countYear(record, [], now, 2025);
    expect(yearBoxes(counts, '2026-11-22').map(({ state }) => state)).toEqual([
      ...Array.from({ length: 10 }, () => 'before'),
      'kept',
      'missed',
    ]);
    expect([counts.visits, counts.isOver, counts.lastVisit?.id]).toEqual([1, true, 3]);
    expect(textOfStored(yearScore(counts))).toBe('1 of 2 monthly visits kept in 2025');
    expect(textOfStored(yearScore(countYear({ ...record, visit_every_months: null }, [], now, 2024)))).toBe(
      'No visit in 2024',
    );
  });

  it('use the date of a visit, and link to the month under which it is filed', () => {
    const tasks2024 = [visit(1, '2026-03-08', { month: 'may' })];
    const counts = countYear({ tasks2024, visit_every_months: 1, contract_until: null, ...noPromise }, [], now);
    const [, , march, , may] = yearBoxes(counts, '2026-11-22');
    expect([march?.state, march?.months[0]?.visits]).toEqual(['kept', 0]);
    expect([may?.state, may?.months[0]?.visits]).toEqual(['missed', 1]);
  });
});

const emptyYear = countYear({ tasks2024: [], visit_every_months: null, contract_until: null, ...noPromise }, [], now);

const scored = (everyMonths: number | null, kept: number, due: number, visits = 3): YearCounts => ({
  ...emptyYear,
  visits,
  service: { ...emptyYear.service, fulfilled: kept, due, agreement: { everyMonths, contractUntil: null } },
});

describe('the year in a sentence', () => {
  it.each([
    [1, 10, 11, '10 of 11 monthly visits kept in 2026'],
    [2, 4, 5, '4 of 5 two-monthly visits kept in 2026'],
    [3, 4, 4, '4 of 4 quarterly visits kept in 2026'],
    [6, 0, 1, '0 of 1 half-yearly visit kept in 2026'],
    [12, 1, 1, '1 of 1 yearly visit kept in 2026'],
    [5, 1, 2, '1 of 2 five-monthly visits kept in 2026'],
    [1, 0, 0, 'No monthly visit was due yet in 2026'],
    [12, 0, 0, 'No yearly visit was due yet in 2026'],
  ])('every %i months, %i of %i kept', (every, kept, due, words) => {
    expect(textOfStored(yearScore(scored(every, kept, due)))).toBe(words);
  });

  it.each([
    ['2026-08-31', 'No contract since 31 August 2026', []],
    ['2026-08-31', '1 of 8 visits kept until the contract ended on 31 August 2026', [visit(1, '2026-01-05')]],
    ['2026-01-31', '1 of 1 visit kept until the contract ended on 31 January 2026', [visit(1, '2026-01-05')]],
    ['2025-08-31', 'No contract since 31 August 2025', [visit(1, '2025-01-05'), visit(2, '2026-03-05')]],
    ['2026-12-31', '1 of 10 monthly visits kept in 2026', [visit(1, '2026-01-05')]],
    ['when the loop is sold', '1 of 10 monthly visits kept in 2026', [visit(1, '2026-01-05')]],
  ])('with a contract until %s: %s', (until, words, tasks) => {
    const site = { tasks2024: tasks, visit_every_months: 1, contract_until: until, ...noPromise };
    expect(textOfStored(yearScore(countYear(site, [], now)))).toBe(words);
  });

  it.each([
    [0, 'No visit in 2026 yet'],
    [1, '1 visit in 2026'],
    [3, '3 visits in 2026'],
  ])('without an interval, %i visits', (visits, words) => {
    expect(textOfStored(yearScore(scored(null, 0, 0, visits)))).toBe(words);
  });
});

it.each([
  ['2026-03-01', '2026-03-31', 'March 2026'],
  ['2026-01-01', '2026-03-31', 'January to March 2026'],
  ['2025-10-01', '2026-02-28', 'October 2025 to February 2026'],
])('the period from %s to %s', (first, last, words) => {
  expect(monthsText({ first, last })).toBe(words);
});

it.each([
  ['2026-11-22T23:59:59+08:00', '2026-11-30', '8 days left'],
  ['2026-11-29T16:00:00Z', '2026-11-30', 'today'],
  ['2026-11-29T15:59:59Z', '2026-11-30', '1 day left'],
  ['2026-11-22T00:00:00+08:00', '2027-12-31', '404 days left'],
])('at %s, what is due on %s', (instant, day, left) => {
  expect(dueText(day, new Date(instant)).countdown).toBe(left);
});
