import { describe, expect, it } from 'vitest';
import { changedTaskFields, editOf, withShowing, withTaskEdit } from '../../../src/records/task/task-changes.ts';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { typedTask, typedWith } from '../../../src/records/task/typed-task.ts';
import { filesEdit, rebaseFiles } from '../../../src/records/upload/task-file-changes.ts';
import { task } from '../../support/rows.ts';

const base: StoredTask = task({ id: 7, title: 'Repair ', tasks: 'Arm\r\nreplaced' });

const now = new Date('2026-11-22T10:00:00+08:00');

const other: StoredTask = task({ id: 8 });

describe('an edit', () => {
  it('has the newly typed values, tidied; untouched values stay as stored', () => {
    const typedBase = typedTask(base);
    expect(changedTaskFields(base, typedBase)).toEqual([]);
    expect(editOf(base, typedBase, now)).toEqual({});
    expect(editOf(base, { ...typedBase, text: ' Arm straightened\u0007 ' }, now)).toEqual({
      tasks: 'Arm straightened',
    });
    expect(editOf({ ...base, title: 'Repair' }, { ...typedBase, title: 'Repair ' }, now)).toEqual({});
  });

  it('is null while a field is empty', () => {
    expect(editOf(base, { ...typedTask(base), title: ' ' }, now)).toBeNull();
    expect(editOf(base, { ...typedTask(base), month: '' }, now)).toBeNull();
  });

  it('is applied to the current task with its id', () => {
    const theirs = { ...base, tasks: 'By another' };
    expect(withTaskEdit([other, theirs], base, { title: 'New' }, false)).toEqual([other, { ...theirs, title: 'New' }]);
  });

  it('that was stored although its answer was lost is no conflict', () => {
    const changedTask = { ...base, title: 'New' };
    expect(withTaskEdit([changedTask], base, { title: 'New' }, false)).toEqual([changedTask]);
  });

  it('is refused if others changed the same value, or deleted or removed the task', () => {
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

describe('an edit of a visit that breaks a current rule', () => {
  it.each<[string, Partial<StoredTask>]>([
    ['an empty title', { title: '' }],
    ['a long title', { title: 'x'.repeat(201) }],
    ['an empty text', { tasks: '' }],
    ['a long job number', { ref: 'x'.repeat(41) }],
    ['the year 2021', { year: '2021' }],
    ['a future date', { time: '2099-03-26T16:05:00+08:00' }],
  ])('with %s saves the other values, but no new value that breaks the rule too', (_, values) => {
    const old: StoredTask = { ...base, ...values };
    const typedOld = typedTask(old);
    const edit = editOf(old, { ...typedOld, kind: 'emergency' }, now);
    expect(edit).toEqual({ kind: 'emergency' });
    expect(withTaskEdit([old, other], old, edit ?? {}, false)).toEqual([{ ...old, kind: 'emergency' }, other]);
    expect(editOf(base, typedOld, now)).toBeNull();
  });
});

describe('the job number', () => {
  const numberedTask: StoredTask = { ...base, ref: 'J-1' };

  it('is added, changed and removed, and stays if it is not touched', () => {
    const typedNumbered = typedTask(numberedTask);
    expect(editOf(base, { ...typedTask(base), ref: ' J-2 ' }, now)).toEqual({ ref: 'J-2' });
    expect(editOf(numberedTask, { ...typedNumbered, ref: '' }, now)).toEqual({ ref: '' });
    expect(withTaskEdit([base], base, { ref: 'J-2' }, false)).toEqual([{ ...base, ref: 'J-2' }]);
    expect(withTaskEdit([numberedTask], numberedTask, { title: 'New' }, false)).toEqual([
      { ...numberedTask, title: 'New' },
    ]);
    const [withoutNumber] = withTaskEdit([numberedTask], numberedTask, { ref: '' }, false);
    expect(withoutNumber).toEqual(base);
    expect(withoutNumber).not.toHaveProperty('ref');
  });

  it('is asked about if two people change it, and merged with other changes', () => {
    expect(() => withTaskEdit([{ ...numberedTask, ref: 'J-3' }], numberedTask, { ref: 'J-2' }, false)).toThrow(
      expect.objectContaining({ name: 'EditConflict', fields: ['ref'] }),
    );
    expect(() => withTaskEdit([base], numberedTask, { ref: 'J-2' }, false)).toThrow(
      expect.objectContaining({ fields: ['ref'] }),
    );
    const bothChanges = withTaskEdit([{ ...numberedTask, title: 'Theirs' }], numberedTask, { ref: 'J-2' }, false);
    expect(bothChanges).toEqual([{ ...numberedTask, title: 'Theirs', ref: 'J-2' }]);
  });
});

describe('date, month and kind', () => {
  const misfiledTask: StoredTask = { ...base, year: '2023', time: '2026-11-22T10:00:41+08:00' };

  it('are corrected together: a date sets its month, and the time is to the minute', () => {
    const movedTask = typedWith(typedTask(base), { date: '2026-04-01' });
    expect(editOf(base, movedTask, now)).toEqual({ time: '2026-04-01T16:05:00+08:00', month: 'apr' });
    const later = typedWith(typedTask(base), { clock: '17:00' });
    expect(editOf(base, later, now)).toEqual({ time: '2026-03-26T17:00:00+08:00' });
  });

  it('are refused in the future, and when they contradict each other', () => {
    expect(editOf(base, typedWith(typedTask(base), { date: '2026-11-24' }), now)).toBeNull();
    expect(editOf(base, { ...typedTask(base), month: 'may' }, now)).toBeNull();
  });

  it('that have long disagreed do not prevent another correction, and can be corrected either way', () => {
    const typedMisfiled = typedTask(misfiledTask);
    expect(editOf(misfiledTask, { ...typedMisfiled, title: 'New' }, now)).toEqual({ title: 'New' });
    expect(withTaskEdit([misfiledTask], misfiledTask, { title: 'New' }, false)).toEqual([
      { ...misfiledTask, title: 'New' },
    ]);
    expect(editOf(misfiledTask, typedWith(typedMisfiled, { date: typedMisfiled.date }), now)).toEqual({
      year: '2026',
      month: 'nov',
    });
    const { year, month } = typedMisfiled;
    expect(editOf(misfiledTask, typedWith(typedMisfiled, { year, month }), now)).toEqual({
      time: '2023-03-22T10:00:00+08:00',
    });
  });

  it('corrected in two ways at once are a conflict, because each is valid alone, but not together', () => {
    const theirs: StoredTask = { ...misfiledTask, year: '2026', month: 'nov' };
    const mine = { time: '2023-03-22T10:00:00+08:00' };
    expect(() => withTaskEdit([theirs], misfiledTask, mine, false)).toThrow(
      expect.objectContaining({ name: 'EditConflict', fields: ['time', 'year', 'month'] }),
    );
  });

  it('can set, change and remove the kind', () => {
    const typedBase = typedTask(base);
    expect(editOf(base, { ...typedBase, kind: 'emergency' }, now)).toEqual({ kind: 'emergency' });
    const emergency: StoredTask = { ...base, kind: 'emergency' };
    expect(withTaskEdit([base], base, { kind: 'emergency' }, false)).toEqual([emergency]);
    expect(editOf(emergency, { ...typedBase, kind: '' }, now)).toEqual({ kind: '' });
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

const withFiles = (urls: readonly string[], pdf = '') => ({ ...task(), urls: [...urls], pdf });

const fileNames = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);

const list = (letters: string) => letters.split('');

describe('photos that two people changed', () => {
  it.each([
    ['abc', 'abc', 'abc', 'abc', 'nothing'],
    ['abc', 'abcd', 'abc', 'abcd', 'theirs is added'],
    ['abc', 'abc', 'abcd', 'abcd', 'mine is added'],
    ['abc', 'abcd', 'abce', 'abced', 'both are added'],
    ['abc', 'abc', 'dabc', 'dabc', 'mine is added in its place'],
    ['abc', 'dabc', 'abc', 'dabc', 'theirs is added in its place'],
    ['abc', 'cba', 'dabc', 'cbad', 'their order with what I added'],
    ['abc', 'ab', 'bc', 'b', 'what either removed is gone'],
    ['abc', 'ab', 'abcd', 'abd', 'an addition and a removal'],
    ['abc', 'cba', 'abc', 'cba', 'their order'],
    ['abc', 'abc', 'cab', 'cab', 'my order'],
    ['abc', 'abcd', 'cab', 'cabd', 'my order with what they added'],
    ['abc', 'cab', 'cab', 'cab', 'the same order'],
    ['abcd', 'dcb', 'abcd', 'dcb', 'their order, with one gone'],
    ['', 'a', 'b', 'ba', 'first photos of both'],
    ['ab', '', 'ab', '', 'all removed'],
  ])('%s: theirs %s, mine %s -> %s (%s)', (original, theirs, mine, merged) => {
    const edit = { urls: list(mine) };
    const { files, conflicts } = rebaseFiles(withFiles(list(original)), withFiles(list(theirs)), edit);
    expect(conflicts).toEqual([]);
    expect(files.urls.join('')).toBe(merged);
  });

  it('are a conflict if both changed the order differently; either choice loses nothing', () => {
    const merge = (choice?: 'theirs' | 'mine') =>
      rebaseFiles(
        withFiles(list('abc')),
        withFiles(list('cbat')),
        { urls: list('bacm') },
        choice ? { urls: choice } : {},
      );
    expect(merge().conflicts).toEqual(['urls']);
    expect(merge('theirs')).toMatchObject({ conflicts: [], files: { urls: list('cbatm') } });
    expect(merge('mine')).toMatchObject({ conflicts: [], files: { urls: list('bacmt') } });
  });

  it('are a conflict if they are too many together, and are never more than a task may have', () => {
    const [theirs, mine] = [fileNames('t', 40), fileNames('m', 40)];
    const edit = { urls: mine };
    expect(rebaseFiles(withFiles([]), withFiles(theirs), edit)).toMatchObject({ conflicts: ['urls'], leftOut: 20 });
    const { files } = rebaseFiles(withFiles([]), withFiles(theirs), edit, { urls: 'mine' });
    expect(files.urls).toEqual([...mine, ...theirs.slice(0, 20)]);
  });
});

describe('the PDF', () => {
  it.each([
    ['a', 'a', 'b', 'b'],
    ['a', 'b', 'a', 'b'],
    ['a', 'b', 'b', 'b'],
    ['a', '', 'a', ''],
    ['a', 'a', '', ''],
    ['', 'b', '', 'b'],
  ])('%j: theirs %j, mine %j -> %j', (original, theirs, mine, merged) => {
    const { files, conflicts } = rebaseFiles(withFiles([], original), withFiles([], theirs), { pdf: mine });
    expect({ pdf: files.pdf, conflicts }).toEqual({ pdf: merged, conflicts: [] });
  });

  it('is a conflict if both replaced it, or if one replaced what the other removed', () => {
    for (const [theirs, mine] of [
      ['b', 'c'],
      ['', 'c'],
      ['b', ''],
    ] as const) {
      const merge = (pdf?: 'theirs' | 'mine') =>
        rebaseFiles(withFiles([], 'a'), withFiles([], theirs), { pdf: mine }, pdf ? { pdf } : {});
      expect(merge().conflicts).toEqual(['pdf']);
      expect(merge('theirs').files.pdf).toBe(theirs);
      expect(merge('mine').files.pdf).toBe(mine);
    }
  });
});

describe('the values to be saved', () => {
  it('are only the changed ones', () => {
    const original = withFiles(list('ab'), 'c');
    expect(filesEdit(original, { photos: list('ab'), pdf: 'c' })).toEqual({});
    expect(filesEdit(original, { photos: list('ba'), pdf: '' })).toEqual({ urls: list('ba'), pdf: '' });
  });
});
