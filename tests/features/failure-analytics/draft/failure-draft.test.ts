import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  draftOf,
  failureDraftSchema,
  storedDraft,
  unsavedChanges,
  withCount,
  withPost,
  withIssue,
} from '../../../../src/features/failure-analytics/draft/failure-draft.ts';
import { entry, posts } from './records.ts';

const stored = { posts: posts({ P1: [entry('Loop'), entry('Arm', 3, 4)], P2: [] }), revision: 4 };

describe('a draft of failure counts', () => {
  it('counts typed counts, new issues and new posts, and names the posts', () => {
    const typed = withCount(withCount(stored.posts, 'P1', 0, 'entrance', 9), 'P1', 0, 'exit', 9);
    const all = withIssue(withPost(withIssue(typed, 'P2', entry('New')), 'P3', []), 'P3', entry('New'));
    expect(unsavedChanges(draftOf(stored, all))).toEqual({ count: 5, words: '1 post added' });
    expect(unsavedChanges(draftOf(stored, typed))).toEqual({ count: 2, words: '' });
    expect(unsavedChanges(null)).toEqual({ count: 0, words: '' });
  });

  it('is none once everything is as it was', () => {
    const typed = withCount(stored.posts, 'P1', 0, 'entrance', 9);
    expect(draftOf(stored, withCount(typed, 'P1', 0, 'entrance', 1))).toBeNull();
    expect(draftOf(stored, new Map(stored.posts))).toBeNull();
    expect(draftOf(stored, withPost(stored.posts, 'P3', []))).not.toBeNull();
  });

  it('is stored and read back, __proto__ as a name too', () => {
    const draft = draftOf(stored, withPost(stored.posts, '__proto__', [entry('__proto__')]), [stored.posts]);
    if (!draft) throw new Error('There is no draft');
    const kept: unknown = JSON.parse(JSON.stringify(storedDraft(draft)));
    expect(v.parse(failureDraftSchema, kept)).toEqual(draft);
  });
});
