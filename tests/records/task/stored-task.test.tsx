import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { taskDraftSchema } from '../../../src/features/add-task/task-drafts.ts';
import { emptyForm } from '../../../src/features/add-task/task-form.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { labelledMembers, memberCells } from '../../../src/records/task/member-words.ts';
import { recommendationsOf } from '../../../src/records/task/service-facts.ts';
import { editOf, withTaskEdit } from '../../../src/records/task/task-changes.ts';
import {
  newTaskSchema,
  nextTaskId,
  storedTaskSchema,
  taskSchema,
  type StoredTask,
} from '../../../src/records/task/task.ts';
import { typedTask, typedTaskSchema } from '../../../src/records/task/typed-task.ts';
import { ofKind, visitKindLabel } from '../../../src/records/task/visit.ts';

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
  it('is the highest id plus one, wherever that is in the list, or 1', () => {
    expect([[], [task(7), task(3)], [task(1), task(12)]].map((tasks) => nextTaskId(tasks))).toEqual([1, 8, 13]);
  });
});

describe('a member of a later release', () => {
  const later = { zz_future: { a: [1] } };
  const { id: _, ...withoutId } = task(1);
  const waitingVisit = { ...emptyForm(new Date()), files: [] };

  it.each([
    ['a stored task', storedTaskSchema, { ...task(1), ...later }],
    ['the copy of a task for offline', taskSchema, { ...task(1), ...later }],
    ['a task that was sent', newTaskSchema, { ...withoutId, ...later }],
    ['a typed task', typedTaskSchema, { ...typedTask(task(1)), ...later }],
    ['a waiting visit', taskDraftSchema, { ...waitingVisit, ...later }],
    [
      'what a waiting visit has sent',
      taskDraftSchema,
      { ...waitingVisit, attempt: { id: 'x', siteId: 1, sent: [{ ...withoutId, ...later }] } },
    ],
  ])('stays in %s', (_name, schema, value) => {
    expect(v.parse(schema, JSON.parse(JSON.stringify(value)))).toEqual(value);
  });

  it('is not in a hidden task, which is not read', () => {
    const hidden = { id: 1, year: '2026', month: 'mar', showing: 'False' };
    expect(v.parse(taskSchema, { ...hidden, ...later, title: 'Secret' })).toEqual(hidden);
  });
});

describe.each<[name: string, stored: object]>([
  ['a job number that is null', { ref: null }],
  ['a job number that is a number', { ref: 1042 }],
  ['a job number that is false', { ref: false }],
  ['a job number that is a list', { ref: ['J-1'] }],
  ['an unknown kind', { kind: 'repair' }],
  ['a kind that is null', { kind: null }],
  ['a kind that is a number', { kind: 0 }],
  ['a name that is a number', { by: 7 }],
  ['times that are none', { reported: 'yesterday', arrived: 5, left: null }],
  ['recommendations that are a text', { follow: 'Replace it' }],
  ['a recommendation without a number', { follow: [{ text: 'Replace it' }] }],
  ['closed lines of nothing', { closes: [{ task: 'x' }] }],
  ['answered faults that are a number', { answers: 41 }],
  ['answered faults that are texts', { answers: ['41'] }],
  ['nothing as it should be', { kind: ['other'], ref: { no: 1 }, by: [], left: {}, follow: {}, closes: 1 }],
])('a task stored with %s', (_name, stored) => {
  const odd = { ...task(1), ...stored };
  const { id: _, ...oddWithoutId } = odd;

  it.each([
    ['a stored task', storedTaskSchema, odd],
    ['the copy of a task', taskSchema, odd],
    ['the copy of a site', v.pick(siteRecordSchema, ['tasks2024']), { tasks2024: [odd, task(2)] }],
    ['a task that was sent', newTaskSchema, oddWithoutId],
  ])('is read and passed on unchanged by the schema of %s', (_schemaName, schema, value) => {
    expect(v.parse(schema, JSON.parse(JSON.stringify(value)))).toEqual(value);
  });

  it('is typed and shown as a task without it', () => {
    const read = v.parse(storedTaskSchema, odd);
    expect(typedTask(read)).toEqual(typedTask(task(1)));
    expect(labelledMembers(read)).toEqual([]);
    expect(recommendationsOf(read)).toEqual([]);
    expect(memberCells(read)).toEqual(memberCells(task(1)));
    expect(visitKindLabel(read.kind)).toBeNull();
    expect(ofKind([read], 'none')).toEqual([read]);
  });

  it('stays while something else is corrected, and is replaced by what is typed', () => {
    const base = v.parse(storedTaskSchema, odd);
    const now = new Date('2026-11-28T12:00:00+08:00');
    const title = editOf(base, { ...typedTask(base), title: 'Corrected' }, now);
    expect(title).toEqual({ title: 'Corrected' });
    expect(withTaskEdit([base, task(2)], base, title ?? {}, false)).toEqual([{ ...odd, title: 'Corrected' }, task(2)]);
    const edited = editOf(base, { ...typedTask(base), kind: 'other', ref: 'J-1' }, now);
    expect(withTaskEdit([base], base, edited ?? {}, false)).toEqual([{ ...odd, kind: 'other', ref: 'J-1' }]);
  });
});
