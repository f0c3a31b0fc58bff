import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { SiteRecord } from '../../../../src/records/site/site-queries.ts';
import type { Task } from '../../../../src/records/task/task.ts';
import { madeFault, serveFaults } from '../../../support/made-faults.ts';
import { origin, server } from '../../../support/server.ts';
import { openThisYear, readInNovember, visit } from './open-this-year.tsx';

readInNovember();

/** A call on a day of 2026 that was answered after this number of minutes; null for a call without times. */
function call(id: number, day: string, minutes: number | null): Task {
  const kind = 'emergency';
  if (minutes === null) return visit(id, day, { kind });
  const reported = `${day}T08:00:00+08:00`;
  const clock = `${String(8 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const arrived = `${day}T${clock}:00+08:00`;
  return visit(id, day, { kind, reported, arrived, time: arrived });
}

const label = 'Emergency calls in 2026';

const textsIn = (cell: Element) =>
  Array.from(cell.children, (child) => child.textContent).filter((text) => text !== '');

/** The text below the number of calls, and before it the response with its label, if there is one. */
async function notesOf(values: Partial<SiteRecord>, year?: number): Promise<string[]> {
  const { fact } = await openThisYear(values, year === undefined ? {} : { year });
  const response = screen.queryByText(/^Response/u);
  const calls = textsIn(fact(year === undefined ? label : `Emergency calls in ${year}`));
  return response === null ? calls : [response.textContent, ...textsIn(fact(response.textContent)), ...calls];
}

const five = [
  call(1, '2026-02-01', 60),
  call(2, '2026-03-01', 100),
  call(3, '2026-04-01', 110),
  call(4, '2026-05-01', 180),
  call(5, '2026-06-01', 540),
];

const withoutPromise = ['Response, median', '1 h 50 min', 'longest 9 h'];

describe('the emergency calls of the year', () => {
  it.each<[state: string, values: Partial<SiteRecord>, notes: string[]]>([
    [
      'none',
      { response_hours: 3, tasks2024: [visit(1, '2026-02-01', { kind: 'preventive' })] },
      ['None', 'of 1 visit'],
    ],
    [
      'none of the agreed ones',
      { response_hours: 3, emergency_calls_a_year: 6, contract_until: '2026-12-31', tasks2024: [] },
      ['None', 'of 0 visits', '0 of 6 calls of this contract year'],
    ],
    [
      'late and in time',
      { response_hours: 3, tasks2024: five },
      ['Response, within 3 hours', '4 of 5', 'median 1 h 50 min, longest 9 h', '5', 'of 5 visits'],
    ],
    [
      'all without times',
      { response_hours: 3, tasks2024: [call(1, '2026-02-01', null), call(2, '2026-03-01', null)] },
      ['Response', 'time not recorded', '2 without times', '2', 'of 2 visits'],
    ],
    [
      'with some times',
      { response_hours: 0.5, tasks2024: [call(1, '2026-02-01', 20), call(2, '2026-03-01', null)] },
      ['Response, within 30 minutes', '1 of 1', 'answered in 20 min', '1 without times', '2', 'of 2 visits'],
    ],
    ['without a promise', { response_hours: null, tasks2024: five }, [...withoutPromise, '5', 'of 5 visits']],
    [
      'with several promises',
      { response_hours: 3, promised_before: [{ until: '2026-05-31', hours: 4, calls: null }], tasks2024: five },
      ['Response, within the promised time', '4 of 5', 'median 1 h 50 min, longest 9 h', '5', 'of 5 visits'],
    ],
    [
      'of those that are agreed, the contract year ending in the next year',
      { contract_until: '2027-04-15', emergency_calls_a_year: 6, tasks2024: five },
      [...withoutPromise, '5', 'of 5 visits', '2 of 6 calls of this contract year'],
    ],
    [
      'of those that are agreed, without an end of the contract',
      { contract_until: null, emergency_calls_a_year: 6, tasks2024: five },
      [...withoutPromise, '5', 'of 5 visits', '5 of 6 calls of 2026'],
    ],
    [
      'after the contract',
      { contract_until: '30 April 2026', response_hours: 3, emergency_calls_a_year: 6, tasks2024: five },
      [
        'Response, within 3 hours',
        '3 of 3',
        'median 1 h 50 min, longest 9 h',
        'without a contract: 2',
        '5',
        'of 5 visits',
        '3 of 6 calls of the contract year to 30 April 2026',
      ],
    ],
  ])('show what is known about them: %s', async (_, values, notes) => {
    expect(await notesOf(values)).toEqual(notes);
  });

  it('are measured from the first report of a fault, and include faults that no visit answers', async () => {
    serveFaults(
      madeFault(1, {
        reported_at: '2026-03-01T06:00:00+08:00',
        answers: [{ task: 2, at: '2026-03-01T09:40:00+08:00' }],
      }),
      madeFault(2, { reported_at: '2026-11-22T06:00:00+08:00' }),
      madeFault(3, {
        reported_at: '2026-05-01T08:00:00+08:00',
        closed: { at: '2026-05-01T09:00:00+08:00', as: 'settled', reason: 'Told the guard what to press' },
      }),
    );
    const answering = { ...call(2, '2026-03-01', 100), answers: [1] };
    expect(await notesOf({ response_hours: 3, tasks2024: [call(1, '2026-02-01', 60), answering] })).toEqual([
      'Response, within 3 hours',
      '1 of 3',
      'median 2 h 20 min, longest 3 h 40 min',
      'late without a visit: 1',
      'settled without a visit: 1',
      '2',
      'of 2 visits',
    ]);
  });

  it('say that faults settled without a visit needed nobody', async () => {
    const closed = { at: '2026-05-01T09:00:00+08:00', as: 'not-ours' as const, reason: 'The lift' };
    serveFaults(madeFault(3, { reported_at: '2026-05-01T08:00:00+08:00', closed }));
    expect(await notesOf({ response_hours: null, tasks2024: [] })).toEqual([
      'Response',
      'No visit was needed',
      'settled without a visit: 1',
      'None',
      'of 0 visits',
    ]);
  });

  it('say that the faults could not be read', async () => {
    server.use(http.post(`${origin}/rest/v1/rpc/list_faults`, () => new HttpResponse(null, { status: 503 })));
    const answering = { ...call(2, '2026-03-01', 100), answers: [1] };
    expect(await notesOf({ response_hours: 3, tasks2024: [call(1, '2026-02-01', 60), answering] })).toEqual([
      'Response, within 3 hours',
      '1 of 1',
      'answered in 1 h',
      'without the reported faults, which could not be read',
      '2',
      'of 2 visits',
    ]);
  });

  it('show how many were used in a year that is over', async () => {
    const values = { contract_until: '2026-12-31', emergency_calls_a_year: 6, tasks2024: [call(1, '2025-02-01', 60)] };
    expect(await notesOf({ ...values }, 2025)).toEqual([
      'Response',
      '1 h',
      '1',
      'of 1 visit',
      '1 of 6 calls of the contract year to 31 December 2025',
    ]);
  });

  it('need attention if more than the agreed ones were used, and link to them', async () => {
    const over = { contract_until: '2026-12-31', emergency_calls_a_year: 4, tasks2024: five };
    await openThisYear(over);
    const list = screen.getByRole('list', { name: 'Needs attention' });
    expect(within(list).getByRole('link', { name: '5 of 4 calls used' })).toHaveAttribute(
      'href',
      '/data-fetcher?kind=emergency',
    );
  });

  it('need no attention while all of them are agreed', async () => {
    await openThisYear({ status: true, contract_until: null, emergency_calls_a_year: 5, tasks2024: five });
    expect(screen.queryByText(/calls used/u)).toBeNull();
  });
});
