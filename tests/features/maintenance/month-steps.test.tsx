import { describe, expect, it } from 'vitest';
import { monthSteps } from '../../../src/features/maintenance/Dashboard.tsx';
import type { Month } from '../../../src/records/time.ts';

const filed = (year: string, month: Month) => ({ year, month });
const tasks = [filed('2025', 'nov'), filed('2025', 'nov'), filed('2026', 'february')];
const now = new Date('2026-04-10T00:00:00Z');
const around = (year: string, month: Month, tasksOfSite = tasks, at = now) => {
  const { previous, next } = monthSteps({ year, month }, tasksOfSite, at);
  return [previous, next].map((step) => step && `${step.year} ${step.month} ${step.tasks}`);
};

describe('monthSteps', () => {
  it.each([
    ['2025', 'dec', ['2025 nov 2', '2026 january 0']],
    ['2026', 'january', ['2025 dec 0', '2026 february 1']],
    // the ends: the first task, and the current month
    ['2025', 'nov', [null, '2025 dec 0']],
    ['2026', 'mar', ['2026 february 1', '2026 apr 0']],
    ['2026', 'apr', ['2026 mar 0', null]],
    // a link may lead beyond the ends, and there is a step back
    ['2030', 'dec', ['2030 nov 0', null]],
    ['2022', 'january', [null, '2022 february 0']],
  ] as const)('around %s %s: %j', (year, month, steps) => {
    expect(around(year, month)).toEqual(steps);
  });

  it('ends with a task that is filed ahead, and consists of the current month if there are no tasks', () => {
    expect(around('2026', 'apr', [...tasks, filed('2026', 'june')])[1]).toBe('2026 may 0');
    expect(around('2026', 'apr', [])).toEqual([null, null]);
    expect(around('2026', 'mar', [])).toEqual([null, '2026 apr 0']);
  });

  it('ignores the current month in a year that tasks cannot have', () => {
    expect(around('2026', 'february', tasks, new Date('2031-05-01T00:00:00Z'))).toEqual(['2026 january 0', null]);
    expect(around('2030', 'dec', [filed('2030', 'dec')], new Date('2031-05-01T00:00:00Z'))).toEqual([null, null]);
  });

  it('uses the current month in Singapore', () => {
    expect(around('2026', 'apr', tasks, new Date('2026-04-30T16:30:00Z'))[1]).toBe('2026 may 0');
  });
});
