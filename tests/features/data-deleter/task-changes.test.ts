import { describe, expect, it } from 'vitest';
import type { StoredTask } from '../../../src/records/task/stored-task.ts';
import {
  changedTaskFields,
  editOf,
  typedTask,
  withShowing,
  withTaskEdit,
} from '../../../src/features/data-deleter/task-changes.ts';
import { task } from '../../support/rows.ts';

const base: StoredTask = task({ id: 7, title: 'Repair ', tasks: 'Arm\r\nreplaced' });
const other: StoredTask = task({ id: 8 });

describe('an edit', () => {
  it('is what was newly typed, tidied; what was not touched stays as it is stored', () => {
    const typed = typedTask(base);
    expect(changedTaskFields(base, typed)).toEqual([]);
    expect(editOf(base, typed)).toEqual({});
    expect(editOf(base, { ...typed, text: ' Arm straightened\u0007 ' })).toEqual({ tasks: 'Arm straightened' });
    expect(editOf({ ...base, title: 'Repair' }, { ...typed, title: 'Repair ' })).toEqual({});
  });

  it('is none while a field is empty', () => {
    expect(editOf(base, { ...typedTask(base), title: ' ' })).toBeNull();
    expect(editOf(base, { ...typedTask(base), month: '' })).toBeNull();
  });

  it('goes onto the task as it is now, by its number', () => {
    const theirs = { ...base, tasks: 'By another' };
    expect(withTaskEdit([other, theirs], base, { title: 'New' }, false)).toEqual([other, { ...theirs, title: 'New' }]);
  });

  it('that arrived although its answer was lost is no conflict', () => {
    const there = { ...base, title: 'New' };
    expect(withTaskEdit([there], base, { title: 'New' }, false)).toEqual([there]);
  });

  it('is refused where others changed the same, deleted the task, or took it out', () => {
    const edit = { title: 'Mine', month: 'may' } as const;
    expect(() => withTaskEdit([{ ...base, title: 'Theirs' }], base, edit, false)).toThrow(
      expect.objectContaining({ name: 'EditConflict', fields: ['title'] }),
    );
    const hidden = { ...base, showing: 'False' } as const;
    expect(() => withTaskEdit([hidden], base, edit, false)).toThrow('The task was deleted meanwhile');
    expect(withTaskEdit([hidden], base, edit, true)).toEqual([{ ...base, ...edit }]);
    expect(() => withTaskEdit([other], base, edit, true)).toThrow('The task is not there any more');
  });
});

describe('deleting and restoring', () => {
  it('changes one task and never takes it out', () => {
    expect(withShowing([base, other], 7, 'False')).toEqual([{ ...base, showing: 'False' }, other]);
    expect(() => withShowing([base], 7, 'True')).toThrow('as it should become already');
    expect(() => withShowing([base], 8, 'False')).toThrow('not there any more');
  });
});
