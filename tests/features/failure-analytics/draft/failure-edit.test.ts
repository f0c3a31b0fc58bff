import { describe, expect, it } from 'vitest';
import { addEdit } from '../../../../src/features/failure-analytics/draft/add-edit.ts';
import { applyEdits, placeOf } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { base, count, edited, entry } from './edits.ts';

describe('edits of a record', () => {
  it('find the second of two entries of the same type and year by its position', () => {
    expect(placeOf('P1', base.get('P1') ?? [], 1)).toEqual({ post: 'P1', type: 'Loop', year: 2026, nth: 1 });
    expect(placeOf('P1', base.get('P1') ?? [], 3)).toBeNull();
    const posts = applyEdits(base, edited(count('P1', 'Loop', 9, 1)));
    expect(posts.get('P1')).toEqual([entry('Loop'), entry('Loop', 9, 8), entry('Arm', 3, 4, 2025)]);
    expect(base.get('P1')?.[1]?.entrance).toBe(7);
  });

  it('are merged into one per cell, and dropped when it is set back', () => {
    expect(edited(count('P1', 'Loop', 9), count('P1', 'Loop', 10))).toEqual([count('P1', 'Loop', 10)]);
    expect(edited(count('P1', 'Loop', 9), count('P1', 'Loop', 1))).toEqual([]);
    expect(edited(count('P1', 'Loop', 9), { ...count('P1', 'Loop', 9), side: 'exit' })).toHaveLength(2);
  });

  it('put an added issue last, and store its counts in it', () => {
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

  it('rename an added post with everything in it', () => {
    const edits = edited(
      { kind: 'post', post: 'P3' },
      { kind: 'issue', post: 'P3', entry: entry('Arm') },
      { kind: 'rename', post: 'P3', to: '__proto__' },
      { kind: 'count', post: '__proto__', type: 'Arm', year: 2026, nth: 0, side: 'exit', to: 4 },
    );
    expect(edits.map(({ kind }) => kind)).toEqual(['post', 'issue']);
    expect([...applyEdits(base, edits)].at(-1)).toEqual(['__proto__', [entry('Arm', 1, 4)]]);
  });

  it('are ignored for entries that are gone', () => {
    expect(applyEdits(new Map(), [count('P1', 'Loop', 9)])).toEqual(new Map());
  });
});
