import { describe, expect, it } from 'vitest';
import { withNewTask, type NewTask, type StoredTask } from '../../../src/records/task/stored-task.ts';

const added: NewTask = {
  time: '2026-03-26T16:05:00+08:00',
  urls: ['https://a.test/1.jpg'],
  year: '2026',
  month: 'mar',
  tasks: 'Line one\nLine two',
  title: 'Repair',
  pdf: '',
  showing: 'True',
};
const made = () => ({ ...added });

describe('the list with the new task', () => {
  const stored: StoredTask[] = [
    { ...made(), id: 7, title: 'Seven' },
    { ...made(), id: 3, title: 'Three', showing: 'False' },
  ];

  it('gives it the highest id plus one, or 1', () => {
    expect(withNewTask([], made()).id).toBe(1);
    const { tasks, id } = withNewTask(stored, made());
    expect(id).toBe(8);
    expect(tasks).toEqual([...stored, { id: 8, ...made() }]);
  });

  it('does not add twice what an earlier attempt stored', () => {
    const once = withNewTask(stored, made());
    const more = [...once.tasks, { ...made(), id: 9, title: 'Of somebody else' }];
    expect(withNewTask(more, made())).toEqual({ tasks: more, id: 8 });
  });

  it('adds a second task that equals one from before the first attempt', () => {
    const { tasks, id } = withNewTask([{ ...made(), id: 1 }], made(), 1);
    expect([id, tasks.length]).toEqual([2, 2]);
    // its own second attempt
    expect(withNewTask(tasks, made(), 1)).toEqual({ tasks, id: 2 });
  });

  it('replaces what was stored before a lost answer with a later change, but not an older equal task', () => {
    const first = { ...made(), id: 1 };
    const once = withNewTask([first], made(), 1).tasks;
    const changed = { ...made(), title: 'Repair of the arm' };
    expect(withNewTask(once, changed, 1, [made()])).toEqual({ tasks: [first, { ...changed, id: 2 }], id: 2 });
    // nothing was stored
    expect(withNewTask([first], changed, 1, [made()])).toEqual({ tasks: [first, { ...changed, id: 2 }], id: 2 });
  });

  it('adds a second task that differs in anything', () => {
    const once = withNewTask([], made()).tasks;
    const others: Partial<NewTask>[] = [
      { time: '2026-03-26T16:06:00+08:00' },
      { title: 'x' },
      { urls: [] },
      { pdf: 'y' },
      { kind: 'other' },
    ];
    for (const change of others) expect(withNewTask(once, { ...made(), ...change }).tasks).toHaveLength(2);
  });

  it('adds a task again that was deleted', () => {
    const deleted: StoredTask = { ...made(), id: 1, showing: 'False' };
    expect(withNewTask([deleted], made())).toEqual({ tasks: [deleted, { ...made(), id: 2 }], id: 2 });
  });
});
