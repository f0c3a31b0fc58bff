import { message, type Message } from '../../lib/language/translate.ts';
import { type Task, hasPdf } from '../../records/task/task.ts';
import { months } from '../../records/time.ts';

// The order of the visits of a site. It does not use `lib/screen/list-order.ts`, whose default order is always the same: here it is the best
// match in a search, and otherwise a reversed order, the newest first.

/** The keys that tasks can be sorted by. Year and month have no column, because dates and headings show them. */
export const orderKeys = ['date', 'year', 'month', 'title', 'pdf', 'photos'] as const;

/** The keys that can be chosen, and `best`, which sorts by how well a task matches the words of a search. */
export type OrderKey = (typeof orderKeys)[number] | 'best';

export interface TaskOrder {
  key: OrderKey;
  descending: boolean;
}

export const usualOrder: TaskOrder = { key: 'date', descending: true };

/** The order if the query string has none. */
function defaultOrder(searching: boolean): TaskOrder {
  return searching ? { key: 'best', descending: false } : usualOrder;
}

/** Reads the order from the query string: `?sort=title` is ascending, `?sort=-title` descending. */
export function readOrder(params: URLSearchParams, searching: boolean): TaskOrder {
  const sort = params.get('sort') ?? '';
  const key = orderKeys.find((candidate) => candidate === sort.replace(/^-/u, ''));
  return key ? { key, descending: sort.startsWith('-') } : defaultOrder(searching);
}

/** The value of an order in the query string. It is empty for the default: the best match first in a search, otherwise the newest first. */
export function orderValue({ key, descending }: TaskOrder, searching: boolean): string {
  const usual = defaultOrder(searching);
  return key === usual.key && descending === usual.descending ? '' : `${descending ? '-' : ''}${key}`;
}

interface OrderLabels {
  head: Message;
  ascending: Message;
  descending: Message;
  /** The order after the first press on the head. */
  first: 'ascending' | 'descending';
}

export const orderLabels: Record<(typeof orderKeys)[number], OrderLabels> = {
  date: {
    head: message('Date'),
    ascending: message('Oldest first'),
    descending: message('Newest first'),
    first: 'descending',
  },
  year: {
    head: message('Year'),
    ascending: message('Year, first to last'),
    descending: message('Year, last to first'),
    first: 'descending',
  },
  month: {
    head: message('Month'),
    ascending: message('Month, January first'),
    descending: message('Month, December first'),
    first: 'ascending',
  },
  title: {
    head: message('Title'),
    ascending: message('Title, A to Z'),
    descending: message('Title, Z to A'),
    first: 'ascending',
  },
  pdf: {
    head: message('PDF'),
    ascending: message('Without PDF first'),
    descending: message('With PDF first'),
    first: 'descending',
  },
  photos: {
    head: message('Photos'),
    ascending: message('Fewest photos first'),
    descending: message('Most photos first'),
    first: 'descending',
  },
};

const monthIndex = new Map<string, number>(months.map(({ value }, index) => [value, index]));
const titleCollator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const comparisons: Record<Exclude<OrderKey, 'date' | 'best'>, (a: Task, b: Task) => number> = {
  year: (a, b) => Number(a.year) - Number(b.year),
  month: (a, b) => (monthIndex.get(a.month) ?? 0) - (monthIndex.get(b.month) ?? 0),
  title: (a, b) => titleCollator.compare(a.title, b.title),
  pdf: (a, b) => Number(hasPdf(a)) - Number(hasPdf(b)),
  photos: (a, b) => a.urls.length - b.urls.length,
};

/**
 * Sorts tasks; those with the same value, the newest first.
 * @param newest the tasks, the newest first
 * @param ranks how well each task matches the search, 0 being the best; only needed for the order `best`
 */
export function orderTasks(
  newest: readonly Task[],
  { key, descending }: TaskOrder,
  ranks: ReadonlyMap<Task, number> = new Map(),
): Task[] {
  if (key === 'best') return newest.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  if (key === 'date') return descending ? [...newest] : newest.toReversed();
  const compare = comparisons[key];
  return newest.toSorted(descending ? (a, b) => compare(b, a) : compare);
}
