import { type TaskOrder, orderKeys, orderTasks, usualOrder } from './task-order.ts';
import { useDeferredValue, useMemo } from 'react';
import { useQueryValues, type ChangeQuery } from '../../lib/screen/use-query-values.ts';
import { foldedText, wordsOf } from '../../lib/text-search.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { inPeriod, visibleTasks, type Task, type TaskFilter } from '../../records/task/task.ts';
import { ofKind, kindFilters, readKindFilter, type KindFilter } from '../../records/task/visit.ts';
import { months, taskYears, type Month, isMonth, monthLabel } from '../../records/time.ts';

type FilterName = 'q' | 'year' | 'month' | 'kind' | 'sort';

export interface ServiceHistory {
  filter: HistoryFilter;
  order: TaskOrder;
  words: readonly string[];
  visible: readonly Task[];
  found: readonly Task[];
  shown: readonly Task[];
  change: ChangeQuery<FilterName>;
}

const noTasks: SiteRecord['tasks2024'] = [];

/** The visible tasks of a site, filtered and sorted by the query string; none without a record. */
export function useHistory(record: SiteRecord | null | undefined): ServiceHistory {
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
