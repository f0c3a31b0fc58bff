import { t } from '../../../lib/language/translate.ts';
import { useStore } from '../../../lib/store.ts';
import { companyContact } from '../../../records/company.ts';
import { faultTitle } from '../../../records/fault/fault-words.ts';
import type { SitePlace } from '../../../records/fault/key-report-store.ts';
import { ownReports } from '../../../records/fault/own-reports.ts';
import type { QueuedReport } from '../../../records/fault/report-queue.ts';
import { symptoms } from '../../../records/fault/symptoms.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import texts from '../../../ui/text.module.css';
import styles from './FaultRows.module.css';

/** The reports of this site that this device has not sent yet, and those that the server refused, with their text. */
export function WaitingReports({ siteId }: { siteId: number }) {
  const queue = ownReports();
  const reports = useStore(queue.reports).filter(({ place }) => place.site_id === siteId);
  const waitingReports = reports.filter(({ answer, refused }) => answer === null && refused === null);
  const refusedReports = reports.filter((report) => report.refused !== null);
  return (
    <>
      {waitingReports.length > 0 && (
        <div className={`${styles.ended} ${styles.row} ${styles.unsent}`} role="status">
          <Icon name="clock" />
          <p>
            {t(
              '{count, plural, one {# report} other {# reports}} not sent. Kept here, sent by itself when there is a connection.',
              { count: waitingReports.length },
            )}
          </p>
        </div>
      )}
      {refusedReports.map((report) => (
        <RefusedReport key={report.attempt} report={report} onDismiss={() => void queue.dismiss(report.attempt)} />
      ))}
    </>
  );
}

interface RefusedReportProps {
  report: QueuedReport<SitePlace>;
  onDismiss: () => void;
}

/** A report that the server refused for good. Its text is shown, so that it can be copied. */
function RefusedReport({ report, onDismiss }: RefusedReportProps) {
  const { place, said: reported } = report;
  const title = faultTitle({ post: place.post, what: reported.what, known: reported.what in symptoms });
  return (
    <div className={`${styles.ended} ${styles.row} ${styles.unsent}`} role="alert">
      <Icon name="warning" />
      <div className={styles.words}>
        <p className={texts.bold}>{t('Not sent: {title}', { title })}</p>
        <p>
          {t('The portal did not accept this report. Call {number}, or report it again.', {
            number: companyContact.hotline,
          })}
        </p>
        {reported.text !== undefined && <p className={styles.copied}>{reported.text}</p>}
      </div>
      <Button onClick={onDismiss}>{t('Close')}</Button>
    </div>
  );
}
