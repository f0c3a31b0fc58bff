import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../../../../src/features/failure-analytics/draft/failure-draft.ts';
import {
  startWords,
  takenBack,
  unfinished,
  withCounts,
  yearRows,
  yearsToStart,
  type CountChange,
} from '../../../../src/features/failure-analytics/draft/started-year.ts';
import { entry, posts } from './records.ts';

const base = posts({
  P1: [entry('Loop', 1, 2, 2026), entry('Arm', 3, 4, 2026), entry('Loop', 5, 6, 2026), entry('Old', 1, 1, 2024)],
  P2: [entry('Belt', 1, 1, 2025)],
  P3: [],
});
const start = yearsToStart({ posts: base, started: [] }, 2027);
const startedDraft = { ...emptyDraft({ posts: base, revision: 1 }), started: start };
const at = (type: string, side: 'entrance' | 'exit', count: number | null): CountChange => {
  const year = 2027;
  return { post: 'P1', type, year, nth: 0, side, count };
};
const of2027 = (typed: ReturnType<typeof withCounts>) => typed.get('P1')?.filter(({ year }) => year === 2027);

describe('a year that is started', () => {
  it('has the types of the newest earlier year of each post, which is named', () => {
    expect(start).toEqual([
      { post: 'P1', year: 2027, from: 2026 },
      { post: 'P2', year: 2027, from: 2025 },
    ]);
    expect(startWords(2027, start)).toBe('Start 2027 with the types of 2025 and 2026');
    expect(startWords(2027, start.slice(0, 1))).toBe('Start 2027 with the types of 2026');
    // not twice, and not if counts are entered, or nothing is known before
    expect(yearsToStart(startedDraft, 2027)).toEqual([]);
    expect(yearsToStart({ posts: base, started: [] }, 2025)).toEqual([{ post: 'P1', year: 2025, from: 2024 }]);
    expect(yearsToStart({ posts: base, started: [] }, 2024)).toEqual([]);
  });

  it('has rows to type in, and an entry only once a count is typed, which may be 0', () => {
    expect(startedDraft.posts).toBe(base);
    expect(yearRows(start, 'P1', base.get('P1') ?? [], 2027)).toEqual([
      { type: 'Loop', nth: 0, index: null },
      { type: 'Arm', nth: 0, index: null },
    ]);
    expect(unfinished(start, base)).toEqual(start);
    expect(of2027(withCounts(startedDraft, [at('Arm', 'exit', 0)]))).toEqual([entry('Arm', 0, 0, 2027)]);
  });

  it('has its entries in the order of the earlier year, whichever is typed first', () => {
    const arm = withCounts(startedDraft, [at('Arm', 'entrance', 7)]);
    const both = withCounts({ ...startedDraft, posts: arm }, [at('Loop', 'exit', 8)]);
    expect(of2027(both)).toEqual([entry('Loop', 0, 8, 2027), entry('Arm', 7, 0, 2027)]);
    expect(both.get('P1')?.slice(0, 4)).toEqual(base.get('P1'));
    expect(yearRows(start, 'P1', both.get('P1') ?? [], 2027).map(({ index }) => index)).toEqual([4, 5]);
    expect(unfinished(start, both)).toEqual(start.slice(1));
  });

  it('has an empty row again if its only count is removed, but keeps an entry that is saved', () => {
    const typed = withCounts(startedDraft, [at('Loop', 'entrance', 7)]);
    expect(withCounts({ ...startedDraft, posts: typed }, [at('Loop', 'entrance', null)])).toEqual(base);
    const saved = { ...startedDraft, base: { posts: typed, revision: 2 }, posts: typed };
    expect(of2027(withCounts(saved, [at('Loop', 'entrance', null)]))).toEqual([entry('Loop', 0, 0, 2027)]);
  });

  it('loses what was pasted when the paste is undone, except what was typed or saved since', () => {
    const pasted = [at('Loop', 'entrance', 7), at('Loop', 'exit', 8), at('Arm', 'entrance', 9)];
    const typed = withCounts(startedDraft, pasted);
    const takeBack = (now: typeof startedDraft) => withCounts(now, takenBack(pasted, base, now));
    expect(takeBack({ ...startedDraft, posts: typed })).toEqual(base);
    const since = { ...startedDraft, posts: withCounts({ ...startedDraft, posts: typed }, [at('Loop', 'exit', 1)]) };
    expect(of2027(takeBack(since))).toEqual([entry('Loop', 0, 1, 2027)]);
    const saved = { ...startedDraft, base: { posts: typed, revision: 2 }, posts: typed };
    expect(takenBack(pasted, base, saved)).toEqual([]);
  });
});
