import type { CarPosts, FailureEntry } from '../../../../src/records/failure/failure-record.ts';

export const entry = (type: string, entrance = 1, exit = 2, year = 2026): FailureEntry => ({
  type,
  entrance,
  exit,
  year,
});

export const posts = (record: Record<string, readonly FailureEntry[]>): CarPosts => new Map(Object.entries(record));
