import { describe, expect, it } from 'vitest';
import {
  missingFields,
  newTask,
  siteStamp,
  thisMonth,
  withNewTask,
  type TypedTask,
} from '../../../src/records/task/new-task.ts';
import type { StoredTask } from '../../../src/records/task/stored-task.ts';

const typed: TypedTask = { year: '2026', month: 'mar', title: ' Repair ', text: 'Line one\nLine two ' };
const time = '2026-03-26T16:05:00+08:00';
const files = { photos: ['https://a.test/1.jpg'], pdf: '' };

function made() {
  const task = newTask(typed, time, files);
  if (!task) throw new Error('Complete');
  return task;
}

describe('the time of a new task', () => {
  it.each([
    ['2026-03-26T08:05:09.400Z', '2026-03-26T16:05:09+08:00'],
    ['2026-03-31T17:00:00Z', '2026-04-01T01:00:00+08:00'],
    ['2025-12-31T16:00:00Z', '2026-01-01T00:00:00+08:00'],
  ])('%s is written as %s', (instant, stamp) => {
    expect(siteStamp(new Date(instant))).toBe(stamp);
  });

  it('gives the month that it is in Singapore', () => {
    expect(thisMonth(new Date('2026-03-31T17:00:00Z'))).toEqual({ year: '2026', month: 'apr' });
    expect(thisMonth(new Date('2025-12-31T16:00:00Z'))).toEqual({ year: '2026', month: 'january' });
  });

  it('leaves a year open that tasks cannot have', () => {
    expect(thisMonth(new Date('2031-06-15T00:00:00Z'))).toEqual({ year: '', month: 'june' });
  });
});

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
