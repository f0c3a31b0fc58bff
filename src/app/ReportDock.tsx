import { Button } from '../ui/Button.tsx';
import { Progress } from '../ui/Progress.tsx';
import { cancelReport, useReportJob } from '../reports/report-job.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';
import styles from './ReportDock.module.css';

export function ReportDock() {
  const job = useReportJob();
  return (
    <>
      <p className={layout.spoken} role="status">
        {job && `Making the report: ${job.title}`}
      </p>
      {job && (
        <section className={styles.dock} aria-label="Report in progress">
          <div>
            <p className={styles.title}>{job.title}</p>
            <p className={texts.note}>{job.step}</p>
          </div>
          <Button onClick={cancelReport}>Cancel</Button>
          <Progress label={job.step} value={job.total === 0 ? 0 : job.done / job.total} />
        </section>
      )}
    </>
  );
}
