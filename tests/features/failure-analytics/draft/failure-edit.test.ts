import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addEdit, withoutEdit } from '../../../../src/features/failure-analytics/draft/add-edit.ts';
import { placeOf } from '../../../../src/features/failure-analytics/draft/entry-place.ts';
import { applyEdits, type FailureEdit } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { failureDraftSchema, storedDraft } from '../../../../src/features/failure-analytics/draft/failure-draft.ts';
import { wordsOfEdits } from '../../../../src/features/failure-analytics/draft/unsaved-words.ts';
import { countNote, readCount } from '../../../../src/features/failure-analytics/draft/typed-count.ts';
import type { CarPosts, FailureEntry } from '../../../../src/records/failure/failure-record.ts';

const entry = (type: string, entrance = 1, exit = 2, year = 2026): FailureEntry => ({ type, entrance, exit, year });
const base: CarPosts = new Map([
  ['P1', [entry('Loop'), entry('Loop', 7, 8), entry('Arm', 3, 4, 2025)]],
  ['P2', []],
]);
const edited = (...edits: FailureEdit[]) => {
  let all: readonly FailureEdit[] = [];
  for (const edit of edits) all = addEdit(base, all, edit);
  return all;
};
const count = (post: string, type: string, to: number, nth = 0, year = 2026) => ({
  kind: 'count' as const,
  post,
  type,
  year,
  nth,
  side: 'entrance' as const,
  to,
});

describe('a typed count', () => {
  it.each<[string, number, string | null]>([
    ['', 0, null],
    ['abc', 0, '“abc” was read as 0. Use digits only.'],
    ['-3', 0, '“-3” was read as 0. Use digits only.'],
    ['12', 12, null],
    [' 007 ', 7, null],
    ['2.9', 2, '“2.9” was read as 2. Use digits only.'],
    ['12abc', 12, '“12abc” was read as 12. Use digits only.'],
    ['1e3', 1, '“1e3” was read as 1. Use digits only.'],
    ['1,200', 1200, null],
    ['12 000', 12_000, null],
    ['1,20', 1, '“1,20” was read as 1. Use digits only.'],
    ['1.200', 1, '“1.200” was read as 1. Use digits only.'],
    ['999999', 999_999, null],
    ['10000000', 999_999, 'The most is 999,999.'],
    ['1,000,000', 999_999, 'The most is 999,999.'],
  ])('%j is %i', (typed, number, note) => {
    expect(readCount(typed)).toBe(number);
    expect(countNote(typed)).toBe(note);
  });
});

describe('edits over a record', () => {
  it('find the second of two entries of the same type and year by its place', () => {
    expect(placeOf('P1', base.get('P1') ?? [], 1)).toEqual({ post: 'P1', type: 'Loop', year: 2026, nth: 1 });
    expect(placeOf('P1', base.get('P1') ?? [], 3)).toBeNull();
    const posts = applyEdits(base, edited(count('P1', 'Loop', 9, 1)));
    expect(posts.get('P1')).toEqual([entry('Loop'), entry('Loop', 9, 8), entry('Arm', 3, 4, 2025)]);
    expect(base.get('P1')?.[1]?.entrance).toBe(7);
  });

  it('are one for a cell, and none when it is set back', () => {
    expect(edited(count('P1', 'Loop', 9), count('P1', 'Loop', 10))).toEqual([count('P1', 'Loop', 10)]);
    expect(edited(count('P1', 'Loop', 9), count('P1', 'Loop', 1))).toEqual([]);
    expect(edited(count('P1', 'Loop', 9), { ...count('P1', 'Loop', 9), side: 'exit' })).toHaveLength(2);
  });

  it('put an added issue last, and its counts into itself', () => {
    const edits = edited(
      { kind: 'issue', post: 'P1', entry: entry('Loop', 0, 0) },
      { kind: 'issue', post: 'P1', entry: entry('', 0, 0) },
      count('P1', 'Loop', 5, 2),
    );
    expect(edits).toHaveLength(2);
    expect(applyEdits(base, edits).get('P1')?.slice(3)).toEqual([entry('Loop', 5, 0), entry('', 0, 0)]);
  });

  it('follow a post to its new name, and back', () => {
    const edits = edited({ kind: 'rename', post: 'P1', to: 'Gate' }, count('Gate', 'Arm', 6, 0, 2025), {
      kind: 'issue',
      post: 'Gate',
      entry: entry('New'),
    });
    const posts = applyEdits(base, edits);
    expect([...posts.keys()]).toEqual(['Gate', 'P2']);
    expect(posts.get('Gate')?.slice(2)).toEqual([entry('Arm', 6, 4, 2025), entry('New')]);
    const back = addEdit(base, edits, { kind: 'rename', post: 'Gate', to: 'P1' });
    expect(back.map(({ kind }) => kind)).toEqual(['count', 'issue']);
    const again = addEdit(base, edits, { kind: 'rename', post: 'Gate', to: 'North' });
    expect(again.filter(({ kind }) => kind === 'rename')).toEqual([{ kind: 'rename', post: 'P1', to: 'North' }]);
  });

  it('rename an added post with all that is in it', () => {
    const edits = edited(
      { kind: 'post', post: 'P3' },
      { kind: 'issue', post: 'P3', entry: entry('Arm') },
      { kind: 'rename', post: 'P3', to: '__proto__' },
      { kind: 'count', post: '__proto__', type: 'Arm', year: 2026, nth: 0, side: 'exit', to: 4 },
    );
    expect(edits.map(({ kind }) => kind)).toEqual(['post', 'issue']);
    expect([...applyEdits(base, edits)].at(-1)).toEqual(['__proto__', [entry('Arm', 1, 4)]]);
  });

  it('leave alone what is gone', () => {
    expect(applyEdits(new Map(), [count('P1', 'Loop', 9)])).toEqual(new Map());
  });
});

