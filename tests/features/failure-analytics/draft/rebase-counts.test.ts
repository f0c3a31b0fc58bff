import { describe, expect, it } from 'vitest';
import type { FailureDraft } from '../../../../src/features/failure-analytics/draft/failure-draft.ts';
import {
  conflictKey,
  conflictWords,
  rebaseCounts,
} from '../../../../src/features/failure-analytics/draft/rebase-counts.ts';
import type { CarPosts } from '../../../../src/records/failure/failure-record.ts';
import { entry, posts } from './records.ts';

const baseEntries = [entry('Loop'), entry('Arm', 3, 4)];
const base = posts({ P1: baseEntries });
const draft = (wanted: CarPosts, ...sent: CarPosts[]): FailureDraft => ({
  base: { posts: base, revision: 1 },
  posts: wanted,
  started: [],
  sent,
});
const typed = posts({ P1: [entry('Loop', 9), entry('Arm', 3, 4)] });
const added = (...issues: ReturnType<typeof entry>[]) => posts({ P1: [...baseEntries, ...issues] });
const rebase = (wanted: FailureDraft, theirs: CarPosts, choice?: 'mine' | 'theirs') => {
  const { posts: merged, conflicts } = rebaseCounts(wanted, { posts: theirs, renames: [] }, () => choice);
  return { posts: merged, conflicts };
};

const twice = (count: number) => posts({ P1: [entry('Loop'), entry('Loop', count)] });

