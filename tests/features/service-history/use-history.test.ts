import { describe, expect, it } from 'vitest';
import { searchTasks, toSearch } from '../../../src/features/service-history/use-history.ts';
import { wordsOf } from '../../../src/lib/text-search.ts';
import { task } from '../../support/rows.ts';

const tasks = toSearch([
  task({ id: 1, title: 'Spring replaced', tasks: 'Café entrance, lane 2' }),
  task({ id: 2, title: '更换天线', tasks: 'RFID antenna at the exit' }),
  task({ id: 3, title: 'Penyelenggaraan bulanan', tasks: 'Pegas diganti\nLorong 2' }),
]);
const found = (query: string) => searchTasks(tasks, wordsOf(query)).map(({ id }) => id);

describe('searchTasks', () => {
  it.each([
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
    ['SPRING', [1]],
    ['cafe', [1]],
    ['CAFÉ', [1]],
    ['cafe\u0301', [1]],
    ['天线', [2]],
    ['2', [1, 3]],
    ['２', [1, 3]],
    ['lane spring', [1]],
    ['spring antenna', []],
    ['diganti lorong', [3]],
    ['replacedcafe', []],
    ['nothing', []],
  ])('%j finds %j', (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it('keeps the given order', () => {
    expect(searchTasks(tasks.toReversed(), wordsOf('2')).map(({ id }) => id)).toEqual([3, 1]);
  });
});
