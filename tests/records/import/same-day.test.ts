import { expect, it } from 'vitest';
import { sameDayVisits } from '../../../src/records/import/same-day.ts';
import { task } from '../../support/rows.ts';

const visit = (row: string, time: string, title: string) => ({
  row,
  source: row,
  visit: { time: `${time}:00+08:00`, year: '2025', month: 'mar' as const, title, tasks: 'X', showing: 'True' as const },
  photos: [],
  pdf: null,
});
const stored = (time: string, title: string) => task({ time, title });

it.each([
  ['at another time', '2025-03-17T10:05', 'Monthly', '2025-03-17T00:00:00+08:00', 'Monthly', true],
  ['at the same time, typed by hand', '2025-03-17T10:05', 'Monthly', '2025-03-17T10:05:00+08:00', 'monthly ', true],
  ['on the same day in Singapore', '2025-03-17T00:30', 'Monthly', '2025-03-16T17:00:00Z', 'Monthly', true],
  ['on another day', '2025-03-17T10:05', 'Monthly', '2025-03-18T10:05:00+08:00', 'Monthly', false],
  [
    'with more words',
    '2025-03-17T10:05',
    'Monthly maintenance',
    '2025-03-17T00:00:00+08:00',
    'Monthly maintenance, all posts',
    true,
  ],
  [
    'with another spelling',
    '2025-03-17T10:05',
    'Barrier arm hit by lorry',
    '2025-03-17T00:00:00+08:00',
    'Barrier arm hit by a lorry',
    true,
  ],
  ['of another post', '2025-03-17T10:05', 'P1 arm replaced', '2025-03-17T00:00:00+08:00', 'P2 arm replaced', false],
  ['with another title', '2025-03-17T10:05', 'Monthly', '2025-03-17T00:00:00+08:00', 'Loop cut', false],
])('whether a visit %s may be a stored one: %s %s, %s %s: %s', (_, time, title, timeThere, titleThere, isThere) => {
  const visits = [visit('row 2', time, title)];
  expect(sameDayVisits(visits, [stored(timeThere, titleThere)]).size).toBe(isThere ? 1 : 0);
});

it('a stored visit matches a single row', () => {
  const [firstRow, other] = [
    visit('row 3', '2025-03-17T15:00', 'Arm hit'),
    visit('row 4', '2025-03-17T18:00', 'Arm hit'),
  ];
  const storedVisitOfDay = stored('2025-03-17T09:00:00+08:00', 'Arm hit');
  expect([...sameDayVisits([firstRow, other], [storedVisitOfDay]).keys()]).toEqual([firstRow]);
});
