import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  draftOrNull,
  emptyDraft,
  failureDraftSchema,
  storedDraft,
  unsavedChanges,
  withPost,
  withIssue,
} from '../../../../src/features/failure-analytics/draft/failure-draft.ts';
import { withCounts } from '../../../../src/features/failure-analytics/draft/started-year.ts';
import type { CarPosts } from '../../../../src/records/failure/failure-record.ts';
import { entry, posts } from './records.ts';

const savedVersion = { posts: posts({ P1: [entry('Loop'), entry('Arm', 3, 4)], P2: [] }), revision: 4 };

const untyped = emptyDraft(savedVersion);
const loop = { post: 'P1', type: 'Loop', year: 2026, nth: 0 } as const;
const typed = (entrance: number, exit = 2) =>
  withCounts(untyped, [
    { ...loop, side: 'entrance', count: entrance },
    { ...loop, side: 'exit', count: exit },
  ]);
const draft = (wanted: CarPosts) => draftOrNull({ ...untyped, posts: wanted });

describe('a draft of failure counts', () => {
  it('counts typed counts, new issues and new posts, and names the posts and the years', () => {
    const all = withIssue(
      withPost(withIssue(typed(9, 9), 'P2', entry('New')), 'P3', []),
      'P3',
      entry('New', 1, 1, 2024),
    );
    expect(unsavedChanges(draft(all))).toEqual({ count: 5, added: 1, words: '1 post added', years: [2024, 2026] });
    expect(unsavedChanges(draft(typed(9, 9)))).toEqual({ count: 2, added: 0, words: '', years: [2026] });
    expect(unsavedChanges(null)).toEqual({ count: 0, added: 0, words: '', years: [] });
  });

  it('is null once everything is as it was, unless a year is started', () => {
    expect(draft(typed(9))).not.toBeNull();
    expect(draft(typed(1))).toBeNull();
    expect(draft(new Map(savedVersion.posts))).toBeNull();
    expect(draft(withPost(savedVersion.posts, 'P3', []))).not.toBeNull();
    const started = draftOrNull({ ...untyped, started: [{ post: 'P1', year: 2027, from: 2026 }] });
    expect(unsavedChanges(started).count).toBe(0);
    expect(started).not.toBeNull();
  });

  it('is stored and read back, even with __proto__ as a name, and so is one that an older release stored without started years', () => {
    const startedDraft = draftOrNull({
      ...untyped,
      posts: withPost(savedVersion.posts, '__proto__', [entry('__proto__')]),
      started: [{ post: '__proto__', year: 2027, from: 2026 }],
      sent: [savedVersion.posts],
    });
    if (!startedDraft) throw new Error('There is no draft');
    const { started, ...older } = storedDraft(startedDraft);
    expect(v.parse(failureDraftSchema, JSON.parse(JSON.stringify({ ...older, started })))).toEqual(startedDraft);
    expect(v.parse(failureDraftSchema, JSON.parse(JSON.stringify(older)))).toEqual({ ...startedDraft, started: [] });
  });
});
