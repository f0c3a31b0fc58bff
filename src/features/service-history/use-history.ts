import { useDeferredValue, useMemo } from 'react';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { foldedText, wordsOf } from '../../lib/text-search.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { inPeriod, visibleTasks, type Task, type TaskFilter, hasPdf } from '../../records/task/task.ts';
import {
  ofKind,
  kindFilters,
  readKindFilter,
  type KindFilter,
  visitKindLabel,
  visitTime,
} from '../../records/task/visit.ts';
import { months, taskYears, type Month, isMonth, monthLabel } from '../../records/time.ts';
import { csvOf } from '../../lib/csv.ts';

type FilterName = 'q' | 'year' | 'month' | 'kind' | 'sort';

export type ServiceHistory = ReturnType<typeof useHistory>;

const noTasks: SiteRecord['tasks2024'] = [];

/** The visible tasks of a site, filtered and sorted by the query string; none without a record. */
export function useHistory(record: SiteRecord | null | undefined) {
  const [params, change] = useQueryValues<FilterName>();
  const filter = readHistoryFilter(params);
  const { year, month, kind } = filter;
  const { key, descending } = readOrder(params);
  // characters appear at once, thousands of tasks follow
  const query = useDeferredValue(filter.query);
  const tasks = record?.tasks2024 ?? noTasks;

  const words = useMemo(() => wordsOf(query), [query]);
  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const prepared = useMemo(() => toSearch(visible), [visible]);
  const found = useMemo(() => ofKind(searchTasks(prepared, words), kind), [prepared, words, kind]);
  const shown = useMemo(
    () => orderTasks(inPeriod(found, { year, month }), { key, descending }),
    [found, year, month, key, descending],
  );
  return { filter, order: { key, descending }, words, visible, found, shown, change };
}

interface SearchedTask {
  task: Task;
  folded: string;
}

/** The tasks with their text as searches compare it. */
export function toSearch(tasks: readonly Task[]): SearchedTask[] {
  // no query contains a line break, so no hit spans title and text
  return tasks.map((task) => ({ task, folded: foldedText(`${task.title}\n${task.tasks}`) }));
}

/** The tasks with every folded word in title or text; all tasks when there are no words. */
export function searchTasks(tasks: readonly SearchedTask[], words: readonly string[]): Task[] {
  return tasks.filter(({ folded }) => words.every((word) => folded.includes(word))).map(({ task }) => task);
}

interface Filed {
  year: string;
  month: Month;
}

/** Counts `found` by year, newest first. Years in which the site has no visit are left out, except the chosen year. */
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

/** How many visits are filed under each month, January first; of all years when `year` is null. */
export function visitsByMonth(tasks: readonly Filed[], year: string | null): { month: Month; visits: number }[] {
  const ofYear = year === null ? tasks : tasks.filter((one) => one.year === year);
  return months.map(({ value: month }) => ({ month, visits: ofYear.filter((one) => one.month === month).length }));
}

export interface HistoryFilter extends TaskFilter {
  query: string;
  /** Null for all. */
  kind: KindFilter | null;
}

/** Reads `?q=loop&year=2026&month=mar&kind=emergency`; unknown values are ignored. */
function readHistoryFilter(params: URLSearchParams): HistoryFilter {
  const month = params.get('month');
  return {
    query: params.get('q') ?? '',
    year: taskYears.find((year) => year === params.get('year')) ?? null,
    month: isMonth(month) ? month : null,
    kind: readKindFilter(params),
  };
}

/** Reads the order from the query string: `?sort=title` is ascending, `?sort=-title` descending. */
function readOrder(params: URLSearchParams): TaskOrder {
  const sort = params.get('sort') ?? '';
  const key = orderKeys.find((one) => one === sort.replace(/^-/u, ''));
  return key ? { key, descending: sort.startsWith('-') } : usualOrder;
}

/** The order in the query string; empty for the default order. */
export function orderValue({ key, descending }: TaskOrder): string {
  return key === usualOrder.key && descending === usualOrder.descending ? '' : `${descending ? '-' : ''}${key}`;
}

/** The filter by kind in words, `kind “Emergency call”`; empty for all kinds. */
export function kindText(kind: KindFilter | null): string {
  const label = kindFilters.find(({ value }) => value === kind)?.label;
  return label === undefined ? '' : `kind “${label}”`;
}

/** The filters in words, for paper: `March 2026, kind “Other work”, search “loop”`. */
export function filterText({ query, year, month, kind }: HistoryFilter): string {
  const period = [month === null ? '' : monthLabel(month), year ?? ''].filter(Boolean).join(' ');
  const searched = query.trim();
  return [period || 'All years', kindText(kind), searched && `search “${searched}”`].filter(Boolean).join(', ');
}

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
