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

describe('an edit of a visit that breaks a rule of today', () => {
  it.each<[string, Partial<StoredTask>]>([
    ['an empty title', { title: '' }],
    ['a long title', { title: 'x'.repeat(201) }],
    ['an empty text', { tasks: '' }],
    ['a long job number', { ref: 'x'.repeat(41) }],
    ['the year 2021', { year: '2021' }],
    ['a future date', { time: '2099-03-26T16:05:00+08:00' }],
  ])('with %s has the other values, and not a new one that breaks it too', (_, values) => {
    const old: StoredTask = { ...base, ...values };
    const typed = typedTask(old);
    const edit = editOf(old, { ...typed, kind: 'emergency' }, now);
    expect(edit).toEqual({ kind: 'emergency' });
    expect(withTaskEdit([old, other], old, edit ?? {}, false)).toEqual([{ ...old, kind: 'emergency' }, other]);
    expect(editOf(base, typed, now)).toBeNull();
  });
});

describe('the job number', () => {
  const numbered: StoredTask = { ...base, ref: 'J-1' };

  it('is added, changed and removed, and stays where it is not touched', () => {
    const typed = typedTask(numbered);
    expect(editOf(base, { ...typedTask(base), ref: ' J-2 ' }, now)).toEqual({ ref: 'J-2' });
    expect(editOf(numbered, { ...typed, ref: '' }, now)).toEqual({ ref: '' });
    expect(withTaskEdit([base], base, { ref: 'J-2' }, false)).toEqual([{ ...base, ref: 'J-2' }]);
    expect(withTaskEdit([numbered], numbered, { title: 'New' }, false)).toEqual([{ ...numbered, title: 'New' }]);
    const [removed] = withTaskEdit([numbered], numbered, { ref: '' }, false);
    expect(removed).toEqual(base);
    expect(removed).not.toHaveProperty('ref');
  });

  it('is asked about where two people change it, and merged with other changes', () => {
    expect(() => withTaskEdit([{ ...numbered, ref: 'J-3' }], numbered, { ref: 'J-2' }, false)).toThrow(
      expect.objectContaining({ name: 'EditConflict', fields: ['ref'] }),
    );
    expect(() => withTaskEdit([base], numbered, { ref: 'J-2' }, false)).toThrow(
      expect.objectContaining({ fields: ['ref'] }),
    );
    const both = withTaskEdit([{ ...numbered, title: 'Theirs' }], numbered, { ref: 'J-2' }, false);
    expect(both).toEqual([{ ...numbered, title: 'Theirs', ref: 'J-2' }]);
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

const withFiles = (urls: readonly string[], pdf = '') => ({ ...task(), urls: [...urls], pdf });

const many = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);

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
  ])('%s: theirs %s, mine %s -> %s (%s)', (read, theirs, mine, merged) => {
    const edit = { urls: list(mine) };
    const { files, conflicts } = rebaseFiles(withFiles(list(read)), withFiles(list(theirs)), edit);
    expect(conflicts).toEqual([]);
    expect(files.urls.join('')).toBe(merged);
  });

  it('raise a conflict when both changed the order differently; either choice loses nothing', () => {
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

  it('raise a conflict when they are too many together, and are never more than a task may have', () => {
    const [theirs, mine] = [many('t', 40), many('m', 40)];
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
  ])('%j: theirs %j, mine %j -> %j', (read, theirs, mine, merged) => {
    const { files, conflicts } = rebaseFiles(withFiles([], read), withFiles([], theirs), { pdf: mine });
    expect({ pdf: files.pdf, conflicts }).toEqual({ pdf: merged, conflicts: [] });
  });

  it('raises a conflict when both replaced it, or one replaced what the other removed', () => {
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

describe('what is to be saved', () => {
  it('is only what changed', () => {
    const read = withFiles(list('ab'), 'c');
    expect(filesEdit(read, { photos: list('ab'), pdf: 'c' })).toEqual({});
    expect(filesEdit(read, { photos: list('ba'), pdf: '' })).toEqual({ urls: list('ba'), pdf: '' });
  });
});
