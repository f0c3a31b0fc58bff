import { groupByMonth, type Task } from '../../../records/task/task.ts';
import { monthLabel, siteMonth, type Month } from '../../../records/time.ts';
import type { OrderKey } from '../history-filters.ts';

// What the table lists: tasks and the headings above them.

/** The month that a heading leads to. */
export interface HeadedMonth {
  year: string;
  month: Month;
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
 * The tasks in order. Those sorted by date stand under the month of their visit (`decisions §8`), those sorted by year or
 * month under the one they are filed under; in another order there are no headings.
 * @param visible all visible tasks of the site: a month that has any can be opened, whatever the search.
 */
export function historyEntries(ordered: readonly Task[], key: OrderKey, visible: readonly Task[]): HistoryEntry[] {
  if (key === 'date') return entriesByVisit(ordered, visible);
  const entries: HistoryEntry[] = [];
  let heading: GroupHeading | undefined;
  for (const task of ordered) {
    const name = headingOf(task, key);
    if (name !== null && heading?.name !== name) {
      heading = { kind: 'heading', name, tasks: 0, month: null };
      entries.push(heading);
    }
    if (heading) heading.tasks += 1;
    entries.push({ kind: 'task', task });
  }
  return entries;
}

function entriesByVisit(ordered: readonly Task[], visible: readonly Task[]): HistoryEntry[] {
  const filed = new Set(visible.map(filedUnder));
  return groupByMonth(ordered).flatMap(({ month, tasks }) => [
    { kind: 'heading' as const, name: month, tasks: tasks.length, month: headedMonth(tasks, filed) },
    ...tasks.map((task) => ({ kind: 'task' as const, task })),
  ]);
}

function headingOf(task: Task, key: OrderKey): string | null {
  if (key === 'year') return task.year;
  return key === 'month' ? monthLabel(task.month) : null;
}

function headedMonth([first]: readonly Task[], filed: ReadonlySet<string>): HeadedMonth | null {
  if (!first) return null;
  const period = siteMonth(new Date(first.time));
  // an old entry may be dated in a month with no tasks filed under it
  return filed.has(filedUnder(period)) ? period : null;
}

const filedUnder = ({ year, month }: HeadedMonth) => `${year} ${month}`;
