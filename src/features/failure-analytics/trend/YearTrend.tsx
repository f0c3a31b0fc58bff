import {
  Chart,
  Filler,
  LineController,
  LineElement,
  PointElement,
  type ChartData,
  type ChartOptions,
  type ChartType,
  type Plugin,
} from 'chart.js';
import { useMemo, useRef } from 'react';
import { Line } from 'react-chartjs-2';
import { t } from '../../../lib/language/translate.ts';
import { textScale } from '../../../lib/screen/viewport.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { sentences } from '../../../records/sentences.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useChartColours, type ChartColours } from '../chart/chart-colours.ts';
import { commonOptions, usePaperSize } from '../chart/chart-settings.ts';
import { totalsText, yearTotals, type YearTotal } from './year-rates.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './YearTrend.module.css';

// `chart-settings.ts` registers what bar charts and line charts have in common
Chart.register(Filler, LineController, LineElement, PointElement);

interface YearTrendProps {
  posts: CarPosts;
  /** The year shown, whose point is larger. */
  year: number;
  today: Date;
  printing: boolean;
}

/** A line chart of the failures per year, with gaps for years without entries. A single year is a sentence; without any year it is empty. */
export function YearTrend({ posts, year, today, printing }: YearTrendProps) {
  const totals = useMemo(() => yearTotals(posts, today), [posts, today]);
  const [firstYear, ...otherYears] = totals;
  if (!firstYear) return null;
  if (otherYears.length === 0)
    return (
      <p className={texts.muted}>
        {sentences(
          singleYearText(firstYear),
          t('No other year has counts: how the years compare shows here once two have them.'),
        )}
      </p>
    );
  const title = t('Failures per year');
  return (
    <figure className={`${surface.plate} ${layout.gap1} ${styles.plate}`}>
      <figcaption>
        <h2 className={styles.title}>{title}</h2>
      </figcaption>
      <div className={styles.chart} style={printing ? paperSize : undefined}>
        <TrendLine totals={totals} year={year} printing={printing} />
      </div>
      {totals.some(({ total }) => total === null) && (
        <p className={`${texts.fine} ${styles.gaps}`}>{t('A gap is a year without counts, which is not zero.')}</p>
      )}
      {/* the chart has every count beside its point, so only screen readers need the table */}
      <div className={layout.visuallyHidden}>
        <DataTable heads={[t('Year'), t('Failures')]} caption={title}>
          {totals.map(({ year: totalYear, total, soFar }) => (
            <tr key={totalYear}>
              <th scope="row">{soFar ? t('{year} so far', { year: totalYear }) : totalYear}</th>
              <td>{total === null ? t('No counts') : countText(total)}</td>
            </tr>
          ))}
        </DataTable>
      </div>
    </figure>
  );
}

function singleYearText({ year, total, soFar }: YearTotal): string {
  const parts = { count: total ?? 0, number: countText(total ?? 0), year };
  return soFar
    ? t('{count, plural, one {{number} failure in {year} so far.} other {{number} failures in {year} so far.}}', parts)
    : t('{count, plural, one {{number} failure in {year}.} other {{number} failures in {year}.}}', parts);
}

type DrawnLine = Chart<'line', (number | null)[], string[]>;

/** The size on paper, in CSS pixels, which fits beside the key figures. */
const paperSize = { width: 320, height: 210 };

function TrendLine({ totals, year, printing }: { totals: readonly YearTotal[]; year: number; printing: boolean }) {
  const colours = useChartColours();
  const chart = useRef<DrawnLine | null>(null);
  const data = useMemo(() => trendData(totals, year, colours), [totals, year, colours]);
  const options = useMemo(() => trendOptions(colours, printing), [colours, printing]);
  usePaperSize(chart, printing ? paperSize : null);
  return (
    <Line
      ref={chart}
      data={data}
      options={options}
      plugins={plugins}
      role="img"
      aria-label={t('Failures per year. {counts}.', { counts: totalsText(totals) })}
    />
  );
}

