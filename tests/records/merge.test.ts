import { describe, expect, it } from 'vitest';
import { merge } from '../../src/records/merge.ts';

const values = (record: Record<string, string>) => new Map(Object.entries(record));
const base = values({ name: 'Selasih', phone: '03-1', posts: '2' });
const nobody = () => undefined;

const mergeResult = (mine: Record<string, string>, theirs: Record<string, string>, choice?: 'mine' | 'theirs') => {
  const result = merge({ base, mine: values(mine), theirs: values(theirs) }, () => choice);
  return { values: Object.fromEntries(result.merged), conflicts: result.conflicts.map(({ path }) => path) };
};

describe('two people who change a record', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Record<string, string>]>([
    ['nothing', { name: 'Selasih', phone: '03-1', posts: '2' }, { name: 'Selasih', phone: '03-1', posts: '2' }, {}],
    [
      'different values',
      { name: 'Mine', phone: '03-1', posts: '2' },
      { name: 'Selasih', phone: '03-2', posts: '2' },
      { name: 'Mine', phone: '03-2' },
    ],
    [
      'the same value alike',
      { name: 'Both', phone: '03-1', posts: '2' },
      { name: 'Both', phone: '03-1', posts: '2' },
      { name: 'Both' },
    ],
  ])('keep both changes: %s', (_, mine, theirs, changes) => {
    expect(mergeResult(mine, theirs)).toEqual({
      values: { name: 'Selasih', phone: '03-1', posts: '2', ...changes },
      conflicts: [],
    });
  });

  it('keep what either of them adds or removes', () => {
    expect(
      mergeResult({ name: 'Selasih', phone: '03-1', mine: '1' }, { name: 'Selasih', posts: '2', theirs: '1' }),
    ).toEqual({
      values: { name: 'Selasih', theirs: '1', mine: '1' },
      conflicts: [],
    });
  });

  it.each([
    [undefined, 'Theirs', ['name']],
    ['theirs', 'Theirs', []],
    ['mine', 'Mine', []],
  ] as const)('are asked about a value that both changed; %s', (choice, name, conflicts) => {
    expect(
      mergeResult({ name: 'Mine', phone: '03-1', posts: '2' }, { name: 'Theirs', phone: '03-1', posts: '2' }, choice),
    ).toEqual({ values: { name, phone: '03-1', posts: '2' }, conflicts });
  });

  it('are asked, with all three values, if one removes what the other changes', () => {
    const theirs = values({ name: 'Selasih', posts: '2' });
    const mine = values({ name: 'Selasih', phone: '03-9', posts: '2' });
    expect(merge({ base, mine, theirs }, nobody).conflicts).toEqual([
      { path: 'phone', base: '03-1', mine: '03-9', theirs: undefined },
    ]);
    expect(merge({ base, mine, theirs }, () => 'mine').merged.get('phone')).toBe('03-9');
    expect(merge({ base, mine: theirs, theirs: mine }, () => 'mine').merged.has('phone')).toBe(false);
  });
});
