import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { fileStemOf } from '../../../lib/file-names.ts';
import { notify } from '../../../lib/notify.ts';
import { markScrollEdges } from '../../../lib/screen/mark-scroll-edges.ts';
import { useInView } from '../../../lib/screen/use-in-view.ts';
import { typeLabel, type FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { mostFrequentType } from '../../../records/failure/failure-findings.ts';
import { sumsByType, totalOf } from '../../../records/failure/failure-totals.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import { BarChart, type DrawnChart } from './BarChart.tsx';
import { chartColours } from './chart-colours.ts';
import { chartWidth, paperSizeOf } from './chart-settings.ts';
import { chartTitle, failureBars, type FailureSeries } from './failure-series.ts';
import layout from '../../../ui/layout.module.css';
import styles from './FailureFigure.module.css';
import { FailureTable } from './FailureTable.tsx';
import { saveChart } from './save-chart.ts';

interface FailureFigureProps {
  post: string;
  year: number;
  compare: number | null;
  entries: readonly FailureEntry[];
  /** Keeps the types in stored order, because their counts are being edited. */
  stored: boolean;
  /** Prints every chart, seen or not. */
  printing: boolean;
}

export function FailureFigure({ post, year, compare, entries, stored, printing }: FailureFigureProps) {
  const chart = useRef<DrawnChart | null>(null);
  const table = useId();
  const [asTable, setAsTable] = useState(false);
  // 40 charts at once would block the page and fill a phone's memory: each is drawn shortly before it scrolls into
  // view, and none before the rest of the page
  const [inView, watched] = useInView('300px 0px');
  const frame = useCallback(
    (element: HTMLDivElement | null) => {
      const ends = [watched(element), markScrollEdges(element)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [watched],
  );
  const bars = useMemo(() => failureBars(entries, year, compare, stored), [entries, year, compare, stored]);
  const finding = findingOf(entries, year, compare);

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
      <div className={styles.window}>
        <div
          ref={frame}
          className={styles.frame}
          role="region"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
          tabIndex={0}
          aria-label={`Chart of ${post}`}
          data-drawn={inView || printing}
        >
          <div className={styles.chart} style={printing ? paperSizeOf(bars) : { minWidth: chartWidth(bars) }}>
            {(inView || printing) && (
              <BarChart
                bars={bars}
                year={year}
                chart={chart}
                printing={printing}
                label={`${chartTitle(year)}, ${post}. ${finding}.`}
              />
            )}
          </div>
        </div>
      </div>
      <Legend series={bars.series} />
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

/** Such as `Most failures: Loop Detector Fault, 9 (12 in 2025)`. */
function findingOf(entries: readonly FailureEntry[], year: number, compare: number | null): string {
  const most = mostFrequentType(new Map([['', entries]]), year);
  if (!most) return 'No failures';
  const { names, total } = most;
  const [type = ''] = names;
  const before = compare === null || names.length > 1 ? null : sumsByType(entries, compare).get(type);
  const then = before ? ` (${countText(totalOf(before))} in ${compare})` : '';
  return `Most failures: ${names.map(typeLabel).join(', ')}, ${countText(total)}${names.length > 1 ? ' each' : ''}${then}`;
}

/** Not in the chart, where it would scroll out of sight on a phone. Screen readers have the table. */
function Legend({ series }: { series: readonly FailureSeries[] }) {
  return (
    <ul className={`${layout.legend} ${styles.legend}`} aria-hidden="true">
      {series.map(({ label, side, compared }) => (
        <li key={label} className={`${styles[side]} ${compared ? styles.compared : ''}`}>
          {label}
        </li>
      ))}
    </ul>
  );
}
