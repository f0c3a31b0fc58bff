import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import {
  canReport,
  countTasks,
  groupByMonth,
  inPeriod,
  languageOf,
  taskSchema,
  visibleTasks,
  type HiddenTask,
  type Task,
} from '../../../src/records/task/task.ts';

const file = (extension: string) =>
  `https://a.test/storage/v1/object/public/rfidboomgatephoto/sites/1/1700000000000-3f2b8a10-6c1d-4e5f-9a7b-0c1d2e3f4a5b.${extension}`;

function task(values: Partial<Task>): Task {
  const time = '2026-03-26T16:05:00+08:00';
  return {
    id: 1,
    time,
    urls: [],
    year: '2026',
    month: 'mar',
    tasks: '',
    title: '',
    pdf: '',
    showing: 'True',
    ...values,
  };
}

const hidden: HiddenTask = { id: 9, year: '2026', month: 'mar', showing: 'False' };

describe('the schema', () => {
  it('reads only what the counts need of a hidden task', () => {
    expect(v.parse(taskSchema, { ...task({ id: 9, title: 'secret' }), showing: 'False' })).toEqual(hidden);
  });

  it('accepts a hidden task that the server has reduced', () => {
    expect(v.parse(taskSchema, hidden)).toEqual(hidden);
  });

  it.each([
    ['an unknown month', { month: 'march' }],
    ['an invalid time', { time: 'yesterday' }],
    ['an unknown showing', { showing: 'true' }],
    ['a text as id', { id: '1' }],
    ['a photo that is not in a list', { urls: 'a.jpg' }],
  ])('refuses %s', (_, wrongValues) => {
    expect(v.is(taskSchema, { ...task({}), ...wrongValues })).toBe(false);
  });
});

it('shows visible tasks only, newest first, and the higher id first at the same time', () => {
  const all = [
    task({ id: 1, time: '2026-03-01T09:00:00+08:00' }),
    hidden,
    task({ id: 2, time: '2026-03-01T02:00:00Z' }),
    task({ id: 3, time: '2026-03-01T09:00:00+08:00' }),
  ];
  expect(visibleTasks(all).map(({ id }) => id)).toEqual([2, 3, 1]);
});

it('filters by the year and the month that a task is filed under', () => {
  const all = [task({ id: 1 }), task({ id: 2, month: 'apr' }), task({ id: 3, year: '2025' }), hidden];
  const ids = (year: string | null, month: 'mar' | null) => inPeriod(all, { year, month }).map(({ id }) => id);
  expect([ids(null, null), ids('2026', null), ids(null, 'mar'), ids('2026', 'mar')]).toEqual([
    [1, 2, 3, 9],
    [1, 2, 9],
    [1, 3, 9],
    [1, 9],
  ]);
});

it('counts hidden tasks in the total only', () => {
  const all = [task({ pdf: file('pdf') }), task({ urls: [file('jpg')] }), task({ pdf: 'javascript:alert(1)' }), hidden];
  expect(countTasks(all)).toEqual({ total: 4, visible: 3, withPdf: 1, withPhotos: 1 });
});

it('offers a report for one year and one month with more than 4 tasks', () => {
  expect(canReport({ year: '2026', month: 'mar' }, 5)).toBe(true);
  expect(canReport({ year: '2026', month: 'mar' }, 4)).toBe(false);
  expect(canReport({ year: '2026', month: null }, 50)).toBe(false);
  expect(canReport({ year: null, month: 'mar' }, 50)).toBe(false);
});

it('groups by the month that is shown with a task', () => {
  const groups = groupByMonth([
    task({ id: 3, time: '2026-03-31T16:30:00Z' }),
    task({ id: 2, time: '2026-03-02T10:00:00+08:00' }),
    task({ id: 1, time: '2026-03-01T10:00:00+08:00' }),
  ]);
  expect(groups.map(({ month, tasks }) => [month, tasks.length])).toEqual([
    ['April 2026', 1],
    ['March 2026', 2],
  ]);
});

it('recognises Chinese for screen readers', () => {
  expect(['更换天线', 'Panggilan kecemasan'].map(languageOf)).toEqual(['zh-Hans', undefined]);
  setLanguage('zh', 'zh-CN', {});
  expect(['更换天线', 'Panggilan kecemasan'].map(languageOf)).toEqual(['zh-Hans', 'en']);
  setLanguage('en', 'en-GB', {});
});
