import { months, taskYears, type Month } from '../../records/time.ts';

interface Filed {
  year: string;
  month: Month;
}

/** Counts `found`, newest year first. Years in which the site has no visit are left out, except the chosen one. */
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

/** Visits filed under each month, January first; null for all years. */
export function visitsByMonth(tasks: readonly Filed[], year: string | null): { month: Month; visits: number }[] {
  const ofYear = year === null ? tasks : tasks.filter((one) => one.year === year);
  return months.map(({ value: month }) => ({ month, visits: ofYear.filter((one) => one.month === month).length }));
}
