import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { keptTaskSchema } from '../../../src/features/add-task/kept-tasks.ts';
import { emptyForm } from '../../../src/features/add-task/task-form.ts';
import {
  newTaskSchema,
  nextTaskId,
  storedTaskSchema,
  taskSchema,
  type StoredTask,
} from '../../../src/records/task/task.ts';
import { typedTask, typedTaskSchema } from '../../../src/records/task/typed-task.ts';

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

describe('a member of a later release', () => {
  const later = { zz_future: { a: [1] } };
  const { id: _, ...fresh } = task(1);
  const waiting = { ...emptyForm(new Date()), files: [] };

  it.each([
    ['a stored task', storedTaskSchema, { ...task(1), ...later }],
    ['the copy of a task for offline', taskSchema, { ...task(1), ...later }],
    ['a task that was sent', newTaskSchema, { ...fresh, ...later }],
    ['a typed task', typedTaskSchema, { ...typedTask(task(1)), ...later }],
    ['a waiting visit', keptTaskSchema, { ...waiting, ...later }],
    [
      'what a waiting visit has sent',
      keptTaskSchema,
      { ...waiting, attempt: { id: 'x', siteId: 1, sent: [{ ...fresh, ...later }] } },
    ],
  ])('stays in %s', (_name, schema, value) => {
    expect(v.parse(schema, JSON.parse(JSON.stringify(value)))).toEqual(value);
  });

  it('is not in a hidden task, of which nothing is read', () => {
    const hidden = { id: 1, year: '2026', month: 'mar', showing: 'False' };
    expect(v.parse(taskSchema, { ...hidden, ...later, title: 'Secret' })).toEqual(hidden);
  });
});
