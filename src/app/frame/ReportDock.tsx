import { t } from '../../lib/language/translate.ts';
import { heightAs } from '../../lib/screen/viewport.ts';
import { cancelReport, useReportJob } from '../../reports/report-job.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ReportDock.module.css';

const measureDock = heightAs('--dock');

/** Shows the progress of the report that is being made. It stays while other screens are opened. */
export function ReportDock() {
  const job = useReportJob();
  return (
    <>
      <p className={layout.visuallyHidden} role="status">
        {job && t('Making the report: {title}', { title: job.title })}
      </p>
      {job && (
        <section
          ref={measureDock}
          className={`${surface.box} ${layout.unprinted} ${styles.dock}`}
          aria-label={t('Report in progress')}
        >
          <div>
            <p className={texts.bold}>{job.title}</p>
            <p className={texts.note}>{job.step}</p>
          </div>
          <Button onClick={cancelReport}>{t('Cancel')}</Button>
          <Progress label={job.step} value={job.total === 0 ? 0 : job.done / job.total} />
        </section>
      )}
    </>
  );
}
