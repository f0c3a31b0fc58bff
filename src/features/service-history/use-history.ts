import { useDeferredValue, useMemo } from 'react';
import { useQueryValues, type ChangeQuery } from '../../lib/screen/use-query-values.ts';
import { foldedText, wordsOf } from '../../lib/text-search.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { inPeriod, visibleTasks, type Task } from '../../records/task/task.ts';
import { ofKind } from '../../records/task/visit-kind.ts';
import { readHistoryFilter, readOrder, type HistoryFilter } from './history-filter.ts';
import { orderTasks, type TaskOrder } from './task-order.ts';

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

const none: SiteRecord['tasks2024'] = [];

/** Filtered and sorted by the query string; empty without a record. */
export function useHistory(record: SiteRecord | null | undefined): ServiceHistory {
  const [params, change] = useQueryValues<FilterName>();
  const filter = readHistoryFilter(params);
  const { year, month, kind } = filter;
  const { key, descending } = readOrder(params);
  // characters appear at once, thousands of tasks follow
  const query = useDeferredValue(filter.query);
  const tasks = record?.tasks2024 ?? none;

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

export function toSearch(tasks: readonly Task[]): SearchedTask[] {
  // no query contains a line break, so no hit spans title and text
  return tasks.map((task) => ({ task, folded: foldedText(`${task.title}\n${task.tasks}`) }));
}

/** Tasks with every folded word in title and text; all without words. */
export function searchTasks(tasks: readonly SearchedTask[], words: readonly string[]): Task[] {
  return tasks.filter((one) => words.every((word) => one.folded.includes(word))).map(({ task }) => task);
}
