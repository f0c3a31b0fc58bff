import { canReport, type Task } from '../../../records/task/task.ts';
import { monthLabel, siteMonth, siteTime, type Month } from '../../../records/time.ts';
import type { OrderKey } from '../task-order.ts';

/** And whether it has a report of its own (`spec §4`). */
export interface HeadedMonth {
  year: string;
  month: Month;
  report: boolean;
}

interface GroupHeading {
  kind: 'heading';
  name: string;
  tasks: number;
  month: HeadedMonth | null;
}

/** A line of the table: the heading of a year or month, or a task. */
export type HistoryEntry = GroupHeading | { kind: 'task'; task: Task };

/**
 * Tasks in order, with headings when sorted by time: by date, of the visit's own month (`decisions §8`); else of the
 * year or month they are filed under.
 * @param visible all visible tasks of the site, as a report covers the whole month, whatever the search.
 */
export function historyEntries(ordered: readonly Task[], key: OrderKey, visible: readonly Task[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  const filed = filedCounts(visible);
  let heading: GroupHeading | undefined;
  for (const task of ordered) {
    const name = headingOf(task, key);
    if (name !== null && heading?.name !== name) {
      heading = { kind: 'heading', name, tasks: 0, month: key === 'date' ? headedMonth(task, filed) : null };
      entries.push(heading);
    }
    if (heading) heading.tasks += 1;
    entries.push({ kind: 'task', task });
  }
  return entries;
}

function headingOf(task: Task, key: OrderKey): string | null {
  if (key === 'date') return siteTime(task.time).month;
  if (key === 'year') return task.year;
  return key === 'month' ? monthLabel(task.month) : null;
}

function headedMonth(task: Task, filed: ReadonlyMap<string, number>): HeadedMonth | null {
  const period = siteMonth(new Date(task.time));
  const count = filed.get(`${period.year} ${period.month}`) ?? 0;
  // an old entry may be dated in a month with no tasks filed under it
  return count === 0 ? null : { ...period, report: canReport(period, count) };
}

function filedCounts(tasks: readonly Task[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { year, month } of tasks) counts.set(`${year} ${month}`, (counts.get(`${year} ${month}`) ?? 0) + 1);
  return counts;
}
