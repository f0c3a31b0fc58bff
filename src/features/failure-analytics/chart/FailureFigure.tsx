import type { Chart } from 'chart.js';
import { useCallback, useId, useMemo, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { Bar } from 'react-chartjs-2';
import { fileStemOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { markScrollEdges, useInView } from '../../../lib/screen/viewport.ts';
import { plainList } from '../../../records/counted.ts';
import { countPair, countText, mostFrequentType, type YearPair } from '../../../records/failure/failure-figures.ts';
import { typeLabel, type FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { countOrDash, Difference } from '../reading/Difference.tsx';
import { chartColours, useChartColours } from './chart-colours.ts';
import {
  axisWidth,
  chartWidth,
  hasRoomForTypes,
  paperSizeOf,
  usePaperSize,
  chartData,
  chartOptions,
  countsOnBars,
  pairedBars,
  stickyAxis,
} from './chart-settings.ts';
import { chartTitle, failureBars, type FailureSeries, type FailureBars } from './failure-bars.ts';
import layout from '../../../ui/layout.module.css';
import styles from './FailureFigure.module.css';

type DrawnChart = Chart<'bar', (number | null)[], string[]>;

interface FailureFigureProps {
  post: string;
  year: number;
  compare: number | null;
  /** The two years, where they can be compared. */
  pair: YearPair | null;
  entries: readonly FailureEntry[];
  /** Whether the counts are being edited: then the types are in the order of the record; else the worst type comes first. */
  isEdited: boolean;
  /** Whether the page is being printed: then every chart is drawn, also those outside the viewport. */
  printing: boolean;
  /** Whether the table is visible on the screen; screen readers and paper always have it. */
  asTable: boolean;
  onTable: (isVisible: boolean) => void;
  /** A link beside the buttons. */
  link: ReactNode;
  /**
   * Renders the cards with the counts of the types. It gets the types of the chart if each card stands under its bars, else null.
   * Null if the counts are elsewhere on the page.
   */
  renderCards: ((types: readonly string[] | null) => ReactNode) | null;
}

/** The failures of a post as a chart and as a table. The cards with the counts stand under their bars, in place of the labels of the x axis. */
export function FailureFigure(props: FailureFigureProps) {
  const { post, year, compare, pair, entries, isEdited, printing, asTable, onTable, link, renderCards } = props;
  const tableId = useId();
  const chart = useRef<DrawnChart | null>(null);
  const axis = useRef<HTMLCanvasElement>(null);
  // 40 charts at once would block the page and fill a phone's memory, so each is drawn when it comes within 300 px of the viewport
  const [inView, watchView] = useInView('300px 0px');
  const frame = useCallback(
    (element: HTMLDivElement | null) => {
      const stopWatching = watchView(element);
      const stopMarking = markScrollEdges(element);
      return () => {
        stopWatching?.();
        stopMarking?.();
      };
    },
    [watchView],
  );
  const bars = useMemo(() => failureBars(entries, year, compare, isEdited), [entries, year, compare, isEdited]);
  const most = mostFrequentType(new Map([['', entries]]), year);
  const mostText = plainList(most?.names.map(typeLabel) ?? []);
  // the table has the same counts as the cards, so it replaces them
  const shownCards = asTable ? null : renderCards;
  const areUnderBars = shownCards !== null && hasRoomForTypes(bars);

  const save = async () => {
    const drawnChart = chart.current;
    try {
      if (!drawnChart) throw new Error('The chart is not drawn yet');
      await saveChart(drawnChart, post, `${fileStemOf(post, 'failures', `${year}`)}.png`);
    } catch (error) {
      console.error('The chart could not be saved', error);
      notify.error(t('The chart could not be saved as a picture.'));
    }
  };

  return (
    <figure className={`${layout.gap3} ${styles.figure}`}>
      <figcaption className={`${layout.row} ${styles.caption}`}>
        <span className={styles.chartTitle}>{chartTitle(year)}</span>
        <Legend series={bars.series} />
      </figcaption>
      <div className={styles.window}>
        <div
          ref={frame}
          className={styles.frame}
          role="region"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
          tabIndex={0}
          aria-label={t('Chart of {post}', { post })}
          data-drawn={inView || printing}
        >
          <div className={styles.wide} style={printing ? undefined : sizesOf(bars)}>
            <div
              className={`${styles.chart} ${areUnderBars ? styles.low : ''}`}
              style={printing ? paperSizeOf(bars) : undefined}
            >
              {(inView || printing) && (
                <BarChart
                  bars={bars}
                  year={year}
                  chart={chart}
                  axis={axis}
                  printing={printing}
                  named={!areUnderBars}
                  label={
                    most
                      ? t('Failure Occurrences by Type - {year}, {post}. Most failures: {types}, {count}.', {
                          year,
                          post,
                          types: mostText,
                          count: countText(most.total),
                        })
                      : t('Failure Occurrences by Type - {year}, {post}. No failures.', { year, post })
                  }
                />
              )}
            </div>
            <canvas ref={axis} className={styles.yAxis} aria-hidden="true" />
            {areUnderBars && shownCards(bars.types)}
          </div>
        </div>
      </div>
      {!areUnderBars && shownCards?.(null)}
      <div className={`${layout.row} ${styles.foot}`}>
        {link}
        <Button aria-expanded={asTable} aria-controls={tableId} onClick={() => onTable(!asTable)}>
          {t('Show as table')}
        </Button>
        <Button onClick={() => void save()}>
          <Icon name="download" />
          {t('Chart as PNG')}
        </Button>
      </div>
      <FailureTable {...{ post, year, pair, bars, entries }} id={tableId} shown={asTable} />
    </figure>
  );
}

/** The sizes with which the style sheet places the cards under their bars: the widths of the chart and of its y axis, and the number of types. */
function sizesOf(bars: FailureBars): CSSProperties & Record<'--axis' | '--types', string | number> {
  return { minWidth: chartWidth(bars), '--axis': `${axisWidth(bars)}px`, '--types': bars.types.length };
}

/** The legend. It is outside the chart, because on a phone it would scroll out of sight with it. Screen readers have the table instead. */
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

/** The height of the band with the post's name above a saved chart, in CSS pixels. */
const nameBandHeight = 44;

/** Saves a chart as a picture, with the post's name and the legend. @throws Error when the browser returns no picture. */
async function saveChart(chart: DrawnChart, post: string, fileName: string): Promise<void> {
  const colours = chartColours();
  const restoreChart = completePicture(chart);
  const { canvas } = chart;
  // on a high-resolution screen a canvas has more pixels than CSS
  const scale = canvas.width / chart.width;
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height + nameBandHeight * scale;
  const context = picture.getContext('2d');
  if (!context) {
    restoreChart();
    throw new Error('No canvas to draw on');
  }
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = colours.ink;
  context.font = `600 ${22 * scale}px ${colours.headingFont}`;
  context.textBaseline = 'middle';
  // the maximum width makes the browser condense a long name, so that it is not cut off
  context.fillText(post, 10 * scale, (nameBandHeight / 2) * scale, picture.width - 20 * scale);
  context.drawImage(canvas, 0, nameBandHeight * scale);
  restoreChart();
  const file = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('The browser made no picture');
  saveFile(file, fileName);
}

/** The height of the chart in a picture, in CSS pixels. On the page it may be lower, because there the cards have the names of the types. */
const pictureHeight = 340;

/**
 * Draws in the chart what the page shows around it: its title, the legend, the types and their counts.
 * @returns a function that restores the chart of the page
 */
function completePicture(chart: DrawnChart): () => void {
  const { legend, title, countsOnBars: counts } = chart.options.plugins ?? {};
  const ticks = chart.options.scales?.['x']?.ticks;
  const hadTypeNames = ticks?.display ?? true;
  const setComplete = (isComplete: boolean) => {
    if (legend) legend.display = isComplete;
    if (title) title.display = isComplete;
    if (counts) counts.shown = isComplete;
    if (ticks) ticks.display = isComplete || hadTypeNames;
    chart.update();
  };
  setComplete(true);
  chart.resize(chart.width, pictureHeight);
  return () => {
    setComplete(false);
    chart.resize();
  };
}

interface BarChartProps {
  bars: FailureBars;
  year: number;
  label: string;
  /** Whether it is drawn for paper: in the size of the sheet and with a printer's resolution. */
  printing: boolean;
  /** Whether the types are written under their bars. */
  named: boolean;
  chart: RefObject<DrawnChart | null | undefined>;
  /** The canvas on which the y axis stays in sight while the chart scrolls. */
  axis: RefObject<HTMLCanvasElement | null>;
}

/** The bar chart of a post (`spec §2`), in the colours of the theme. */
function BarChart({ bars, year, label, printing, named, chart, axis }: BarChartProps) {
  const colours = useChartColours();
  const data = useMemo(() => chartData(bars, colours), [bars, colours]);
  const options = useMemo(
    () => chartOptions(bars, year, colours, { onPaper: printing, named }),
    [bars, year, colours, printing, named],
  );
  const plugins = useMemo(() => [pairedBars, countsOnBars, stickyAxis(axis)], [axis]);
  usePaperSize(chart, printing ? paperSizeOf(bars) : null);
  return <Bar ref={chart} data={data} options={options} plugins={plugins} role="img" aria-label={label} />;
}

interface FailureTableProps {
  id: string;
  post: string;
  year: number;
  pair: YearPair | null;
  bars: FailureBars;
  entries: readonly FailureEntry[];
  /** Whether it is visible on the screen; screen readers and paper always have it. */
  shown: boolean;
}

function FailureTable({ id, post, year, pair, bars, entries, shown }: FailureTableProps) {
  return (
    <div
      id={id}
      className={shown ? styles.region : `${layout.visuallyHidden} ${styles.paper}`}
      // a wide table scrolls: the region can have the focus, so that the keyboard can scroll it
      {...(shown && { role: 'region', tabIndex: 0, 'aria-label': t('Table of {post}, {year}', { post, year }) })}
    >
      <DataTable
        heads={[t('Failure Type'), ...bars.series.map(({ label }) => label), ...(pair ? [t('Difference')] : [])]}
        caption={
          <span className={styles.title}>{t('Failure Occurrences by Type - {year}, {post}', { year, post })}</span>
        }
        className={styles.table}
      >
        {bars.types.map((type, index) => (
          <tr key={type}>
            <th scope="row">{typeLabel(type)}</th>
            {bars.series.map(({ label, values }) => (
              <td key={label}>{countOrDash(values[index] ?? null)}</td>
            ))}
            {pair && (
              <td>
                <Difference counts={countPair([entries], pair, type)} years={pair} />
              </td>
            )}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