describe('edits of types and posts', () => {
  const retype = (type: string, to: string, post = 'P1'): FailureEdit => ({ kind: 'retype', post, type, to });
  const drop = (type: string, year: number | null = null, post = 'P1'): FailureEdit => ({
    kind: 'drop',
    post,
    type,
    year,
  });
  const issue = (one: FailureEntry, post = 'P1'): FailureEdit => ({ kind: 'issue', post, entry: one });
  const remove = (post: string): FailureEdit => ({ kind: 'remove', post });
  const [loop, second, arm] = base.get('P1') ?? [];

  it.each<[string, FailureEdit[], (FailureEntry | undefined)[], FailureEdit[] | null]>([
    ['a new name is that of every year', [retype('Arm', 'Bar')], [loop, second, entry('Bar', 3, 4, 2025)], null],
    [
      'two entries of one year that get one name are added together',
      [retype('Loop', 'Ring')],
      [entry('Ring', 8, 10), arm],
      null,
    ],
    [
      'the name of another type adds the counts of the same year only',
      [issue(entry('Arm', 10, 10)), retype('Arm', 'Loop')],
      [entry('Loop', 18, 20), entry('Loop', 3, 4, 2025)],
      null,
    ],
    ['a name and back leaves nothing', [retype('Arm', 'Bar'), retype('Bar', 'Arm')], [loop, second, arm], []],
    [
      'a name after a name is one',
      [retype('Arm', 'Bar'), retype('Bar', 'Boom')],
      [loop, second, entry('Boom', 3, 4, 2025)],
      [retype('Arm', 'Boom')],
    ],
    [
      'names can change places',
      [retype('Loop', 'x'), retype('Arm', 'Loop'), retype('x', 'Arm')],
      [entry('Arm', 8, 10), entry('Loop', 3, 4, 2025)],
      [retype('Arm', 'Loop'), retype('Loop', 'Arm')],
    ],
    [
      'a count goes on under the new name',
      [count('P1', 'Arm', 9, 0, 2025), retype('Arm', 'Bar')],
      [loop, second, entry('Bar', 9, 4, 2025)],
      [retype('Arm', 'Bar'), count('P1', 'Bar', 9, 0, 2025)],
    ],
    [
      'counts that were typed are added together too',
      [count('P1', 'Loop', 5), retype('Loop', 'Ring')],
      [entry('Ring', 12, 10), arm],
      [retype('Loop', 'Ring'), count('P1', 'Ring', 12)],
    ],
    [
      'an issue that is not stored is called the new name',
      [issue(entry('New')), retype('New', 'Newer')],
      [loop, second, arm, entry('Newer')],
      [issue(entry('Newer'))],
    ],
    [
      'two issues that get one name are one',
      [issue(entry('a', 1, 1)), issue(entry('b', 2, 2)), retype('a', 'b')],
      [loop, second, arm, entry('b', 3, 3)],
      null,
    ],
    [
      'a count typed later stands under the new name',
      [retype('Arm', 'Bar'), count('P1', 'Bar', 9, 0, 2025)],
      [loop, second, entry('Bar', 9, 4, 2025)],
      null,
    ],
    ['a type is removed with its counts', [count('P1', 'Loop', 5), drop('Loop')], [arm], [drop('Loop')]],
    [
      'a type is removed from one year',
      [issue(entry('Arm', 8)), issue(entry('Arm', 9, 9, 2024)), drop('Arm', 2026)],
      [loop, second, arm, entry('Arm', 9, 9, 2024)],
      [issue(entry('Arm', 9, 9, 2024))],
    ],
    [
      'a renamed type is removed by the name it had',
      [retype('Arm', 'Bar'), drop('Bar')],
      [loop, second],
      [drop('Arm')],
    ],
    [
      'types with one name are removed together',
      [retype('Arm', 'Loop'), drop('Loop')],
      [],
      [drop('Loop'), drop('Arm')],
    ],
    [
      '__proto__ is a name like another',
      [retype('Arm', '__proto__')],
      [loop, second, entry('__proto__', 3, 4, 2025)],
      null,
    ],
  ])('%s', (_, edits, entries, left) => {
    const made = edited(...edits);
    expect(applyEdits(base, made).get('P1')).toEqual(entries);
    if (left) expect(made).toEqual(left);
  });

  it('are of one post, under the name that it shows', () => {
    const both: CarPosts = new Map([
      ['P1', [entry('Arm')]],
      ['P2', [entry('Arm')]],
    ]);
    const renamed = addEdit(both, [], { kind: 'rename', post: 'P1', to: 'Gate' });
    const posts = applyEdits(both, addEdit(both, renamed, retype('Arm', 'Bar', 'Gate')));
    expect([...posts]).toEqual([
      ['Gate', [entry('Bar')]],
      ['P2', [entry('Arm')]],
    ]);
  });

  it('of a post that is removed leave nothing but that', () => {
    const edits = edited(
      { kind: 'rename', post: 'P1', to: 'Gate' },
      count('Gate', 'Loop', 9),
      retype('Arm', 'Bar', 'Gate'),
      remove('Gate'),
    );
    expect(edits).toEqual([remove('P1')]);
    expect([...applyEdits(base, edits).keys()]).toEqual(['P2']);
    expect(edited({ kind: 'post', post: 'P3' }, issue(entry('Arm'), 'P3'), remove('P3'))).toEqual([]);
  });

  it('can be taken back, and what was typed for an entry that falls apart is let go', () => {
    const edits = edited(drop('Arm'), retype('Loop', 'Ring'), count('P1', 'Ring', 99), remove('P2'));
    const without = (all: readonly FailureEdit[], kind: string) => {
      const one = all.find((edit) => edit.kind === kind);
      return one ? withoutEdit(base, all, one) : all;
    };
    expect(applyEdits(base, without(edits, 'retype')).get('P1')).toEqual([loop, second]);
    expect(applyEdits(base, without(edits, 'drop')).get('P1')).toEqual([entry('Ring', 99, 10), arm]);
    expect(applyEdits(base, without(edits, 'remove')).has('P2')).toBe(true);
    expect(['retype', 'drop', 'remove'].reduce(without, edits)).toEqual([]);
  });

  it('are kept on the device, beside the kinds of earlier releases', () => {
    const edits = edited(
      { kind: 'rename', post: 'P1', to: 'Gate' },
      drop('Arm', 2025, 'Gate'),
      retype('Loop', 'Ring', 'Gate'),
      count('Gate', 'Ring', 4),
      remove('P2'),
    );
    const kept = storedDraft({ base: { posts: base, revision: 3 }, edits });
    const read = v.parse(failureDraftSchema, JSON.parse(JSON.stringify(kept)));
    expect(read).toEqual({ base: { posts: base, revision: 3 }, edits });
  });

  it('are named by what they do', () => {
    expect(wordsOfEdits(edited(count('P1', 'Loop', 9)))).toBe('');
    expect(wordsOfEdits(edited(remove('P2'), drop('Arm'), retype('Loop', 'Ring')))).toBe(
      '1 post removed, 1 failure type removed, 1 failure type renamed',
    );
    expect(wordsOfEdits([remove('P1'), remove('P2'), { kind: 'rename', post: 'P3', to: 'x' }])).toBe(
      '2 posts removed, 1 post renamed',
    );
  });
});
