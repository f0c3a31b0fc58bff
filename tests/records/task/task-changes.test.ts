import { describe, expect, it } from 'vitest';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { changedTaskFields, editOf, withShowing, withTaskEdit } from '../../../src/records/task/task-changes.ts';
import { typedTask, typedWith } from '../../../src/records/task/typed-task.ts';
import { task } from '../../support/rows.ts';

const base: StoredTask = task({ id: 7, title: 'Repair ', tasks: 'Arm\r\nreplaced' });
const now = new Date('2026-11-22T10:00:00+08:00');
const other: StoredTask = task({ id: 8 });

describe('an edit', () => {
  it('is what was newly typed, tidied; what was not touched stays as stored', () => {
    const typed = typedTask(base);
    expect(changedTaskFields(base, typed)).toEqual([]);
    expect(editOf(base, typed, now)).toEqual({});
    expect(editOf(base, { ...typed, text: ' Arm straightened\u0007 ' }, now)).toEqual({ tasks: 'Arm straightened' });
    expect(editOf({ ...base, title: 'Repair' }, { ...typed, title: 'Repair ' }, now)).toEqual({});
  });

  it('is null while a field is empty', () => {
    expect(editOf(base, { ...typedTask(base), title: ' ' }, now)).toBeNull();
    expect(editOf(base, { ...typedTask(base), month: '' }, now)).toBeNull();
  });

  it('is applied to the current task with its id', () => {
    const theirs = { ...base, tasks: 'By another' };
    expect(withTaskEdit([other, theirs], base, { title: 'New' }, false)).toEqual([other, { ...theirs, title: 'New' }]);
  });

  it('that was stored although its answer was lost is not a conflict', () => {
    const there = { ...base, title: 'New' };
    expect(withTaskEdit([there], base, { title: 'New' }, false)).toEqual([there]);
  });

  it('is refused where others changed the same, deleted the task, or removed it', () => {
    const edit = { title: 'Mine', month: 'may', time: '2026-05-26T16:05:00+08:00' } as const;
    expect(() => withTaskEdit([{ ...base, title: 'Theirs' }], base, edit, false)).toThrow(
      expect.objectContaining({ name: 'EditConflict', fields: ['title'] }),
    );
    const hidden = { ...base, showing: 'False' } as const;
    expect(() => withTaskEdit([hidden], base, edit, false)).toThrow('The task was deleted meanwhile');
    expect(withTaskEdit([hidden], base, edit, true)).toEqual([{ ...base, ...edit }]);
    expect(() => withTaskEdit([other], base, edit, true)).toThrow('The task is not there any more');
  });
});

describe('date, month and kind', () => {
  const misfiled: StoredTask = { ...base, year: '2023', time: '2026-11-22T10:00:41+08:00' };

  it('are corrected together: a date sets its month, and the time is to the minute', () => {
    const moved = typedWith(typedTask(base), { date: '2026-04-01' });
    expect(editOf(base, moved, now)).toEqual({ time: '2026-04-01T16:05:00+08:00', month: 'apr' });
    const later = typedWith(typedTask(base), { clock: '17:00' });
    expect(editOf(base, later, now)).toEqual({ time: '2026-03-26T17:00:00+08:00' });
  });

  it('are refused in the future, and when they contradict each other', () => {
    expect(editOf(base, typedWith(typedTask(base), { date: '2026-11-24' }), now)).toBeNull();
    expect(editOf(base, { ...typedTask(base), month: 'may' }, now)).toBeNull();
  });

  it('that have long disagreed do not prevent another correction, and can be corrected either way', () => {
    const typed = typedTask(misfiled);
    expect(editOf(misfiled, { ...typed, title: 'New' }, now)).toEqual({ title: 'New' });
    expect(withTaskEdit([misfiled], misfiled, { title: 'New' }, false)).toEqual([{ ...misfiled, title: 'New' }]);
    expect(editOf(misfiled, typedWith(typed, { date: typed.date }), now)).toEqual({ year: '2026', month: 'nov' });
    const { year, month } = typed;
    expect(editOf(misfiled, typedWith(typed, { year, month }), now)).toEqual({ time: '2023-03-22T10:00:00+08:00' });
  });

  it('corrected in two ways at once raise a conflict: each is valid alone, but not together', () => {
    const theirs: StoredTask = { ...misfiled, year: '2026', month: 'nov' };
    const mine = { time: '2023-03-22T10:00:00+08:00' };
    expect(() => withTaskEdit([theirs], misfiled, mine, false)).toThrow(
      expect.objectContaining({ name: 'EditConflict', fields: ['time', 'year', 'month'] }),
    );
  });

  it('can set, change and remove the kind', () => {
    const typed = typedTask(base);
    expect(editOf(base, { ...typed, kind: 'emergency' }, now)).toEqual({ kind: 'emergency' });
    const emergency: StoredTask = { ...base, kind: 'emergency' };
    expect(withTaskEdit([base], base, { kind: 'emergency' }, false)).toEqual([emergency]);
    expect(editOf(emergency, { ...typed, kind: '' }, now)).toEqual({ kind: '' });
    expect(withTaskEdit([emergency], emergency, { kind: '' }, false)).toEqual([base]);
    expect(withTaskEdit([emergency], emergency, { title: 'New' }, false)).toEqual([{ ...emergency, title: 'New' }]);
    expect(() => withTaskEdit([{ ...base, kind: 'other' }], base, { kind: 'emergency' }, false)).toThrow(
      expect.objectContaining({ fields: ['kind'] }),
    );
    expect(() => withTaskEdit([base], emergency, { kind: 'other' }, false)).toThrow(
      expect.objectContaining({ fields: ['kind'] }),
    );
  });
});

describe('deleting and restoring', () => {
  it('changes one task and never removes it from the list', () => {
    expect(withShowing([base, other], 7, 'False')).toEqual([{ ...base, showing: 'False' }, other]);
    expect(() => withShowing([base], 7, 'True')).toThrow('as it should become already');
    expect(() => withShowing([base], 8, 'False')).toThrow('not there any more');
  });
});
