import { describe, expect, it } from 'vitest';
import { filedWords, applyRenames } from '../../../../src/features/failure-analytics/draft/apply-renames.ts';
import type { FailureDraft } from '../../../../src/features/failure-analytics/draft/failure-draft.ts';
import { rebaseCounts } from '../../../../src/features/failure-analytics/draft/rebase-counts.ts';
import type { CarPosts, Rename } from '../../../../src/records/failure/failure-record.ts';
import { entry, posts } from './records.ts';

type Changed = Omit<Rename, 'revision'>;

const post = (was: string | null, is: string | null): Changed => ({ post: null, was, is });
const type = (of: string, was: string | null, is: string | null): Changed => ({ post: of, was, is });
/** The changes as the server records them after the revision 1, which the drafts are based on. */
const inOrder = (changes: readonly Changed[]): Rename[] =>
  changes.map((change, index) => ({ ...change, revision: index + 2 }));

const base = posts({ A: [entry('Loop', 1, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] });
const draft = (typed: CarPosts): FailureDraft => ({
  base: { posts: base, revision: 1 },
  posts: typed,
  started: [],
  sent: [],
});
const loopIn = (a: number) => posts({ A: [entry('Loop', a, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] });

/** What a save writes, without an answer to any question. */
function saved(typed: CarPosts, changes: readonly Changed[], theirs: CarPosts) {
  const merged = rebaseCounts(draft(typed), { posts: theirs, renames: inOrder(changes) }, () => undefined);
  return { posts: merged.posts, asked: merged.conflicts.length, filed: merged.filed.map(filedWords) };
}

const called = (was: string, is: string) => `${was} is called ${is} now: your count is filed there.`;

describe('typed counts go to the current names', () => {
  it.each<[string, CarPosts, Changed[], CarPosts, CarPosts, string[]]>([
    [
      'over several names, of which the first and the last are said',
      loopIn(9),
      [post('A', 'C'), post('C', 'Main')],
      posts({ Main: [entry('Loop', 1, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ Main: [entry('Loop', 9, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      [called('A', 'Main')],
    ],
    ['there and back, which is nothing to say', loopIn(9), [post('A', 'C'), post('C', 'A')], base, loopIn(9), []],
    [
      'where two posts swapped their names',
      loopIn(9),
      [post('A', 'C'), post('B', 'A'), post('C', 'B')],
      posts({ B: [entry('Loop', 1, 0), entry('Arm', 2, 0)], A: [entry('Loop', 4, 0)] }),
      posts({ B: [entry('Loop', 9, 0), entry('Arm', 2, 0)], A: [entry('Loop', 4, 0)] }),
      [called('A', 'B')],
    ],
    [
      'where only blanks and capitals differ',
      loopIn(9),
      [post('A', 'a ')],
      posts({ 'a ': [entry('Loop', 1, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ 'a ': [entry('Loop', 9, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      [called('A', 'a ')],
    ],
    [
      'with those of a new post of the same name',
      posts({ ...Object.fromEntries(base), Main: [entry('New', 8, 0)] }),
      [post('A', 'Main')],
      posts({ Main: [entry('Loop', 1, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ Main: [entry('Loop', 1, 0), entry('Arm', 2, 0), entry('New', 8, 0)], B: [entry('Loop', 4, 0)] }),
      [called('A', 'Main')],
    ],
    [
      'of a type that was added to another, in the other one',
      loopIn(9),
      [type('A', 'Loop', 'Arm')],
      posts({ A: [entry('Arm', 3, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ A: [entry('Arm', 11, 0)], B: [entry('Loop', 4, 0)] }),
      ['Loop is called Arm in A now: your count is filed there.'],
    ],
    [
      'of a new issue under the old name of a type, too',
      posts({ A: [...(base.get('A') ?? []), entry('Loop', 8, 0, 2027)], B: [entry('Loop', 4, 0)] }),
      [type('A', 'Loop', 'Coil')],
      posts({ A: [entry('Coil', 1, 0), entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ A: [entry('Coil', 1, 0), entry('Arm', 2, 0), entry('Coil', 8, 0, 2027)], B: [entry('Loop', 4, 0)] }),
      ['Loop is called Coil in A now: your count is filed there.'],
    ],
    [
      'of a type that was added to another and is apart again',
      loopIn(9),
      [type('A', 'Loop', 'Arm'), { ...type('A', 'Arm', 'Loop'), taken: [{ year: 2026, entrance: 1, exit: 0 }] }],
      base,
      loopIn(9),
      [],
    ],
    [
      'of new issues of a removed type, which they bring back',
      posts({
        A: [...(base.get('A') ?? []), entry('Loop', 8, 0, 2027), entry('Loop', 7, 0)],
        B: [entry('Loop', 4, 0)],
      }),
      [type('A', 'Loop', null)],
      posts({ A: [entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ A: [entry('Arm', 2, 0), entry('Loop', 8, 0, 2027), entry('Loop', 7, 0)], B: [entry('Loop', 4, 0)] }),
      ['Loop was removed from A meanwhile: your 2 new issues bring it back.'],
    ],
    [
      'of a new issue of a removed type that is there again, which is nothing to say',
      posts({ A: [...(base.get('A') ?? []), entry('Loop', 8, 0, 2027)], B: [entry('Loop', 4, 0)] }),
      [type('A', 'Loop', null), type('A', null, 'Loop')],
      base,
      posts({ A: [...(base.get('A') ?? []), entry('Loop', 8, 0, 2027)], B: [entry('Loop', 4, 0)] }),
      [],
    ],
    [
      'of a new issue of a removed type whose name another one has now',
      posts({ A: [...(base.get('A') ?? []), entry('Loop', 8, 0, 2027)], B: [entry('Loop', 4, 0)] }),
      [type('A', 'Loop', null), type('A', 'Arm', 'Loop')],
      posts({ A: [entry('Loop', 2, 0)], B: [entry('Loop', 4, 0)] }),
      posts({ A: [entry('Loop', 2, 0), entry('Loop', 8, 0, 2027)], B: [entry('Loop', 4, 0)] }),
      [],
    ],
    [
      'of a removed post that is there again',
      loopIn(9),
      [post('A', null), post(null, 'A')],
      base,
      posts({ B: [entry('Loop', 4, 0)], A: [entry('Loop', 9, 0), entry('Arm', 2, 0)] }),
      [],
    ],
  ])('%s', (_, typed, changes, theirs, expected, words) => {
    const found = saved(typed, changes, theirs);
    expect(found.asked).toBe(0);
    expect(Object.fromEntries(found.posts)).toEqual(Object.fromEntries(expected));
    expect(found.filed).toEqual(words);
  });

  it('a count of two merged types is separated as far as possible', () => {
    const joined = posts({ A: [entry('Arm', 3, 0)] });
    const split = { ...type('A', 'Arm', 'Loop'), taken: [{ year: 2026, entrance: 1, exit: 0 }] };
    const theirs = posts({ A: [entry('Arm', 2, 0), entry('Loop', 1, 0)] });
    const after = (typed: number) =>
      rebaseCounts(
        { base: { posts: joined, revision: 1 }, posts: posts({ A: [entry('Arm', typed, 0)] }), started: [], sent: [] },
        { posts: theirs, renames: inOrder([split]) },
        () => undefined,
      ).posts.get('A');
    expect(after(5)).toEqual([entry('Arm', 4, 0), entry('Loop', 1, 0)]);
    expect(after(0)).toEqual([entry('Arm', 0, 0), entry('Loop', 0, 0)]);
  });
});

describe('what somebody else removed', () => {
  const gone = posts({ B: [entry('Loop', 4, 0)] });

  it('causes a question as a whole, and is not restored automatically', () => {
    const merged = rebaseCounts(
      draft(loopIn(9)),
      { posts: gone, renames: inOrder([post('A', null)]) },
      () => undefined,
    );
    expect(merged.conflicts).toEqual([{ removed: 'A', failures: 3, typed: 1 }]);
    expect(merged.posts).toEqual(gone);
  });

  it('has another name in the question if another post has its name now', () => {
    const renames = inOrder([post('A', null), post('B', 'A')]);
    const theirs = posts({ A: [entry('Loop', 4, 0)] });
    const ask = (choice?: 'mine') => rebaseCounts(draft(loopIn(9)), { posts: theirs, renames }, () => choice);
    expect(ask().conflicts).toMatchObject([{ removed: 'A (2)' }]);
    expect(ask('mine').posts).toEqual(
      posts({ A: [entry('Loop', 4, 0)], 'A (2)': [entry('Loop', 9, 0), entry('Arm', 2, 0)] }),
    );
  });

  it('causes a question for each count if it is a type', () => {
    const theirs = posts({ A: [entry('Arm', 2, 0)], B: [entry('Loop', 4, 0)] });
    const merged = rebaseCounts(
      draft(loopIn(9)),
      { posts: theirs, renames: inOrder([type('A', 'Loop', null)]) },
      () => undefined,
    );
    expect(merged.conflicts).toMatchObject([{ post: 'A', type: 'Loop', base: 1, mine: 9, theirs: null }]);
    expect(merged.posts).toEqual(theirs);
  });
});

it('changes of names that the draft follows already are not followed again', () => {
  const named = { ...draft(loopIn(9)), names: 2 };
  expect(applyRenames(named, inOrder([post('A', 'B')])).draft).toBe(named);
});
