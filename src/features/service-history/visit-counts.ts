import { months, taskYears, type Month } from '../../records/time.ts';

interface Filed {
  year: string;
  month: Month;
}

/**
 * How many of the found visits are filed under each year, the latest year first. Years without a visit of the site are
 * left out, but for the chosen one.
 */
export function visitsByYear(
  all: readonly Filed[],
  found: readonly Filed[],
  chosen: string | null,
): { year: string; visits: number }[] {
  const visited = new Set(all.map(({ year }) => year));
  return taskYears
    .filter((year) => visited.has(year) || year === chosen)
    .map((year) => ({ year, visits: found.filter((one) => one.year === year).length }))
    .toReversed();
}

/** How many are filed under each month, January first: of one year, or of all when it is null. */
export function visitsByMonth(tasks: readonly Filed[], year: string | null): { month: Month; visits: number }[] {
  const ofYear = year === null ? tasks : tasks.filter((one) => one.year === year);
  return months.map(({ value: month }) => ({ month, visits: ofYear.filter((one) => one.month === month).length }));
}
