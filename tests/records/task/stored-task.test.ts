import { describe, expect, it } from 'vitest';
import { nextTaskId, type StoredTask } from '../../../src/records/task/task.ts';

const task = (id: number): StoredTask => ({
  id,
  time: '2026-03-26T16:05:00+08:00',
  urls: [],
  year: '2026',
  month: 'mar',
  tasks: 'Text',
  title: 'Repair',
  pdf: '',
  showing: 'True',
});

describe('the id of a new task', () => {
  it('is the highest plus one, wherever that stands, or 1', () => {
    expect([[], [task(7), task(3)], [task(1), task(12)]].map((tasks) => nextTaskId(tasks))).toEqual([1, 8, 13]);
  });
});
