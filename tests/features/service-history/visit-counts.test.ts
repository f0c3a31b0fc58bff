import { describe, expect, it } from 'vitest';
import { visitsByMonth, visitsByYear } from '../../../src/features/service-history/history-filters.ts';
import { task } from '../../support/rows.ts';

const tasks = [
  task({ id: 1, year: '2025', month: 'january' }),
  task({ id: 2, year: '2026', month: 'january' }),
  task({ id: 3, year: '2026', month: 'dec' }),
  task({ id: 4, year: '2026', month: 'dec' }),
];

describe('visits', () => {
  it('are counted for every year with visits, the latest first, even if a search excludes all', () => {
    const found = tasks.filter(({ year }) => year === '2026');
    const counted = (chosen: string | null) =>
      visitsByYear(tasks, found, chosen).map(({ year, visits }) => `${year} ${visits}`);
    expect(counted(null)).toEqual(['2026 3', '2025 0']);
    // a link may select it
    expect(counted('2030')).toEqual(['2030 0', '2026 3', '2025 0']);
    expect(counted('2025')).toEqual(['2026 3', '2025 0']);
  });

  it('are counted for the twelve months of a year', () => {
    const counts = visitsByMonth(tasks, '2026');
    expect(counts).toHaveLength(12);
    expect(counts[0]).toEqual({ month: 'january', visits: 1 });
    expect(counts[11]).toEqual({ month: 'dec', visits: 2 });
    expect(counts.slice(1, 11).every(({ visits }) => visits === 0)).toBe(true);
  });

  it('are counted for the months of all years together', () => {
    expect(visitsByMonth(tasks, null)[0]?.visits).toBe(2);
  });
});
