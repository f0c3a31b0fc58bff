import { describe, expect, it } from 'vitest';
import { conflictKey } from '../../../../src/features/failure-analytics/draft/failure-conflict.ts';
import type { FailureEdit } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { mergeEdits } from '../../../../src/features/failure-analytics/draft/merge-edits.ts';
import type { CarPosts, FailureEntry } from '../../../../src/records/failure/failure-record.ts';
import { entry } from './edits.ts';
import { base, decided, mine, record, rename } from './merges.ts';

const p1 = (...entries: (FailureEntry | undefined)[]) => record(...entries.flatMap((one) => one ?? []));

const onRing = (to: number): FailureEdit => ({ ...mine, type: 'Ring', to });

describe('concurrent changes of types and posts', () => {
  const [loop, arm] = base.get('P1') ?? [];
  const retype: FailureEdit = { kind: 'retype', post: 'P1', type: 'Loop', to: 'Ring' };
  const drop: FailureEdit = { kind: 'drop', post: 'P1', type: 'Loop', year: null };
  const remove: FailureEdit = { kind: 'remove', post: 'P1' };
  const gone: CarPosts = new Map();

  it.each<[string, FailureEdit[], CarPosts, CarPosts]>([
    ['my new name, their count', [retype], p1(entry('Loop', 5), arm), p1(entry('Ring', 5), arm)],
    [
      'my new name and count, their count of the other side',
      [retype, onRing(9)],
      p1(entry('Loop', 1, 7), arm),
      p1(entry('Ring', 9, 7), arm),
    ],
    [
      'my new name, their entry of another year',
      [retype],
      p1(loop, arm, entry('Loop', 6, 6, 2025)),
      p1(entry('Ring'), arm, entry('Ring', 6, 6, 2025)),
    ],
    ['my count, their new name', [mine], p1(entry('Ring'), arm), p1(entry('Ring', 9), arm)],
    [
      'my count, their new name and count of the other side',
      [mine],
      p1(entry('Ring', 1, 2), entry('Arm', 8, 4)),
      p1(entry('Ring', 9, 2), entry('Arm', 8, 4)),
    ],
    [
      'my new name, their new name of the post',
      [retype],
      new Map([['North', base.get('P1') ?? []]]),
      new Map([['North', [entry('Ring'), entry('Arm', 3, 4)]]]),
    ],
    ['the same new name twice', [retype], p1(entry('Ring'), arm), p1(entry('Ring'), arm)],
    [
      'the same new name that added counts twice',
      [{ ...retype, to: 'Arm' }],
      p1(entry('Arm', 4, 6)),
      p1(entry('Arm', 4, 6)),
    ],
    ['two types, one each', [retype], p1(loop, entry('Bar', 3, 4)), p1(entry('Ring'), entry('Bar', 3, 4))],
    ['a removal twice', [drop], p1(arm), p1(arm)],
    ['my removal, their count of another type', [drop], p1(loop, entry('Arm', 8, 4)), p1(entry('Arm', 8, 4))],
    [
      'my removal of one year, their count of another',
      [{ ...drop, year: 2026 }],
      p1(loop, arm, entry('Loop', 1, 1, 2025)),
      p1(arm, entry('Loop', 1, 1, 2025)),
    ],
    [
      'my issue, their new name',
      [{ kind: 'issue', post: 'P1', entry: entry('Loop', 8, 8, 2025) }],
      p1(entry('Ring'), arm),
      p1(entry('Ring'), arm, entry('Loop', 8, 8, 2025)),
    ],
    ['my post less, their other post', [remove], new Map([...base, ['P2', []]]), new Map([['P2', []]])],
    ['a post less twice', [remove], gone, gone],
  ])('%s: both are kept without asking', (_, edits, theirs, kept) => {
    const { posts, conflicts } = mergeEdits(base, edits, theirs);
    expect(conflicts).toEqual([]);
    expect(posts).toEqual(kept);
  });

  it.each<[string, FailureEdit[], CarPosts, object, CarPosts, CarPosts]>([
    [
      'my removal of a type, their count',
      [drop],
      p1(entry('Loop', 5), arm),
      {
        kind: 'type',
        type: 'Loop',
        base: { name: 'Loop', entries: [loop] },
        mine: null,
        theirs: { name: 'Loop', entries: [entry('Loop', 5)] },
      },
      p1(arm),
      p1(entry('Loop', 5), arm),
    ],
    [
      'my removal of a type, their new name',
      [drop],
      p1(entry('Ring'), arm),
      { kind: 'type', mine: null, theirs: { name: 'Ring', entries: [entry('Ring')] } },
      p1(arm),
      p1(entry('Ring'), arm),
    ],
    [
      'my new name, their removal of the type',
      [retype],
      p1(arm),
      { kind: 'type', mine: { name: 'Ring', entries: [entry('Ring')] }, theirs: null },
      p1(arm, entry('Ring')),
      p1(arm),
    ],
    [
      'my new name and count, their removal of the type',
      [retype, onRing(9)],
      p1(arm),
      { kind: 'type', theirs: null },
      p1(arm, entry('Ring', 9)),
      p1(arm),
    ],
    [
      'two new names of a type',
      [retype],
      p1(entry('Hoop'), arm),
      { kind: 'type', mine: { name: 'Ring' }, theirs: { name: 'Hoop', entries: [entry('Hoop')] } },
      p1(entry('Ring'), arm),
      p1(entry('Hoop'), arm),
    ],
    [
      'my new name, their new type of that name in the same year',
      [retype],
      p1(loop, arm, entry('Ring', 10, 10)),
      {
        kind: 'type',
        mine: { name: 'Ring', entries: [entry('Ring', 11, 12)], together: true },
        theirs: { name: 'Loop' },
      },
      p1(entry('Ring', 11, 12), arm),
      p1(loop, arm, entry('Ring', 10, 10)),
    ],
    [
      'my new name that adds counts, their count of the other type and mine of the sum',
      [
        { ...retype, to: 'Arm' },
        { ...mine, type: 'Arm', to: 20 },
      ],
      p1(loop, entry('Arm', 5, 4)),
      { kind: 'count', type: 'Arm', base: 4, mine: 20, theirs: 6 },
      p1(entry('Arm', 20, 6)),
      p1(entry('Arm', 6, 6)),
    ],
    [
      'my removal of a post, their count',
      [remove],
      p1(entry('Loop', 5), arm),
      { kind: 'post', post: 'P1', base: { name: 'P1' }, mine: null, theirs: { name: 'P1' } },
      gone,
      p1(entry('Loop', 5), arm),
    ],
    [
      'my removal of a post, their new name of it',
      [remove],
      new Map([['North', base.get('P1') ?? []]]),
      { kind: 'post', mine: null, theirs: { name: 'North' } },
      gone,
      new Map([['North', base.get('P1') ?? []]]),
    ],
    [
      'my count, their removal of the post',
      [mine],
      gone,
      { kind: 'post', mine: { name: 'P1', entries: [entry('Loop', 9), arm] }, theirs: null },
      p1(entry('Loop', 9), arm),
      gone,
    ],
    [
      'my new name of a post and a type, their removal of the post',
      [rename, retype],
      gone,
      { kind: 'post', mine: { name: 'Gate' }, theirs: null },
      new Map([['Gate', [entry('Ring'), entry('Arm', 3, 4)]]]),
      gone,
    ],
  ])('%s: the user is asked, and the choice decides', (_, edits, theirs, question, keptMine, keptTheirs) => {
    expect(mergeEdits(base, edits, theirs).conflicts).toMatchObject([question]);
    expect(decided(edits, theirs, 'mine')).toMatchObject({ posts: keptMine, conflicts: [] });
    expect(decided(edits, theirs, 'theirs')).toMatchObject({ posts: keptTheirs, conflicts: [] });
  });

  it('a removed entry with two changed counts is restored once', () => {
    const both: FailureEdit[] = [mine, { ...mine, side: 'exit', to: 8 }];
    expect(decided(both, p1(arm), 'mine').posts).toEqual(p1(arm, entry('Loop', 9, 8)));
  });

  it('another count after the choice: the user is asked again', () => {
    const { conflicts } = mergeEdits(base, [drop], p1(entry('Loop', 5), arm));
    const choices = Object.fromEntries(conflicts.map((conflict) => [conflictKey(conflict), 'mine' as const]));
    expect(mergeEdits(base, [drop], p1(entry('Loop', 6), arm), choices).conflicts).toHaveLength(1);
  });
});
