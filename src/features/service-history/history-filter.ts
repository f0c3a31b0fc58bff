import { isMonth, monthLabel, taskYears } from '../../records/time.ts';
import { orderKeys, usualOrder, type TaskOrder } from './task-order.ts';
import type { TaskFilter } from '../../records/task/task.ts';
import { kindFilters, readKindFilter, type KindFilter } from '../../records/task/visit-kind.ts';

export interface HistoryFilter extends TaskFilter {
  query: string;
  /** Null for all. */
  kind: KindFilter | null;
}

/** Reads `?q=loop&year=2026&month=mar&kind=emergency`; unknown values are ignored. */
export function readHistoryFilter(params: URLSearchParams): HistoryFilter {
  const month = params.get('month');
  return {
    query: params.get('q') ?? '',
    year: taskYears.find((year) => year === params.get('year')) ?? null,
    month: isMonth(month) ? month : null,
    kind: readKindFilter(params),
  };
}

/** `?sort=title` is ascending, `?sort=-title` descending. */
export function readOrder(params: URLSearchParams): TaskOrder {
  const sort = params.get('sort') ?? '';
  const key = orderKeys.find((one) => one === sort.replace(/^-/u, ''));
  return key ? { key, descending: sort.startsWith('-') } : usualOrder;
}

/** Empty for the default order. */
export function orderValue({ key, descending }: TaskOrder): string {
  return key === usualOrder.key && descending === usualOrder.descending ? '' : `${descending ? '-' : ''}${key}`;
}

/** `kind “Emergency call”`; empty for all. */
export function kindText(kind: KindFilter | null): string {
  const label = kindFilters.find(({ value }) => value === kind)?.label;
  return label === undefined ? '' : `kind “${label}”`;
}

/** For paper: `March 2026, kind “Other work”, search “loop”`. */
export function filterText({ query, year, month, kind }: HistoryFilter): string {
  const period = [month === null ? '' : monthLabel(month), year ?? ''].filter(Boolean).join(' ');
  const searched = query.trim();
  return [period || 'All years', kindText(kind), searched && `search “${searched}”`].filter(Boolean).join(', ');
}
