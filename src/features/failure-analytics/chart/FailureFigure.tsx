import type { Chart } from 'chart.js';
import { useId, useMemo, useRef, useState } from 'react';
import { mostFrequentType } from '../reading/failure-findings.ts';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { chartTitle, failureBars } from './failure-series.ts';
import { typeLabel } from '../reading/failure-types.ts';
import { notify } from '../../../lib/notify.ts';
import { fileStemOf } from '../../../lib/file-names.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { chartColours } from './chart-colours.ts';
import { chartWidth } from './chart-settings.ts';
import { FailureChart } from './FailureChart.tsx';
import styles from './FailureFigure.module.css';
import { FailureLegend } from './FailureLegend.tsx';
import { FailureTable } from '../reading/FailureTable.tsx';
import { countText } from '../reading/figure-words.ts';
import { saveChart } from './save-chart.ts';
import { useInView } from './use-in-view.ts';

interface FailureFigureProps {
  post: string;
  year: number;
  compare: number | null;
  entries: readonly FailureEntry[];
  /** Whether it is the first on the page, and drawn without waiting. */
  first: boolean;
  /** Paper wants every chart, seen or not. */
  printing: boolean;
}

/** The chart of a post in a year, what it tells in a sentence, and the same as a table. */
export function FailureFigure({ post, year, compare, entries, first, printing }: FailureFigureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart<'bar', number[], string[]> | null>(null);
  const table = useId();
  const [asTable, setAsTable] = useState(false);
  const inView = useInView(frame, first);
  const bars = useMemo(() => failureBars(entries, year, compare), [entries, year, compare]);
  const most = mostFrequentType(new Map([[post, entries]]), year);
  const finding = most
    ? `Most failures: ${most.names.map(typeLabel).join(', ')}, ${countText(most.total)}${most.names.length > 1 ? ' each' : ''}`
    : 'No failures';

  const save = async () => {
    const drawn = chart.current;
    try {
      if (!drawn) throw new Error('The chart is not drawn yet');
      await saveChart(
        { chart: drawn, post, colours: chartColours() },
        `${fileStemOf(post, 'failures', `${year}`)}.png`,
      );
    } catch (error) {
      console.error('The chart could not be saved', error);
      notify.error('The chart could not be saved as a picture.');
    }
  };

  return (
    <figure className={styles.figure}>
      <div
        ref={frame}
        className={styles.frame}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={`Chart of ${post}`}
        data-drawn={inView || printing}
      >
        <div className={styles.chart} style={{ minWidth: chartWidth(bars) }}>
          {(inView || printing) && (
            <FailureChart bars={bars} year={year} chart={chart} label={`${chartTitle(year)}, ${post}. ${finding}.`} />
          )}
        </div>
      </div>
      <FailureLegend series={bars.series} />
      <div className={styles.foot}>
        <figcaption className={styles.caption}>{finding}</figcaption>
        <Button aria-expanded={asTable} aria-controls={table} onClick={() => setAsTable(!asTable)}>
          Show as table
        </Button>
        <Button onClick={() => void save()}>
          <Icon name="download" />
          Chart as PNG
        </Button>
      </div>
      <FailureTable id={table} post={post} year={year} bars={bars} shown={asTable} />
    </figure>
  );
}
