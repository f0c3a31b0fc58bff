import type { Chart } from 'chart.js';
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { Bar } from 'react-chartjs-2';
import { fileStemOf } from '../../../lib/file-names.ts';
import { notify } from '../../../lib/notify.ts';
import { typeLabel, type FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { mostFrequentType } from '../../../records/failure/failure-findings.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import { chartColours, useChartColours } from './chart-colours.ts';
import { countsOnBars } from './chart-parts.ts';
import { chartData, chartOptions, chartWidth } from './chart-settings.ts';
import { chartTitle, failureBars, type FailureBars, type FailureSeries } from './failure-series.ts';
import styles from './FailureFigure.module.css';
import { FailureTable } from './FailureTable.tsx';
import { saveChart } from './save-chart.ts';

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
            <BarChart bars={bars} year={year} chart={chart} label={`${chartTitle(year)}, ${post}. ${finding}.`} />
          )}
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

interface BarChartProps {
  bars: FailureBars;
  year: number;
  label: string;
  chart: RefObject<Chart<'bar', number[], string[]> | null | undefined>;
}

const plugins = [countsOnBars];

/** The bar chart of a post (`spec §2`), in the colours of the theme. */
function BarChart({ bars, year, label, chart }: BarChartProps) {
  const colours = useChartColours();
  const data = useMemo(() => chartData(bars, colours), [bars, colours]);
  const options = useMemo(() => chartOptions(bars, year, colours), [bars, year, colours]);
  return <Bar ref={chart} data={data} options={options} plugins={plugins} role="img" aria-label={label} />;
}

/**
 * Which bars of a chart are which. Not in the picture: a wide one is scrolled, and on a phone half of the legend would be
 * out of sight. Screen readers have the table.
 */
function Legend({ series }: { series: readonly FailureSeries[] }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ label, side, compared }) => (
        <li key={label} className={`${styles[side]} ${compared ? styles.compared : ''}`}>
          {label}
        </li>
      ))}
    </ul>
  );
}

/**
 * True while an element is near the window: 40 charts at once would block the page, and fill the memory of a phone.
 * `first` is what it is taken for until that is known.
 */
function useInView(element: RefObject<Element | null>, first: boolean): boolean {
  const [inView, setInView] = useState(first);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      // a little before it is reached, so that it is there when it is
      { rootMargin: '300px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