describe('two people who save at once', () => {
  it('keep both changes to different counts of one entry', () => {
    expect(rebase(draft(typed), posts({ P1: [entry('Loop', 1, 5), entry('Arm', 6, 4)] }))).toEqual({
      posts: posts({ P1: [entry('Loop', 9, 5), entry('Arm', 6, 4)] }),
      conflicts: [],
    });
  });

  it('keep both added issues, even of the same type, and even if they are equal', () => {
    expect(
      rebase(draft(added(entry('New', 1, 1))), added(entry('New', 5, 5)))
        .posts.get('P1')
        ?.slice(2),
    ).toEqual([entry('New', 5, 5), entry('New', 1, 1)]);
    expect(rebase(draft(added(entry('New'))), added(entry('New'))).posts.get('P1')).toHaveLength(4);
  });

  it('keep both added posts, and a post that both added is one post', () => {
    const mine = posts({ P1: baseEntries, P2: [], P3: [entry('Arm')] });
    expect(rebase(draft(mine), posts({ P1: baseEntries, P2: [entry('Loop')] }))).toEqual({
      posts: posts({ P1: baseEntries, P2: [entry('Loop')], P3: [entry('Arm')] }),
      conflicts: [],
    });
  });

  it('need no decision for the same count', () => {
    expect(rebase(draft(typed), typed)).toEqual({ posts: typed, conflicts: [] });
  });

  it('are asked to choose between two values of one count', () => {
    const theirs = posts({ P1: [entry('Loop', 5), entry('Arm', 3, 4)] });
    const asked = rebase(draft(typed), theirs);
    expect(asked.conflicts).toEqual([
      { post: 'P1', type: 'Loop', year: 2026, nth: 0, side: 'entrance', base: 1, mine: 9, theirs: 5 },
    ]);
    expect(asked.posts).toEqual(theirs);
    expect(rebase(draft(typed), theirs, 'mine').posts).toEqual(typed);
    expect(rebase(draft(typed), theirs, 'theirs')).toEqual({ posts: theirs, conflicts: [] });
    const [first] = asked.conflicts;
    const [later] = rebase(draft(typed), posts({ P1: [entry('Loop', 6), entry('Arm', 3, 4)] })).conflicts;
    // another question follows for a third value
    expect(first && later && conflictKey(first)).not.toBe(later && conflictKey(later));
  });

  it('restore a removed entry completely if mine is chosen', () => {
    const theirs = posts({ P1: [entry('Arm', 3, 4)] });
    const [conflict] = rebase(draft(typed), theirs).conflicts;
    expect(conflict && conflictWords(conflict)).toEqual({
      label: 'P1, Loop, 2026, Entrance',
      before: '1',
      theirs: 'no longer there',
      mine: '9',
    });
    expect(rebase(draft(typed), theirs, 'mine').posts).toEqual(
      posts({ P1: [entry('Arm', 3, 4), entry('Loop', 9, 2)] }),
    );
    expect(rebase(draft(typed), theirs, 'theirs').posts).toEqual(theirs);
  });

  it('get a question about an issue in a post that the other removed', () => {
    const mine = draft(added(entry('New', 4, 0)));
    expect(rebase(mine, posts({})).conflicts).toEqual([{ removed: 'P1', failures: 10, typed: 1 }]);
    // the whole post, because its typed counts alone would look like all of them
    expect(rebase(mine, posts({}), 'mine').posts).toEqual(added(entry('New', 4, 0)));
    expect(rebase(mine, posts({}), 'theirs').posts).toEqual(posts({}));
  });

  it('mean the same row if both start a year with the types of the year before', () => {
    const mine: FailureDraft = {
      ...draft(added(entry('Loop', 5, 0, 2027), entry('Arm', 6, 1, 2027))),
      started: [{ post: 'P1', year: 2027, from: 2026 }],
    };
    const theirs = added(entry('Loop', 7, 0, 2027));
    const [conflict, ...others] = rebase(mine, theirs).conflicts;
    expect(others).toEqual([]);
    expect(conflict && conflictWords(conflict)).toEqual({
      label: 'P1, Loop, 2027, Entrance',
      before: 'not entered',
      theirs: '7',
      mine: '5',
    });
    expect(rebase(mine, theirs, 'mine').posts).toEqual(added(entry('Loop', 5, 0, 2027), entry('Arm', 6, 1, 2027)));
    expect(rebase(mine, theirs, 'theirs').posts).toEqual(added(entry('Loop', 7, 0, 2027), entry('Arm', 6, 1, 2027)));
  });

  it('drop a post that the other removed if nothing was typed in it', () => {
    const mine = posts({ P1: baseEntries, P2: [entry('Arm')] });
    expect(rebase(draft(mine), posts({})).posts).toEqual(posts({ P2: [entry('Arm')] }));
  });

  it('name the second entry of one type and year', () => {
    const mine: FailureDraft = { base: { posts: twice(1), revision: 1 }, posts: twice(9), started: [], sent: [] };
    const [conflict] = rebase(mine, twice(5)).conflicts;
    expect(conflict && conflictWords(conflict).label).toBe('P1, Loop, number 2, 2026, Entrance');
  });
});

describe('an issue whose save got no response', () => {
  const sent = added(entry('New'));

  it('is not added again if it was saved, and what somebody else saved since stays', () => {
    const theirs = posts({ P1: [entry('Loop'), entry('Arm', 6, 4), entry('New')] });
    expect(rebase(draft(sent, sent), theirs)).toEqual({ posts: theirs, conflicts: [] });
  });

  it('is added if it was not saved', () => {
    expect(rebase(draft(sent, sent), added(entry('Other'))).posts).toEqual(added(entry('Other'), entry('New')));
  });

  it('is not mistaken for an earlier one of the same type', () => {
    const again = added(entry('Loop'));
    expect(rebase(draft(again, again), added(entry('Other'))).posts).toEqual(added(entry('Other'), entry('Loop')));
  });

  it('has the counts typed since, and the issues added since', () => {
    const since = added(entry('New', 8), entry('Newer'));
    expect(rebase(draft(since, sent), sent)).toEqual({ posts: since, conflicts: [] });
  });

  it('is recognized among several saves without a response', () => {
    const second = added(entry('New'), entry('Newer'));
    expect(rebase(draft(second, second, sent), sent).posts).toEqual(second);
    expect(rebase(draft(second, second, sent), second).posts).toEqual(second);
  });
});
