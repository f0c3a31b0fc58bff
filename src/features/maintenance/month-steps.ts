import { months, siteMonth, taskYears, type Month } from '../../records/time.ts';

interface FiledMonth {
  year: string;
  month: Month;
}

/** `tasks`: how many are filed under the month. */
export interface MonthStep extends FiledMonth {
  tasks: number;
}

/**
 * The nearest months before and after, even without tasks; null beyond the first task's month, and beyond the current
 * month or the last task's.
 * @param filed the visible tasks.
 */
export function monthSteps(
  here: FiledMonth,
  filed: readonly FiledMonth[],
  now: Date,
): { previous: MonthStep | null; next: MonthStep | null } {
  const numbers = filed.map(numberOf);
  const today = siteMonth(now);
  // the current year may be outside the range of tasks
  const ends = isTaskYear(today.year) ? [...numbers, numberOf(today)] : numbers;
  const first = ends.reduce((least, one) => Math.min(least, one), Infinity);
  const last = ends.reduce((most, one) => Math.max(most, one), -Infinity);
  const at = numberOf(here);
  const step = (number: number): MonthStep | null => {
    const year = taskYears[Math.floor(number / 12)];
    const month = months[number % 12]?.value;
    return year && month ? { year, month, tasks: numbers.filter((one) => one === number).length } : null;
  };
  return { previous: at > first ? step(at - 1) : null, next: at < last ? step(at + 1) : null };
}

/** Months since January of the first year that tasks can have (`spec §3`). */
function numberOf({ year, month }: FiledMonth): number {
  return (Number(year) - Number(taskYears[0])) * 12 + months.findIndex(({ value }) => value === month);
}

function isTaskYear(year: string): boolean {
  return taskYears.some((one) => one === year);
}
