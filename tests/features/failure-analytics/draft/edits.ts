import { addEdit } from '../../../../src/features/failure-analytics/draft/add-edit.ts';
import type { FailureEdit } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import type { CarPosts, FailureEntry } from '../../../../src/records/failure/failure-record.ts';

export const entry = (type: string, entrance = 1, exit = 2, year = 2026): FailureEntry => ({
  type,
  entrance,
  exit,
  year,
});
export const base: CarPosts = new Map([
  ['P1', [entry('Loop'), entry('Loop', 7, 8), entry('Arm', 3, 4, 2025)]],
  ['P2', []],
]);
export const edited = (...edits: FailureEdit[]) => {
  let all: readonly FailureEdit[] = [];
  for (const edit of edits) all = addEdit(base, all, edit);
  return all;
};
export const count = (post: string, type: string, to: number, nth = 0, year = 2026) => ({
  kind: 'count' as const,
  post,
  type,
  year,
  nth,
  side: 'entrance' as const,
  to,
});
