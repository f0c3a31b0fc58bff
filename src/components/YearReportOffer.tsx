import { useState } from 'react';
import { notify } from '../lib/notify.ts';
import { queryClient } from '../lib/query-client.ts';
import { failureSiteQuery } from '../records/failure/failure-queries.ts';
import type { SiteRecord } from '../records/site/site-queries.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SelectField } from '../ui/field/SelectField.tsx';
import { startReport, useReportJob, warmReports } from '../reports/report-job.ts';
import type { ReportRequest } from '../reports/report-request.ts';
import { reportYears, yearReportOf } from '../reports/report-data.ts';
import styles from './YearReportOffer.module.css';

interface YearReportOfferProps {
  record: SiteRecord;
  /** The site an admin picked; null for a client. */
  site: string | null;
  /** The year on the screen, preselected. */
  preferred?: string | null;
  /** For a line of buttons: the year's label is for screen readers only. */
  compact?: boolean;
}

/** The choice of a year and 'Year report' (`decisions §9`). The default is the latest year with visits. */
export function YearReportOffer({ record, site, preferred = null, compact = false }: YearReportOfferProps) {
  const [today] = useState(() => new Date());
  const { years, latest } = reportYears(record, today);
  const [chosen, setChosen] = useState<{ year: string; over: string | null } | null>(null);
  const [asking, setAsking] = useState(false);
  const working = useReportJob() !== null;
  // once the screen shows another year, that overrides the year chosen before
  const wanted = chosen?.over === preferred ? chosen.year : preferred;
  const year = years.find((one) => one === wanted) ?? latest;

  // the counts are read only when needed, so that the screens stay fast
  const requestOf = async (): Promise<ReportRequest> => {
    const failures = await queryClient.fetchQuery(failureSiteQuery(site));
    return { kind: 'year', data: yearReportOf(record, failures?.posts ?? new Map(), year) };
  };
  const warm = () => {
    if (working || asking) return;
    // an error is reported when the button is pressed
    requestOf().then(warmReports, () => undefined);
  };
  const start = async () => {
    setAsking(true);
    try {
      startReport(await requestOf());
    } catch (error) {
      console.error('The failures of the year report could not be read', error);
      notify.error('The report could not be made. Check the connection and try again.');
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className={`${styles.offer} ${compact ? styles.compact : ''}`} role="group" aria-label="Year report">
      <SelectField
        label="Year of the report"
        value={year}
        onChange={(value) => setChosen({ year: value, over: preferred })}
        options={years.map((one) => ({ value: one, label: one }))}
      />
      <Button busy={working || asking} onPointerEnter={warm} onFocus={warm} onClick={() => void start()}>
        <Icon name="download" />
        Year report
      </Button>
    </div>
  );
}
