import { months, monthLabel } from '../../records/time.ts';
import { hasPdf, type Task } from '../../records/task/task.ts';
import { csvOf } from '../../lib/csv.ts';
import { visitKindLabel, visitTime } from '../../records/task/visit.ts';

/** What tasks can be sorted by. Year and month have no column, as dates and headings show them. */
export const orderKeys = ['date', 'year', 'month', 'title', 'pdf', 'photos'] as const;

export type OrderKey = (typeof orderKeys)[number];

export interface TaskOrder {
  key: OrderKey;
  descending: boolean;
}

export const usualOrder: TaskOrder = { key: 'date', descending: true };

interface OrderLabels {
  head: string;
  ascending: string;
  descending: string;
  /** The order after the first press on the head. */
  first: 'ascending' | 'descending';
}

export const orderLabels: Record<OrderKey, OrderLabels> = {
  date: { head: 'Date', ascending: 'Oldest first', descending: 'Newest first', first: 'descending' },
  year: { head: 'Year', ascending: 'Year, first to last', descending: 'Year, last to first', first: 'descending' },
  month: {
    head: 'Month',
    ascending: 'Month, January first',
    descending: 'Month, December first',
    first: 'ascending',
  },
  title: { head: 'Title', ascending: 'Title, A to Z', descending: 'Title, Z to A', first: 'ascending' },
  pdf: { head: 'PDF', ascending: 'Without PDF first', descending: 'With PDF first', first: 'descending' },
  photos: {
    head: 'Photos',
    ascending: 'Fewest photos first',
    descending: 'Most photos first',
    first: 'descending',
  },
};

const place = new Map<string, number>(months.map(({ value }, index) => [value, index]));
const titles = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const comparisons: Record<Exclude<OrderKey, 'date'>, (a: Task, b: Task) => number> = {
  year: (a, b) => Number(a.year) - Number(b.year),
  month: (a, b) => (place.get(a.month) ?? 0) - (place.get(b.month) ?? 0),
  title: (a, b) => titles.compare(a.title, b.title),
  pdf: (a, b) => Number(hasPdf(a)) - Number(hasPdf(b)),
  photos: (a, b) => a.urls.length - b.urls.length,
};

/** The tasks in an order, equal ones newest first. `newest`: the tasks, newest first. */
export function orderTasks(newest: readonly Task[], { key, descending }: TaskOrder): Task[] {
  if (key === 'date') return descending ? [...newest] : newest.toReversed();
  const compare = comparisons[key];
  return newest.toSorted(descending ? (a, b) => compare(b, a) : compare);
}

/** The tasks as CSV, in the order given: dates (`2026-03-26`) and times in Singapore, photos as a number. */
export function taskCsv(tasks: readonly Task[]): string {
  return csvOf([
    ['Date', 'Time', 'Year', 'Month', 'Kind', 'Title', 'Text', 'PDF', 'Photos'],
    ...tasks.map((task) => {
      const { date, clock } = visitTime(task.time);
      return [
        date,
        clock,
        task.year,
        monthLabel(task.month),
        visitKindLabel(task.kind) ?? '',
        task.title,
        task.tasks,
        hasPdf(task) ? 'Yes' : 'No',
        task.urls.length,
      ];
    }),
  ]);
}
