import { useMemo } from 'react';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { siteStamp } from '../../../records/time.ts';
import { YearReportOffer } from '../../../components/YearReportOffer.tsx';
import type { FailureCounts } from './FailureFact.tsx';
import styles from './ThisYear.module.css';
import { yearBoxes } from './year-boxes.ts';
import { countYear } from './year-counts.ts';
import { scoreText } from './year-words.ts';
import { YearFacts } from './YearFacts.tsx';
import { YearSquares } from './YearSquares.tsx';

interface ThisYearProps {
  record: SiteRecord;
  failures: FailureCounts;
  site: string | null;
  now: Date;
}

/** Whether the building gets what it pays for: the visits of the year, and what a manager asks next (`decisions §8`). */
export function ThisYear({ record, failures, site, now }: ThisYearProps) {
  // memoised, as a site may have thousands of visits and the failures load later
  const counts = useMemo(() => countYear(record, now), [record, now]);
  return (
    <section aria-labelledby="this-year">
      <div className={styles.year}>
        <div>
          <h2 id="this-year">This year</h2>
          <p className={styles.score}>{scoreText(counts)}</p>
        </div>
        <div className={styles.report}>
          <YearReportOffer record={record} site={site} />
        </div>
        <div className={styles.squares}>
          <YearSquares year={counts.year} boxes={yearBoxes(counts, siteStamp(now).slice(0, 10))} site={site} />
        </div>
      </div>
      <YearFacts record={record} counts={counts} failures={failures} site={site} now={now} />
    </section>
  );
}
