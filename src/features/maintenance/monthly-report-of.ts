import { thisMinute, type Month } from '../../records/time.ts';
import { given, type SiteRecord } from '../../records/site/site-record.ts';
import type { Task } from '../../records/task/task.ts';
import type { MonthlyReport } from '../../reports/layouts/monthly/data.ts';

/** The data of one month's report. `tasks` are the visible ones, newest first as lists have them. */
export function monthlyReportOf(
  site: SiteRecord,
  { year, month }: { year: string; month: Month },
  tasks: readonly Task[],
): MonthlyReport {
  return {
    name: site.name,
    siteName: given(site.sitename) ?? site.name,
    address: given(site.address) ?? 'Not provided',
    year,
    month,
    madeOn: thisMinute(),
    portal: location.origin,
    tasks: tasks.toReversed(),
  };
}
