import type { SiteRecord } from '../../records/site/site-queries.ts';
import { canReport, inPeriod, type Task, type TaskFilter } from '../../records/task/task.ts';
import { monthLabel, type Month } from '../../records/time.ts';
import { startReport, useReportJob, warmReports } from '../../reports/report-job.ts';
import type { MonthlyReport, ReportRequest } from '../../reports/report-request.ts';
import { siteReportOf } from '../../reports/report-data.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import texts from '../../ui/text.module.css';
import styles from './ReportOffer.module.css';

/** `tasks`: the visible ones, newest first. */
function monthlyReportOf(
  site: SiteRecord,
  { year, month }: { year: string; month: Month },
  tasks: readonly Task[],
): MonthlyReport {
  return { ...siteReportOf(site, year), month, tasks: tasks.toReversed() };
}

interface ReportOfferProps {
  site: SiteRecord;
  /** Newest first. */
  visible: readonly Task[];
  filter: TaskFilter;
  printable: boolean;
}

/** 'Download Report' when the rule of `spec §2` allows it, else the rule in words; and the print view. */
export function ReportOffer({ site, visible, filter, printable }: ReportOfferProps) {
  const working = useReportJob() !== null;
  const tasks = inPeriod(visible, filter);
  const { year, month } = filter;
  const period = year && month ? { year, month } : null;
  const request = period && canReport(filter, tasks.length) ? requestOf(site, period, tasks) : null;
  return (
    <div className={styles.offer}>
      {request ? (
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
      ) : (
        <Rule period={period} tasks={tasks.length} />
      )}
      {printable && (
        <Button onClick={() => print()}>
          <Icon name="printer" />
          Print
        </Button>
      )}
    </div>
  );
}

function requestOf(site: SiteRecord, period: { year: string; month: Month }, tasks: readonly Task[]) {
  return (): ReportRequest => ({ kind: 'monthly', data: monthlyReportOf(site, period, tasks) });
}

/** Nothing for a month without tasks, where the page says enough. */
function Rule({ period, tasks }: { period: { year: string; month: Month } | null; tasks: number }) {
  if (!period)
    return (
      <p className={`${texts.hint} ${styles.note}`}>
        Choose a year and a month with at least 5 tasks to download one combined report.
      </p>
    );
  if (tasks === 0) return null;
  const count = `${tasks === 1 ? '1 task' : `${tasks} tasks`} in ${monthLabel(period.month)} ${period.year}`;
  return (
    <p
      className={`${texts.hint} ${styles.note}`}
    >{`${count}. A combined report needs at least 5; print this page instead.`}</p>
  );
}
