import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { fileSize, fileStemOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { noteUnsaved } from '../../../lib/unsaved.ts';
import { chooseTarget, type ZipTarget } from '../../../lib/zip/zip-target.ts';
import { countedNoun } from '../../../records/counted.ts';
import type { SiteOverview } from '../../../records/site/site-overview.ts';
import { siteStamp } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import {
  periodChoice,
  periodFileText,
  reportPeriodText,
  periodWords,
  type PeriodKind,
  type ReportPeriod,
} from './report-period.ts';
import type { ReportedSite, ZippedReports } from './zip-reports.ts';
import layout from '../../../ui/layout.module.css';
import styles from './Selection.module.css';

interface ReportsDialogProps {
  kind: PeriodKind;
  /** The selected sites. */
  sites: readonly SiteOverview[];
  /** The moment of the overview. */
  now: Date;
  onClose: () => void;
}

/** Makes the year or month reports of many sites as one ZIP (`decisions §9`), and lists those that lack something. */
export function ReportsDialog({ kind, sites, now, onClose }: ReportsDialogProps) {
  const words = periodWords[kind];
  const { periods, usual } = periodChoice(kind, sites, now);
  const [period, setPeriod] = useState(usual);
  const [step, setStep] = useState({ done: 0, total: 0, name: '' });
  const controllerRef = useRef<AbortController | null>(null);
  const making = useMutation({
    mutationFn: async ({ target, chosen }: { target: ZipTarget; chosen: readonly ReportedSite[] }) => {
      const { signal } = (controllerRef.current = new AbortController());
      const removeNote = noteUnsaved(words.running);
      const onSite = (done: number, name: string) => setStep({ done, total: chosen.length, name });
      onSite(0, chosen[0]?.name ?? '');
      try {
        const { zipReports } = await fetchCode(() => import('./zip-reports.ts'));
        return await zipReports({ sites: chosen, period, target, signal, onSite });
      } catch (error) {
        if (signal.aborted) return null;
        console.error('The reports could not be made', error);
        throw error;
      } finally {
        removeNote();
      }
    },
  });
  // stops when the screen is left or the session ends
  useEffect(() => () => controllerRef.current?.abort(), []);

  const start = async (chosen: readonly ReportedSite[]) => {
    const target = await chooseTarget(zipName(kind, period, chosen.length));
    if (target) making.mutate({ target, chosen });
  };
  const reportedSites = sites.map(({ site_id: id, name }) => ({ id, name }));
  const busy = making.isPending;
  const result = making.data;
  const retrySites = result?.remarks.filter(({ repeatable }) => repeatable).map(({ site }) => site) ?? [];
  return (
    <Dialog
      open
      title={words.titleOf(sites.length)}
      // Escape must not stop the making of reports: only Cancel does
      onClose={() => busy || onClose()}
      footer={
        busy ? (
          <Button onClick={() => controllerRef.current?.abort()}>{t('Cancel')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{result ? t('Close') : t('Cancel')}</Button>
            {retrySites.length > 0 && (
              <Button variant="primary" onClick={() => void start(retrySites)}>
                {t('{count, plural, one {Try this one again} other {Try these # again}}', { count: retrySites.length })}
              </Button>
            )}
            {!result && (
              <Button variant="primary" onClick={() => void start(reportedSites)}>
                {making.isError ? t('Try again') : t('Make the ZIP')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={layout.gap3}>
        {busy ? (
          <>
            <p role="status">
              {t('Report {number} of {total}: {site}', { number: step.done + 1, total: step.total, site: step.name })}
            </p>
            <Progress label={words.title} value={step.total === 0 ? 0 : step.done / step.total} />
            <p>{t('Keep this page open until it is done.')}</p>
          </>
        ) : result ? (
          <ZipOutcome period={reportPeriodText(period)} result={result} />
        ) : (
          <>
            <SelectField
              data-autofocus
              label={words.choice}
              value={reportPeriodText(period)}
              options={periods.map((option) => ({ value: reportPeriodText(option), label: reportPeriodText(option) }))}
              onChange={(value) => setPeriod(periods.find((option) => reportPeriodText(option) === value) ?? usual)}
            />
            <p>{t('One ZIP with a PDF for each site, made on this device.')}</p>
          </>
        )}
        {!busy && result === null && <p role="status">{t('Cancelled. No file was kept.')}</p>}
        {making.isError && (
          <ErrorNote>
            {making.error instanceof RequestError
              ? t('The ZIP could not be made, and no file was kept. Try again.')
              : t(
                  'The ZIP could not be made, and no file was kept. Make sure that the device has enough space, and try again.',
                )}
          </ErrorNote>
        )}
      </div>
    </Dialog>
  );
}

function zipName(kind: PeriodKind, period: ReportPeriod, count: number): string {
  const day = siteStamp(new Date()).slice(0, 10);
  return `${fileStemOf(kind === 'year' ? 'Year-Reports' : 'Month-Reports', periodFileText(period), countedNoun(count, 'site'), day)}.zip`;
}

function ZipOutcome({ period, result }: { period: string; result: ZippedReports }) {
  const { reports, bytes, remarks } = result;
  return (
    <>
      <p role="status">
        {reports === 0
          ? t('No report of {period} was made, and no file was kept.', { period })
          : t('Done: {reports, plural, one {# report} other {# reports}} of {period}, {size}.', {
              reports,
              period,
              size: fileSize(bytes),
            })}
      </p>
      {remarks.length > 0 && (
        <>
          <ErrorNote>
            {reports === 0
              ? t('{count, plural, one {# site without a whole report:} other {# sites without a whole report:}}', {
                  count: remarks.length,
                })
              : t(
                  '{count, plural, one {# site without a whole report. See missing.txt in the ZIP:} other {# sites without a whole report. See missing.txt in the ZIP:}}',
                  { count: remarks.length },
                )}
          </ErrorNote>
          <ul className={styles.sites}>
            {remarks.map(({ site, text }) => (
              <li key={site.id}>{t('{site}: {text}', { site: site.name, text })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
