import { describe, expect, it } from 'vitest';
import { addEdit } from '../../../../src/features/failure-analytics/draft/add-edit.ts';
import type { FailureDraft, FailureEdit } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { mergeEdits } from '../../../../src/features/failure-analytics/draft/merge-edits.ts';
import { withSentIssues } from '../../../../src/features/failure-analytics/draft/sent-issues.ts';
import { count, entry } from './edits.ts';
import { base, record } from './merges.ts';

const issue = (post: string, type: string, entrance = 1): FailureEdit => ({
  kind: 'issue',
  post,
  entry: entry(type, entrance),
});
const draft = (...edits: FailureEdit[]): FailureDraft => ({ base: { posts: base, revision: 1 }, edits });
/** The edits after a save whose response was lost. */
const lost = (...edits: FailureEdit[]) => withSentIssues(draft(...edits), draft(...edits))?.edits ?? [];
const stored = base.get('P1') ?? [];

describe('an added issue whose save got no response', () => {
  it('is not added again if it was stored, and what somebody else saved since is kept', () => {
    const theirs = record(...stored.slice(0, 1), entry('Arm', 6, 4), entry('New'));
    const { edits, posts, conflicts } = mergeEdits(base, lost(issue('P1', 'New')), theirs);
    expect([edits, conflicts]).toEqual([[], []]);
    expect(posts).toEqual(theirs);
  });

  it('is added if it was not stored', () => {
    const theirs = record(...stored, entry('Other'));
    expect(mergeEdits(base, lost(issue('P1', 'New')), theirs).posts).toEqual(
      record(...stored, entry('Other'), entry('New')),
    );
  });

  it('is not mistaken for an earlier one of the same type', () => {
    const theirs = record(...stored, entry('Other'));
    expect(mergeEdits(base, lost(issue('P1', 'Loop')), theirs).posts.get('P1')).toEqual([
      ...stored,
      entry('Other'),
      entry('Loop'),
    ]);
  });

  it('is stored twice if it was added twice, and each is recognised once', () => {
    const twice = lost(issue('P1', 'New'), issue('P1', 'New'));
    const one = record(...stored, entry('New'), entry('Other'));
    expect(
      mergeEdits(base, twice, one)
        .posts.get('P1')
        ?.filter(({ type }) => type === 'New'),
    ).toHaveLength(2);
    const both = record(...stored, entry('New'), entry('New'), entry('Other'));
    expect(mergeEdits(base, twice, both).posts).toEqual(both);
  });

  it('that was changed after that save becomes a change to the stored one', () => {
    const edits = addEdit(base, lost(issue('P1', 'New')), count('P1', 'New', 7));
    const theirs = record(...stored, entry('New'), entry('Other'));
    expect(mergeEdits(base, edits, theirs).posts).toEqual(record(...stored, entry('New', 7), entry('Other')));
  });

  it('is recognised in a post that was added with it too', () => {
    const edits = lost({ kind: 'post', post: 'P2' }, issue('P2', 'New'));
    const theirs = new Map([...base, ['P2', [entry('New')]], ['P3', []]]);
    expect(mergeEdits(base, edits, theirs).posts).toEqual(theirs);
  });

  it('does not mark identical issues added since as sent', () => {
    const before = draft(issue('P1', 'New'));
    const after = draft(issue('P1', 'New'), issue('P1', 'New'));
    const edits = withSentIssues(after, before)?.edits ?? [];
    expect(edits.map((edit) => edit.kind === 'issue' && edit.sent !== undefined)).toEqual([true, false]);
    expect(withSentIssues(null, before)).toBeNull();
  });
});
