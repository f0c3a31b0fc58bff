import { describe, expect, it } from 'vitest';
import { conflictKey } from '../../../../src/features/failure-analytics/draft/failure-conflict.ts';
import type { FailureEdit } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { mergeEdits } from '../../../../src/features/failure-analytics/draft/merge-edits.ts';
import type { CarPosts } from '../../../../src/records/failure/failure-record.ts';
import { entry } from './edits.ts';
import { base, decided, mine, record, rename } from './merges.ts';

describe('two people who save at once', () => {
  it('keep both changes to different cells of one entry', () => {
    const { posts, conflicts } = mergeEdits(base, [mine], record(entry('Loop', 1, 5), entry('Arm', 6, 4)));
    expect(conflicts).toEqual([]);
    expect(posts).toEqual(record(entry('Loop', 9, 5), entry('Arm', 6, 4)));
  });

  it('keep both added issues, even of the same type', () => {
    const issue: FailureEdit = { kind: 'issue', post: 'P1', entry: entry('New', 1, 1) };
    const theirs = record(...(base.get('P1') ?? []), entry('New', 5, 5));
    const { posts, conflicts } = mergeEdits(base, [issue], theirs);
    expect(conflicts).toEqual([]);
    expect(posts.get('P1')?.slice(2)).toEqual([entry('New', 5, 5), entry('New', 1, 1)]);
  });

  it('need no decision for the same value in the same cell', () => {
    const { edits, conflicts } = mergeEdits(base, [mine], record(entry('Loop', 9), entry('Arm', 3, 4)));
    expect([edits, conflicts]).toEqual([[], []]);
  });

  it('are asked to choose between two values of the same cell', () => {
    const theirs = record(entry('Loop', 5), entry('Arm', 3, 4));
    const { edits, conflicts } = mergeEdits(base, [mine], theirs);
    const { to: _, ...place } = mine;
    expect(conflicts).toEqual([{ ...place, base: 1, mine: 9, theirs: 5 }]);
    expect(edits).toEqual([]);
    expect(decided([mine], theirs, 'mine').posts).toEqual(record(entry('Loop', 9), entry('Arm', 3, 4)));
    expect(decided([mine], theirs, 'theirs')).toMatchObject({ posts: theirs, edits: [], conflicts: [] });
  });

  it('are asked again after a third value', () => {
    const { conflicts } = mergeEdits(base, [mine], record(entry('Loop', 5), entry('Arm', 3, 4)));
    const choices = Object.fromEntries(conflicts.map((conflict) => [conflictKey(conflict), 'mine' as const]));
    const later = mergeEdits(base, [mine], record(entry('Loop', 6), entry('Arm', 3, 4)), choices);
    expect(later.conflicts).toMatchObject([{ theirs: 6 }]);
  });

  it('restore a removed entry when mine is chosen', () => {
    const theirs = record(entry('Arm', 3, 4));
    expect(mergeEdits(base, [mine], theirs).conflicts).toMatchObject([{ mine: 9, theirs: null }]);
    expect(decided([mine], theirs, 'mine').posts).toEqual(record(entry('Arm', 3, 4), entry('Loop', 9, 2)));
    expect(decided([mine], theirs, 'theirs').posts).toEqual(theirs);
  });

  it('keep both a count and a new name of its post', () => {
    const theirs: CarPosts = new Map([['North', base.get('P1') ?? []]]);
    const { posts, conflicts } = mergeEdits(base, [mine], theirs);
    expect(conflicts).toEqual([]);
    expect(posts).toEqual(new Map([['North', [entry('Loop', 9), entry('Arm', 3, 4)]]]));
  });

  it('are asked to choose between two new names of a post', () => {
    const theirs: CarPosts = new Map([['North', base.get('P1') ?? []]]);
    expect(mergeEdits(base, [rename], theirs).conflicts).toEqual([
      { kind: 'name', post: 'P1', base: 'P1', mine: 'Gate', theirs: 'North' },
    ]);
    expect([...decided([rename], theirs, 'mine').posts.keys()]).toEqual(['Gate']);
    expect([...decided([rename], theirs, 'theirs').posts.keys()]).toEqual(['North']);
    const alike: CarPosts = new Map([['Gate', base.get('P1') ?? []]]);
    expect(mergeEdits(base, [rename], alike)).toMatchObject({ edits: [], conflicts: [] });
  });

  it('keep both posts when they were given the same name', () => {
    const theirs: CarPosts = new Map([...base, ['Gate', [entry('Theirs')]]]);
    const { posts } = mergeEdits(base, [rename], theirs);
    expect([...posts.keys()].toSorted()).toEqual(['Gate', 'Gate (2)']);
    expect(posts.get('Gate')).toEqual([entry('Theirs')]);
  });

  it('keep the issues of both in a post that both added', () => {
    const theirs: CarPosts = new Map([...base, ['P2', [entry('Theirs')]]]);
    const edits: FailureEdit[] = [
      { kind: 'post', post: 'P2' },
      { kind: 'issue', post: 'P2', entry: entry('Mine') },
    ];
    expect(mergeEdits(base, edits, theirs).posts.get('P2')).toEqual([entry('Theirs'), entry('Mine')]);
  });
});
