import { describe, expect, it } from 'vitest';
import { nextLook, longestAbsenceMs } from '../../../src/components/task/use-new-tasks.ts';

describe('the last look', () => {
  it('starts with everything seen', () => {
    expect(nextLook(undefined, 12, 1_000)).toEqual({ seen: 12, latest: 12, at: 1_000 });
  });

  it('remembers what is new for the whole visit, whatever is added meanwhile', () => {
    const before = { seen: 10, latest: 12, at: 1_000 };
    expect(nextLook(before, 14, 1_000 + longestAbsenceMs - 1)).toEqual({
      seen: 10,
      latest: 14,
      at: longestAbsenceMs + 999,
    });
  });

  it('moves on to what the last visit showed once that visit is over', () => {
    const before = { seen: 10, latest: 12, at: 1_000 };
    expect(nextLook(before, 14, 1_000 + longestAbsenceMs)).toMatchObject({ seen: 12, latest: 14 });
  });

  it('is not reset by removed tasks', () => {
    expect(nextLook({ seen: 10, latest: 12, at: 0 }, 8, longestAbsenceMs)).toMatchObject({ seen: 12, latest: 12 });
  });
});
