import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addEdit, withoutEdit } from '../../../../src/features/failure-analytics/draft/add-edit.ts';
import {
  applyEdits,
  failureDraftSchema,
  storedDraft,
  type FailureEdit,
} from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { wordsOfEdits } from '../../../../src/features/failure-analytics/draft/unsaved-words.ts';
import type { CarPosts, FailureEntry } from '../../../../src/records/failure/failure-record.ts';
import { base, count, edited, entry } from './edits.ts';

const retype = (type: string, to: string, post = 'P1'): FailureEdit => ({ kind: 'retype', post, type, to });
const drop = (type: string, year: number | null = null, post = 'P1'): FailureEdit => ({
  kind: 'drop',
  post,
  type,
  year,
});
const issue = (one: FailureEntry, post = 'P1'): FailureEdit => ({ kind: 'issue', post, entry: one });
const remove = (post: string): FailureEdit => ({ kind: 'remove', post });

const without = (all: readonly FailureEdit[], kind: string) => {
  const one = all.find((edit) => edit.kind === kind);
  return one ? withoutEdit(base, all, one) : all;
};

describe('edits of types and posts', () => {
  const [loop, second, arm] = base.get('P1') ?? [];

  it.each<[string, FailureEdit[], (FailureEntry | undefined)[], FailureEdit[] | null]>([
    ['a new name applies to every year', [retype('Arm', 'Bar')], [loop, second, entry('Bar', 3, 4, 2025)], null],
    [
      'two entries of one year that get the same name are added together',
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
    ['a rename and its reversal leave nothing', [retype('Arm', 'Bar'), retype('Bar', 'Arm')], [loop, second, arm], []],
    [
      'two renames become one',
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
      'a count is kept under the new name',
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
      'an issue that is not stored gets the new name',
      [issue(entry('New')), retype('New', 'Newer')],
      [loop, second, arm, entry('Newer')],
      [issue(entry('Newer'))],
    ],
    [
      'two issues that get the same name become one',
      [issue(entry('a', 1, 1)), issue(entry('b', 2, 2)), retype('a', 'b')],
      [loop, second, arm, entry('b', 3, 3)],
      null,
    ],
    [
      'a count typed later is stored under the new name',
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
      'types with the same name are removed together',
      [retype('Arm', 'Loop'), drop('Loop')],
      [],
      [drop('Loop'), drop('Arm')],
    ],
    [
      '__proto__ is a name like any other',
      [retype('Arm', '__proto__')],
      [loop, second, entry('__proto__', 3, 4, 2025)],
      null,
    ],
  ])('%s', (_, edits, entries, left) => {
    const made = edited(...edits);
    expect(applyEdits(base, made).get('P1')).toEqual(entries);
    if (left) expect(made).toEqual(left);
  });

  it('apply to one post, under the name that it shows', () => {
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

  it('of a post that is removed leave nothing but the removal', () => {
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

  it('can be undone, which drops counts typed for entries that had been added together', () => {
    const edits = edited(drop('Arm'), retype('Loop', 'Ring'), count('P1', 'Ring', 99), remove('P2'));
    expect(applyEdits(base, without(edits, 'retype')).get('P1')).toEqual([loop, second]);
    expect(applyEdits(base, without(edits, 'drop')).get('P1')).toEqual([entry('Ring', 99, 10), arm]);
    expect(applyEdits(base, without(edits, 'remove')).has('P2')).toBe(true);
    expect(['retype', 'drop', 'remove'].reduce(without, edits)).toEqual([]);
  });

  it('are stored on the device, along with the kinds of earlier releases', () => {
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

  it('are summarised by what they do', () => {
    expect(wordsOfEdits(edited(count('P1', 'Loop', 9)))).toBe('');
    expect(wordsOfEdits(edited(remove('P2'), drop('Arm'), retype('Loop', 'Ring')))).toBe(
      '1 post removed, 1 failure type removed, 1 failure type renamed',
    );
    expect(wordsOfEdits([remove('P1'), remove('P2'), { kind: 'rename', post: 'P3', to: 'x' }])).toBe(
      '2 posts removed, 1 post renamed',
    );
  });
});
