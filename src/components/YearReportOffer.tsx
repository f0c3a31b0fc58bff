import { useState } from 'react';
import { t } from '../lib/language/translate.ts';
import { queryClient } from '../lib/query-client.ts';
import { isNoService } from '../lib/request-error.ts';
import { useQueryValues } from '../lib/screen/use-query-values.ts';
import { failureSiteQuery } from '../records/failure/failure-queries.ts';
import type { SiteFault } from '../records/fault/fault.ts';
import { siteFaultsQuery } from '../records/fault/site-faults.ts';
import type { SiteRecord } from '../records/site/site-queries.ts';
import { reportYears, yearReportOf } from '../reports/report-data.ts';
import { notifyUnmade, startReport, useReportRunning, warmReports } from '../reports/report-job.ts';
import type { ReportRequest } from '../reports/report-request.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField } from '../ui/field/SelectField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useToday } from './use-today.ts';
import layout from '../ui/layout.module.css';
import styles from './YearReportOffer.module.css';

interface YearReportProps {
  record: SiteRecord;
  /** The name of the site that an admin has chosen; null for a client. */
  site: string | null;
  year: string;
}

/** Makes the report of a year (`decisions §9`). `busy` is whether a report is being made; `warm` draws it in advance. */
function useYearReport({ record, site, year }: YearReportProps) {
  const [isReading, setIsReading] = useState(false);
  const busy = useReportRunning() || isReading;

  // failures and faults are read only when the report is made, so that the screens stay fast
  const readRequest = async (): Promise<ReportRequest> => {
    const [failures, faults] = await Promise.all([
      queryClient.fetchQuery(failureSiteQuery(site)),
      queryClient.fetchQuery(siteFaultsQuery(record.id)).catch(unknownOffline),
    ]);
    return { kind: 'year', data: yearReportOf(record, { posts: failures?.posts ?? new Map(), faults }, year) };
  };
  const warm = () => {
    if (busy) return;
    // an error is ignored here: it is shown when the button is pressed
    readRequest().then(warmReports, () => undefined);
  };
  const start = async () => {
    setIsReading(true);
    try {
      startReport(await readRequest());
    } catch (error) {
      console.error('The failures of the year report could not be read', error);
      notifyUnmade(error, t('There is no connection, and the failures of its year are not kept on this device.'));
    } finally {
      setIsReading(false);
    }
  };
  return { busy, warm, start: () => void start() };
}

/**
 * Null if the service does not answer: the report then says that the faults are not known.
 * @throws any other error
 */
function unknownOffline(error: unknown): readonly SiteFault[] | null {
  if (isNoService(error)) return null;
  throw error;
}

/** The button *Year report*, for a screen that has a choice of the year already. */
export function YearReportButton(props: YearReportProps) {
  const { busy, warm, start } = useYearReport(props);
  return (
    <Button busy={busy} onPointerEnter={warm} onFocus={warm} onClick={start}>
      <Icon name="download" />
      {t('Year report')}
    </Button>
  );
}

interface YearReportOfferProps extends Pick<YearReportProps, 'record' | 'site'> {
  /** The year that the screen shows, which is preselected; null if it shows many years. */
  preferred: string | null;
}

/** The choice of a year with the button *Year report*, for a screen that shows many years. The default is the latest year with visits. */
export function YearReportOffer({ record, site, preferred }: YearReportOfferProps) {
  const { years, latest } = reportYears(record, useToday());
  const [chosen, setChosen] = useState<{ year: string; whilePreferred: string | null } | null>(null);
  const [params, change] = useQueryValues<'report'>();
  // a link to the report has `?report=year`
  const isSent = params.get('report') === 'year';
  const closeSent = () => change({ report: '' });
  // a choice is valid until the screen shows another year
  const requestedYear = chosen?.whilePreferred === preferred ? chosen.year : preferred;
  const year = years.find((offered) => offered === requestedYear) ?? latest;
  const { busy, start } = useYearReport({ record, site, year });
  return (
    <div className={`${layout.row} ${layout.unprinted} ${styles.offer}`} role="group" aria-label={t('Year report')}>
      <SelectField
        label={t('Year of the report')}
        value={year}
        onChange={(value) => setChosen({ year: value, whilePreferred: preferred })}
        options={years.map((offered) => ({ value: offered, label: offered }))}
      />
      <YearReportButton record={record} site={site} year={year} />
      {isSent && preferred === year && (
        <SentReport
          year={year}
          busy={busy}
          onMake={() => {
            closeSent();
            start();
          }}
          onClose={closeSent}
        />
      )}
    </div>
  );
}

interface SentReportProps {
  year: string;
  busy: boolean;
  onMake: () => void;
  onClose: () => void;
}

/**
 * The dialog that a link to the report of a year opens. The report is made only after a press, because a link should
 * not save a file without being asked.
 */
function SentReport({ year, busy, onMake, onClose }: SentReportProps) {
  return (
    <Dialog
      open
      title={t('Year Report, {year}', { year })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button variant="primary" busy={busy} data-autofocus onClick={onMake}>
            <Icon name="download" />
            {t('Download Year Report')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'This link is to the report of {year}. It is made on this device from the records of the site, and saved as a PDF.',
          { year },
        )}
      </p>
    </Dialog>
  );
}
