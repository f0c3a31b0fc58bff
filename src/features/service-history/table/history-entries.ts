import { groupByMonth, type Task } from '../../../records/task/task.ts';
import { monthLabel, siteMonth, type Month } from '../../../records/time.ts';
import type { OrderKey } from '../history-order.ts';

// The lines of the table: tasks and the headings above them.

/** The month that a heading links to. */
export interface HeadedMonth {
  year: string;
  month: Month;
}

interface GroupHeading {
  kind: 'heading';
  name: string;
  /** The number of tasks below the heading. */
  tasks: number;
  /** The month to link to; null if no visible task is filed under it, or for another heading. */
  month: HeadedMonth | null;
}

/** A line of the table: the heading of a year or month, or a task. */
export type HistoryEntry = GroupHeading | { kind: 'task'; task: Task };

/**
 * Adds headings to the sorted tasks. Tasks sorted by date get the months of their dates (`decisions §8`), tasks sorted by year or month
 * those that they are filed under. Other orders have no headings.
 * @param visible all visible tasks of the site. A heading links to its month if any of them is filed under it, even if no search finds it.
 */
export function historyEntries(ordered: readonly Task[], key: OrderKey, visible: readonly Task[]): HistoryEntry[] {
  if (key === 'date') return entriesByDate(ordered, visible);
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

function entriesByDate(ordered: readonly Task[], visible: readonly Task[]): HistoryEntry[] {
  const filedMonths = new Set(visible.map(filedUnder));
  return groupByMonth(ordered).flatMap(({ month, tasks }) => [
    { kind: 'heading' as const, name: month, tasks: tasks.length, month: headedMonth(tasks, filedMonths) },
    ...tasks.map((task) => ({ kind: 'task' as const, task })),
  ]);
}

function headingOf(task: Task, key: OrderKey): string | null {
  if (key === 'year') return task.year;
  return key === 'month' ? monthLabel(task.month) : null;
}

/** The month that the heading of these tasks links to, if any. */
function headedMonth([first]: readonly Task[], filedMonths: ReadonlySet<string>): HeadedMonth | null {
  if (!first) return null;
  const period = siteMonth(new Date(first.time));
  // an old task may be dated in a month under which no task is filed: a link would show an empty month
  return filedMonths.has(filedUnder(period)) ? period : null;
}

const filedUnder = ({ year, month }: HeadedMonth) => `${year} ${month}`;
