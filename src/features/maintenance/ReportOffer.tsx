import type { SiteRecord } from '../../records/site/site-record.ts';
import { canReport, inPeriod, visibleTasks, type TaskFilter } from '../../records/task/task.ts';
import { startReport, useReportJob, warmReports } from '../../reports/report-job.ts';
import type { ReportRequest } from '../../reports/report-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { monthlyReportOf } from './monthly-report-of.ts';
import styles from './ReportOffer.module.css';

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
    <div className={styles.offer}>
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
