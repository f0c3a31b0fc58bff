import { describe, expect, it } from 'vitest';
import { filesEdit, rebaseFiles } from '../../../src/records/task/task-changes.ts';
import { task } from '../../support/rows.ts';

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
  ])('%s: theirs %s, mine %s -> %s (%s)', (base, theirs, mine, merged) => {
    const edit = { urls: list(mine) };
    const { files, conflicts } = rebaseFiles(withFiles(list(base)), withFiles(list(theirs)), edit);
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
  ])('%j: theirs %j, mine %j -> %j', (base, theirs, mine, merged) => {
    const { files, conflicts } = rebaseFiles(withFiles([], base), withFiles([], theirs), { pdf: mine });
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
    const base = withFiles(list('ab'), 'c');
    expect(filesEdit(base, { photos: list('ab'), pdf: 'c' })).toEqual({});
    expect(filesEdit(base, { photos: list('ba'), pdf: '' })).toEqual({ urls: list('ba'), pdf: '' });
  });
});
