import { isMonth, taskYears } from '../../records/time.ts';
import type { TaskFilter } from '../../records/task/task.ts';
import { readKindFilter, type KindFilter } from '../../records/task/visit-kind.ts';

const attachments = ['pdf', 'photos'] as const;
export type Attachment = (typeof attachments)[number];

export interface DashboardFilter extends TaskFilter {
  /** Only tasks that have all of these. */
  has: readonly Attachment[];
  /** Null for all. */
  kind: KindFilter | null;
}

/** Reads `?year=2026&month=mar&kind=emergency&has=photos`; unknown values are ignored. */
export function readDashboardFilter(params: URLSearchParams): DashboardFilter {
  const month = params.get('month');
  return {
    year: taskYears.find((year) => year === params.get('year')) ?? null,
    month: isMonth(month) ? month : null,
    has: attachments.filter((one) => params.getAll('has').includes(one)),
    kind: readKindFilter(params),
  };
}

export function toggleAttachment(params: URLSearchParams, kind: Attachment): URLSearchParams {
  const before = readDashboardFilter(params).has;
  const next = new URLSearchParams(params);
  next.delete('has');
  for (const one of attachments) if ((one === kind) !== before.includes(one)) next.append('has', one);
  return next;
}
