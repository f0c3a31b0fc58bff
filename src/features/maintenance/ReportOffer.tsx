import type { SiteRecord } from '../../records/site/site-queries.ts';
import { canReport, inPeriod, visibleTasks, type Task, type TaskFilter } from '../../records/task/task.ts';
import type { Month } from '../../records/time.ts';
import { startReport, useReportJob, warmReports } from '../../reports/report-job.ts';
import type { MonthlyReport, ReportRequest } from '../../reports/report-request.ts';
import { siteReportOf } from '../../reports/report-data.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './ReportOffer.module.css';

/** The data of one month's report. `tasks` are the visible ones, newest first as lists have them. */
function monthlyReportOf(
  site: SiteRecord,
  { year, month }: { year: string; month: Month },
  tasks: readonly Task[],
): MonthlyReport {
  return { ...siteReportOf(site, year), month, tasks: tasks.toReversed() };
}

/** 'Download Report' where the rule of `spec §2` allows it, otherwise a line that says the rule. */
export function ReportOffer({ site, filter }: { site: SiteRecord; filter: TaskFilter }) {
  const working = useReportJob() !== null;
  const tasks = visibleTasks(inPeriod(site.tasks2024, filter));
  const { year, month } = filter;
  if (!year || !month || !canReport(filter, tasks.length))
    return (
      <p className={styles.note}>Choose a year and a month with at least 5 tasks to download one combined report.</p>
    );
  const request = (): ReportRequest => ({ kind: 'monthly', data: monthlyReportOf(site, { year, month }, tasks) });
  return (
    <div className={`${layout.row} ${styles.offer}`}>
      <Button
        variant="primary"
        busy={working}
        onPointerEnter={() => warmReports(request())}
        onFocus={() => warmReports(request())}
        onClick={() => startReport(request())}
      >
        <Icon name="download" />
        Download Report
      </Button>
    </div>
  );
}
