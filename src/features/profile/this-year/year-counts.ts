import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { keptPeriods, type KeptPeriods } from '../../../records/task/kept-periods.ts';
import { visibleTasks, type Task } from '../../../records/task/task.ts';
import { months, siteMonth, siteStamp, type Month } from '../../../records/time.ts';

/** A month and its visible visits, which are those that its link leads to. */
export interface MonthWithVisits {
  year: string;
  month: Month;
  visits: number;
}

export interface YearCounts {
  /** The current year in Singapore. */
  year: number;
  /** Months between agreed visits; null without an agreement. */
  everyMonths: number | null;
  keptPeriods: KeptPeriods;
  /** Visible visits by date: all of the year, its emergency calls, and those without a kind. */
  visits: number;
  emergencies: number;
  unsaid: number;
  lastVisit: Task | null;
  lastMonth: MonthWithVisits;
  /** January first: whether a visit is dated in the month, and how many are filed under it. */
  months: readonly (MonthWithVisits & { visited: boolean })[];
}

/** `decisions §8`. */
export function countYear(
  { tasks2024, visit_every_months: everyMonths }: Pick<SiteRecord, 'tasks2024' | 'visit_every_months'>,
  now: Date,
): YearCounts {
  const shown = visibleTasks(tasks2024);
  const dated = shown.map((task) => ({ task, day: siteStamp(new Date(task.time)).slice(0, 10) }));
  const thisYear = siteStamp(now).slice(0, 4);
  const ofYear = dated.filter(({ day }) => day.startsWith(thisYear));
  const filed = ({ year, month }: { year: string; month: Month }): MonthWithVisits => ({
    year,
    month,
    visits: shown.filter((task) => task.year === year && task.month === month).length,
  });
  return {
    year: Number(thisYear),
    everyMonths,
    keptPeriods: keptPeriods(shown, everyMonths, Number(thisYear), now),
    visits: ofYear.length,
    emergencies: ofYear.filter(({ task }) => task.kind === 'emergency').length,
    unsaid: ofYear.filter(({ task }) => task.kind === undefined).length,
    lastVisit: shown[0] ?? null,
    lastMonth: filed(monthBefore(now)),
    months: months.map(({ value: month }, index) => {
      const begin = `${thisYear}-${String(index + 1).padStart(2, '0')}`;
      return { ...filed({ year: thisYear, month }), visited: ofYear.some(({ day }) => day.startsWith(begin)) };
    }),
  };
}

function monthBefore(now: Date): { year: string; month: Month } {
  const [year, month] = siteStamp(now).split('-').map(Number);
  // the 15th is in the same month in every zone
  return siteMonth(new Date(Date.UTC(year ?? 0, (month ?? 0) - 2, 15)));
}
