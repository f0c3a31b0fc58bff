import { months, taskYears, type Month } from '../../records/time.ts';

interface Filed {
  year: string;
  month: Month;
}

/** How many are filed under each year that there can be (`spec §3`), in order. */
export function visitsByYear(tasks: readonly Filed[]): { year: string; visits: number }[] {
  return taskYears.map((year) => ({ year, visits: tasks.filter((one) => one.year === year).length }));
}

/** How many are filed under each month, January first: of one year, or of all when it is null. */
export function visitsByMonth(tasks: readonly Filed[], year: string | null): { month: Month; visits: number }[] {
  const ofYear = year === null ? tasks : tasks.filter((one) => one.year === year);
  return months.map(({ value: month }) => ({ month, visits: ofYear.filter((one) => one.month === month).length }));
}
