import { describe, expect, it } from 'vitest';
import {
  changedPosts,
  changeWords,
  confirmationSnapshot,
  startedAfter,
  withChange,
  type PostsChange,
} from '../../../../src/features/failure-analytics/draft/posts-change.ts';
import { entry, posts } from './records.ts';

const base = posts({
  P1: [entry('Loop', 1, 2), entry('Arm', 3, 4), entry('Loop', 5, 6, 2025)],
  P2: [entry('Loop', 7, 8)],
  P3: [],
});
const bothPosts = ['P1', 'P2'];

const changes: [PostsChange, Record<string, ReturnType<typeof entry>[]>, string][] = [
  [
    { kind: 'rename post', post: 'P1', to: 'Main' },
    { P1: [], Main: [...(base.get('P1') ?? [])] },
    'P1 was renamed to Main.',
  ],
  [{ kind: 'remove post', post: 'P2' }, { P2: [] }, 'P2 was removed.'],
  [
    { kind: 'rename type', posts: bothPosts, type: 'Loop', to: 'Coil' },
    { P1: [entry('Coil', 1, 2), entry('Arm', 3, 4), entry('Coil', 5, 6, 2025)], P2: [entry('Coil', 7, 8)] },
    'Loop was renamed to Coil in P1 and P2.',
  ],
  [
    { kind: 'rename type', posts: ['P1'], type: 'Loop', to: 'Arm' },
    { P1: [entry('Arm', 4, 6), entry('Arm', 5, 6, 2025)] },
    'Loop was renamed to Arm in P1.',
  ],
  [
    { kind: 'remove type', posts: bothPosts, type: 'Loop', year: null },
    { P1: [entry('Arm', 3, 4)], P2: [] },
    'Loop was removed from P1 and P2.',
  ],
  [
    { kind: 'remove type', posts: ['P1'], type: 'Loop', year: 2025 },
    { P1: [entry('Loop', 1, 2), entry('Arm', 3, 4)] },
    'Loop was removed from P1, 2025.',
  ],
];

describe('a new name or a removal', () => {
  it.each(changes)('changes the posts that it names, and is described: %j', (change, after, words) => {
    const changed = withChange(base, change);
    for (const [post, entries] of Object.entries(after)) expect(changed.get(post) ?? []).toEqual(entries);
    // posts that it does not name stay the same
    for (const [post, entries] of base)
      if (!changedPosts(change).includes(post)) expect(changed.get(post)).toBe(entries);
    expect(changeWords(change)).toBe(words);
  });

  it('keeps a started year with its post', () => {
    const started = [{ post: 'P1', year: 2027, from: 2026 }];
    expect(startedAfter(started, { kind: 'rename post', post: 'P1', to: 'Main' })).toEqual([
      { post: 'Main', year: 2027, from: 2026 },
    ]);
    expect(startedAfter(started, { kind: 'remove post', post: 'P1' })).toEqual([]);
    expect(startedAfter(started, { kind: 'remove post', post: 'P2' })).toEqual(started);
  });

  it.each<[PostsChange, Record<string, ReturnType<typeof entry>[]>]>([
    [{ kind: 'rename post', post: 'P1', to: 'Main' }, { Main: [] }],
    [{ kind: 'remove post', post: 'P2' }, { P2: [entry('Loop', 7, 9)] }],
    [
      { kind: 'rename type', posts: ['P1'], type: 'Loop', to: 'Arm' },
      { P1: [entry('Loop', 2, 2), entry('Arm', 3, 4)] },
    ],
    [{ kind: 'rename type', posts: ['P2'], type: 'Loop', to: 'Arm' }, { P2: [entry('Arm', 7, 8)] }],
    [{ kind: 'remove type', posts: bothPosts, type: 'Loop', year: null }, { P2: [entry('Loop', 8, 8)] }],
  ])('no longer matches what was confirmed after others have changed it: %j', (change, others) => {
    expect(confirmationSnapshot(change, base)).toBe(confirmationSnapshot(change, new Map(base)));
    expect(confirmationSnapshot(change, posts({ ...Object.fromEntries(base), ...others }))).not.toBe(
      confirmationSnapshot(change, base),
    );
  });

  it.each<[PostsChange, Record<string, ReturnType<typeof entry>[]>]>([
    // renaming a type does not change its counts, which move with it
    [{ kind: 'rename type', posts: ['P2'], type: 'Loop', to: 'Coil' }, { P2: [entry('Loop', 70, 8)] }],
    [{ kind: 'rename post', post: 'P1', to: 'Main' }, { P1: [entry('Loop', 10, 2)] }],
    [{ kind: 'remove type', posts: ['P1'], type: 'Arm', year: null }, { P2: [] }],
  ])('stays confirmed when others change something else: %j', (change, others) => {
    expect(confirmationSnapshot(change, posts({ ...Object.fromEntries(base), ...others }))).toBe(
      confirmationSnapshot(change, base),
    );
  });
});
