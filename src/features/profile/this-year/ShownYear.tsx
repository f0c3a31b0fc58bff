import type { ReactNode } from 'react';
import { AsOf } from '../../../components/AsOf.tsx';
import { YearReportButton } from '../../../components/YearReportOffer.tsx';
import { richOfStored } from '../../../lib/language/rich.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useQueryValues } from '../../../lib/screen/use-query-values.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { siteStamp, siteYear } from '../../../records/time.ts';
import { reportYears } from '../../../reports/report-data.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { yearBoxes, yearScore, type YearCounts } from './this-year.ts';
import { VisitsByPost } from './VisitsByPost.tsx';
import { YearFacts, type FailureCounts } from './YearFacts.tsx';
import { YearSquares } from './YearSquares.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../ProfileRoute.module.css';

interface YearChoice {
  /** The years for which a report can be made, the newest first. */
  years: readonly string[];
  choose: (year: string) => void;
}

/** The year that the profile shows: the year in the address, else this year. If a report can be made for neither, the latest year with a visit. */
export function useShownYear(record: SiteRecord, now: Date): YearChoice & { year: number } {
  const [params, change] = useQueryValues<'year'>();
  const { years, latest } = reportYears(record, now);
  const current = `${siteYear(now)}`;
  const year =
    [params.get('year'), current].find((candidate) => candidate !== null && years.includes(candidate)) ?? latest;
  return {
    years,
    year: Number(year),
    // the address omits the current year, so that an open page or a bookmark shows the new year when it begins
    choose: (chosen) => change({ year: chosen === current ? null : chosen }),
  };
}

interface ShownYearProps {
  record: SiteRecord;
  counts: YearCounts;
  choice: YearChoice;
  failures: FailureCounts;
  /** Whether the faults are being read. The figures of responses wait for them. */
  pendingFaults: boolean;
  site: string | null;
  now: Date;
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
}

/**
 * The visits and the figures of a year (`decisions §8`, `§17`). The choice of the year applies to the months, the figures and the report.
 */
export function ShownYear(props: ShownYearProps) {
  const { record, counts, choice, failures, pendingFaults, site, now, readAt } = props;
  const year = `${counts.year}`;
  return (
    <section aria-labelledby="shown-year">
      <div className={styles.year}>
        <YearResult counts={counts} readAt={readAt} />
        <div className={`${layout.row} ${layout.unprinted} ${styles.report}`}>
          <SelectField
            label={t('Year')}
            value={year}
            onChange={choice.choose}
            options={choice.years.map((value) => ({ value, label: value }))}
          />
          <YearReportButton record={record} site={site} year={year} />
        </div>
        <div className={`${layout.wide} ${layout.gap2}`}>
          <YearSquares year={counts.year} boxes={yearBoxes(counts, siteStamp(now).slice(0, 10))} site={site} />
          <VisitsByPost counts={counts} failures={failures} site={site} />
        </div>
      </div>
      <YearFacts {...{ counts, failures, pendingFaults, site, now }} />
    </section>
  );
}

const inFigures = (inner: ReactNode) => <span className={styles.numbers}>{inner}</span>;

/** The headline: how many agreed visits were fulfilled, with emphasized figures. */
function YearResult({ counts, readAt }: { counts: YearCounts; readAt: number }) {
  return (
    <hgroup>
      <p className={layout.row}>
        <span id="shown-year" className={`${texts.muted} ${texts.medium}`}>
          {counts.isOver ? t('The year {year}', { year: counts.year }) : t('This year')}
        </span>
        <AsOf at={readAt} />
      </p>
      <h2 className={styles.result} aria-live="polite">
        {richOfStored(yearScore(counts), { figures: inFigures })}
      </h2>
    </hgroup>
  );
}
