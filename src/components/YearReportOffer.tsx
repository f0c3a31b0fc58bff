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
  /** The name that an admin picked; null for a client. */
  site: string | null;
  /** A year that is looked at anyway: the report begins with it. */
  preferred?: string | null;
  /** In a line of buttons: the label of the year is for screen readers. */
  compact?: boolean;
}

/** 'Year report' of any site (`decisions §9`), with the year to choose: the latest with visits at first. */
export function YearReportOffer({ record, site, preferred = null, compact = false }: YearReportOfferProps) {
  const [today] = useState(() => new Date());
  const { years, latest } = reportYears(record, today);
  const [chosen, setChosen] = useState<{ year: string; over: string | null } | null>(null);
  const [asking, setAsking] = useState(false);
  const working = useReportJob() !== null;
  // a year that is looked at later counts more than one that was chosen before
  const wanted = chosen?.over === preferred ? chosen.year : preferred;
  const year = years.find((one) => one === wanted) ?? latest;

  // the counts are read when they are needed, so that the screens stay as quick as they are
  const requestOf = async (): Promise<ReportRequest> => {
    const failures = await queryClient.fetchQuery(failureSiteQuery(site));
    return { kind: 'year', data: yearReportOf(record, failures?.posts ?? new Map(), year) };
  };
  const warm = () => {
    if (working || asking) return;
    // what cannot be read now is asked for, and reported, when the button is pressed
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
