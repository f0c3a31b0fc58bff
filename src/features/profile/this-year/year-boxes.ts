import type { PeriodState } from '../../../records/task/kept-periods.ts';
import type { YearCounts } from './year-counts.ts';

/** `visited` and `no visit`: without an agreed interval nothing is kept or missed. */
export type BoxState = PeriodState | 'visited' | 'no visit';

/** The months of the year that one agreed visit covers; a single month without an agreement. */
export interface YearBox {
  state: BoxState;
  /** Of the whole period, which may begin before the year or end after it: `2026-01-01`. */
  first: string;
  last: string;
  months: YearCounts['months'];
}

/** The year in boxes, January first; `today` is a day such as `2026-11-22`. */
export function yearBoxes({ year, keptPeriods, months }: YearCounts, today: string): YearBox[] {
  if (keptPeriods.periods.length === 0)
    return months.map((month, index) => {
      const first = `${year}-${String(index + 1).padStart(2, '0')}-01`;
      const state = month.visited ? 'visited' : first > today ? 'to come' : 'no visit';
      return { state, first, last: first, months: [month] };
    });
  return keptPeriods.periods.map(({ first, last, state }) => {
    const from = first < `${year}` ? 0 : Number(first.slice(5, 7)) - 1;
    const to = last.slice(0, 4) > `${year}` ? 12 : Number(last.slice(5, 7));
    return { state, first, last, months: months.slice(from, to) };
  });
}
