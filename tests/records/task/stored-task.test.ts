import { describe, expect, it } from 'vitest';
import {
  missingFields,
  newTask,
  withNewTask,
  type StoredTask,
  type TypedTask,
} from '../../../src/records/task/stored-task.ts';

const typed: TypedTask = { year: '2026', month: 'mar', title: ' Repair ', text: 'Line one\nLine two ' };
const time = '2026-03-26T16:05:00+08:00';
const files = { photos: ['https://a.test/1.jpg'], pdf: '' };

function made() {
  const task = newTask(typed, time, files);
  if (!task) throw new Error('Complete');
  return task;
}

describe('what is typed', () => {
  it('is complete with year, month, title and text', () => {
    expect(missingFields(typed)).toEqual([]);
    expect(missingFields({ year: '', month: '', title: '', text: '' })).toEqual(['year', 'month', 'title', 'text']);
  });

  it.each([' ', '\n\t', '\u200B\uFEFF', '\u202E\u0007', '\u3164'])('is missing where nobody sees it: %j', (text) => {
    expect(missingFields({ ...typed, text })).toEqual(['text']);
    expect(newTask({ ...typed, text }, time, files)).toBeNull();
  });

  it('is stored without spaces around it and without characters that nobody sees', () => {
    const task = newTask({ ...typed, title: '\u202EArm\u0000 \u0007loose', text: 'a\nb\tc 天线 😀' }, time, files);
    expect(task).toMatchObject({ title: 'Arm loose', tasks: 'a\nb\tc 天线 😀', showing: 'True', time, pdf: '' });
    expect(task?.urls).toEqual(files.photos);
  });
});

describe('the list with the new task', () => {
  const stored: StoredTask[] = [
    { ...made(), id: 7, title: 'Seven' },
    { ...made(), id: 3, title: 'Three', showing: 'False' },
  ];

  it('gives it the highest number and one, or 1', () => {
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

  it('adds a second task that differs in anything', () => {
    const once = withNewTask([], made()).tasks;
    for (const change of [{ time: '2026-03-26T16:05:01+08:00' }, { title: 'x' }, { urls: [] }, { pdf: 'y' }])
      expect(withNewTask(once, { ...made(), ...change }).tasks).toHaveLength(2);
  });
});