/** The line of the chart. The segment to a year that is not over is dashed, without a filled area below, and ends in a hollow point. */
export function trendData(
  totals: readonly YearTotal[],
  year: number,
  colours: ChartColours,
): ChartData<'line', (number | null)[], string[]> {
  const unfinishedIndex = totals.findIndex((entry) => entry.soFar);
  return {
    labels: totals.map((entry) => (entry.soFar ? [`${entry.year}`, t('so far')] : [`${entry.year}`])),
    datasets: [
      {
        label: t('Failures per year'),
        data: totals.map(({ total }) => total),
        // the area below the line is filled down to zero
        fill: 'origin',
        backgroundColor: colours.shade,
        borderColor: colours.ink,
        borderWidth: 2,
        segment: {
          borderDash: ({ p1DataIndex }) => (p1DataIndex === unfinishedIndex ? [5, 4] : undefined),
          backgroundColor: ({ p1DataIndex }) => (p1DataIndex === unfinishedIndex ? 'transparent' : undefined),
        },
        pointRadius: totals.map((entry) => (entry.year === year ? 6 : 4)),
        pointHoverRadius: 7,
        pointBorderColor: colours.ink,
        pointBorderWidth: 2,
        pointBackgroundColor: totals.map((entry) => (entry.soFar ? colours.surface : colours.ink)),
      },
    ],
  };
}

/** The Chart.js options of the line chart, for screen or paper. */
export function trendOptions(colours: ChartColours, onPaper: boolean): ChartOptions<'line'> {
  const scale = onPaper ? 1 : textScale();
  const common = commonOptions(colours, 14, onPaper);
  const { font } = common;
  return {
    ...common,
    // leaves room for the counts above the highest point and beside the first and last one
    layout: { padding: { top: 24 * scale, left: 14 * scale, right: 14 * scale } },
    plugins: {
      countsAtPoints: { colour: colours.ink, font: colours.font, size: onPaper ? 11 : 14 * scale },
      legend: { display: false },
      tooltip: { enabled: false },
    },
    scales: {
      x: {
        grid: { display: false },
        border: { color: colours.quiet },
        ticks: { color: colours.quiet, font, autoSkip: false, maxRotation: 0 },
      },
      // the axis is hidden, because each point has its count; it still begins at zero
      y: { beginAtZero: true, display: false },
    },
  };
}

/** A Chart.js plugin that writes every count above its point: a few numbers are easier to read than an axis. */
export const countsAtPoints: Plugin<'line', CountsAtPoints> = {
  id: 'countsAtPoints',
  defaults: { colour: '', font: '', size: 14 },
  afterDatasetsDraw(chart, _, { colour, font, size }) {
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    // the menu uses this font weight too, so its file is loaded before the chart is drawn
    ctx.font = `500 ${size}px ${font}`;
    ctx.fillStyle = colour;
    const counts = chart.data.datasets[0]?.data ?? [];
    let previousEnd = -Infinity;
    for (const [index, point] of chart.getDatasetMeta(0).data.entries()) {
      const count = counts[index];
      if (typeof count !== 'number') continue;
      if (!(point instanceof PointElement)) continue;
      const { x, y } = point.getProps(['x', 'y'], true);
      if (x === null || y === null) continue;
      const text = countText(count);
      const halfWidth = ctx.measureText(text).width / 2;
      // a count that would overlap the previous one is left out, such as counts of five digits on a phone
      if (x - halfWidth < previousEnd + 2) continue;
      previousEnd = x + halfWidth;
      ctx.fillText(text, x, y - 9);
    }
    ctx.restore();
  },
};

const plugins = [countsAtPoints];

interface CountsAtPoints {
  colour: string;
  font: string;
  /** In CSS pixels. */
  size: number;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    countsAtPoints?: TType extends 'line' ? CountsAtPoints : never;
  }
}
