import { conflictKey, type FailureChoices } from '../../../../src/features/failure-analytics/draft/failure-conflict.ts';
import type { FailureEdit } from '../../../../src/features/failure-analytics/draft/failure-edit.ts';
import { mergeEdits } from '../../../../src/features/failure-analytics/draft/merge-edits.ts';
import type { CarPosts, FailureEntry } from '../../../../src/records/failure/failure-record.ts';
import { entry } from './edits.ts';

export const record = (...p1: FailureEntry[]): CarPosts => new Map([['P1', p1]]);
export const base = record(entry('Loop'), entry('Arm', 3, 4));
export const mine = {
  kind: 'count',
  post: 'P1',
  type: 'Loop',
  year: 2026,
  nth: 0,
  side: 'entrance',
  to: 9,
} satisfies FailureEdit;
export const rename = { kind: 'rename', post: 'P1', to: 'Gate' } satisfies FailureEdit;

/** Merges, chooses mine or theirs for every conflict, and merges again. */
export function decided(edits: FailureEdit[], theirs: CarPosts, whose: 'mine' | 'theirs') {
  const { conflicts } = mergeEdits(base, edits, theirs);
  const choices: FailureChoices = Object.fromEntries(conflicts.map((conflict) => [conflictKey(conflict), whose]));
  return mergeEdits(base, edits, theirs, choices);
}
