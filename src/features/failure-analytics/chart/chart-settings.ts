import {
  type ChartData,
  type ChartOptions,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  Title,
  Tooltip,
  type ChartType,
  type Plugin,
} from 'chart.js';
import { useEffect, useRef, type RefObject } from 'react';
import { textScale } from '../../../lib/screen/viewport.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { typeLabel } from '../../../records/failure/failure-record.ts';
import type { ChartColours } from './chart-colours.ts';
import { axisLabel, chartTitle, highestOf, type FailureBars, type FailureSeries } from './failure-bars.ts';

// How Chart.js draws the bars of `failure-bars.ts`: sizes, colours, axes, and the plugins that it needs.

/** Up to this highest count the axis has a line for every 1 (`spec §2`). With more, the lines would be too close to each other. */
const maxSingleSteps = 50;
/** The widest chart, in CSS pixels; some browsers allow no canvas that is much wider. */
const maxWidth = 6_000;
/** How many type names fit on a sheet. */
const maxLabelsOnPaper = 20;
/** The gap between two bars, in CSS pixels. */
const barGap = 4;
/** The share of a type's width that its bars may fill; the remaining space separates it from the next type. */
const barsShare = 0.86;
/** In CSS pixels. */
const maxBarThickness = 44;
/** The least width of a bar, in CSS pixels. */
const minBarWidth = 24;
/** The width of a digit of the count above a bar, in CSS pixels. */
const digitWidth = 8;
/** The least width of a type, in CSS pixels, which has room for its name. */
const minTypeWidth = 104;
/** The width of the y axis and the margins, in CSS pixels. */
const widthBesideTypes = 64;
/** The height of a label of the y axis, in CSS pixels. */
const labelHeight = 18;
/** The distance between two stripes of a bar, in pixels. */
const stripeDistance = 7;

/** The width (CSS pixels) at which every bar has room for its count and every type for its name. */
export function chartWidth(bars: FailureBars): number {
  const barWidth = Math.max(minBarWidth, (`${highestOf(bars)}`.length + 1) * digitWidth) + barGap;
  const typeWidth = Math.max(minTypeWidth, (bars.series.length * barWidth) / barsShare);
  return Math.min(maxWidth, (widthBesideTypes + bars.types.length * typeWidth) * textScale());
}

/** Whether every type has its full width, because the chart is below the maximum width; then a card fits under its bars. */
export function hasRoomForTypes(bars: FailureBars): boolean {
  return chartWidth(bars) < maxWidth;
}

/** The width of the y axis, in CSS pixels: 16 and 9 for each character of its longest label. The cards under the bars begin after it. */
export function axisWidth(bars: FailureBars): number {
  // the axis ends at most about a quarter above the highest count
  const labelLength = countText(Math.ceil(highestOf(bars) * 1.25)).length;
  return Math.round((16 + Math.max(2, labelLength) * 9) * textScale());
}

/** The size of a printed chart, in CSS pixels. Two charts with their tables fit on an A4 sheet, or one with many types. */
export function paperSizeOf({ types }: FailureBars): { width: number; height: number } {
  return { width: 700, height: types.length > 8 ? 300 : 210 };
}

/**
 * Gives a chart its size on paper, and resizes it to the screen when `size` is null again. Chart.js alone would resize it only after the
 * browser has prepared the pages.
 */
export function usePaperSize(
  chart: RefObject<Pick<Chart, 'resize'> | null | undefined>,
  size: { width: number; height: number } | null,
): void {
  const { width, height } = size ?? { width: 0, height: 0 };
  const wasOnPaper = useRef(false);
  useEffect(() => {
    if (width > 0) chart.current?.resize(width, height);
    else if (wasOnPaper.current) chart.current?.resize();
    wasOnPaper.current = width > 0;
  }, [chart, width, height]);
}

/** The Chart.js data of a post's bars. */
export function chartData(bars: FailureBars, colours: ChartColours): ChartData<'bar', (number | null)[], string[]> {
  return {
    labels: bars.types.map((type) => axisLabel(typeLabel(type))),
    datasets: bars.series.map((series) => {
      const fill = fillOf(series, colours);
      const outline = outlineOf(series, colours);
      return {
        label: series.label,
        data: [...series.values],
        backgroundColor: fill,
        hoverBackgroundColor: fill,
        borderColor: outline,
        hoverBorderColor: outline,
        borderWidth: 1.5,
      };
    }),
  };
}

/**
 * Ticks of the y axis with a line for every step, and a label for every step, or for every 2nd, 5th or 10th, as there is room. Chart.js by
 * itself would leave out a line together with its label.
 */
const everyStep = {
  autoSkip: false,
  callback(this: { height: number }, value: number | string, _: number, { length }: readonly unknown[]): string {
    const stepHeight = this.height / length;
    const labelInterval = [1, 2, 5].find((steps) => steps * stepHeight >= labelHeight * textScale()) ?? 10;
    return Number(value) % labelInterval === 0 ? `${value}` : '';
  },
};

/**
 * The options of all charts.
 * @param size the text size in CSS pixels, which is scaled with the text size of the browser; on paper the text has 11 px (8 pt) instead
 */
export function commonOptions(colours: ChartColours, size: number, onPaper: boolean) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    // a print needs a higher resolution than a screen; above 2 a screen only needs more memory
    devicePixelRatio: onPaper ? 2.5 : Math.min(2, devicePixelRatio),
    font: { family: colours.font, size: onPaper ? 11 : size * textScale() },
  } as const;
}

interface ChartPlace {
  onPaper: boolean;
  /** Whether the types are written under their bars; on paper they always are. */
  named: boolean;
}

/** The options of a post's chart: title and axes (`spec §2`), and the legend and counts of its saved picture. */
export function chartOptions(
  bars: FailureBars,
  year: number,
  colours: ChartColours,
  { onPaper, named }: ChartPlace,
): ChartOptions<'bar'> {
  const scale = onPaper ? 1 : textScale();
  const common = commonOptions(colours, 14, onPaper);
  const { font } = common;
  return {
    ...common,
    color: colours.ink,
    plugins: {
      // the cards below the chart have the counts, and on paper the table has them
      countsOnBars: { shown: false, colour: colours.ink, font: colours.font },
      title: {
        // on the screen the page has the title above the chart
        display: onPaper,
        text: chartTitle(year),
        // a wide chart scrolls, so a title in its middle might be out of sight
        align: 'start',
        color: colours.ink,
        font: { family: colours.headingFont, size: onPaper ? 14 : 19 * scale, weight: 600 },
        padding: { top: onPaper ? 0 : 10, bottom: onPaper ? 8 : 16 },
      },
      legend: {
        // the page has the legend above the chart; only a saved picture has it inside
        display: false,
        align: 'start',
        labels: { color: colours.ink, font, boxWidth: 20 * scale, boxHeight: 14 * scale },
      },
      tooltip: {
        bodyFont: font,
        titleFont: { ...font, weight: 600 },
        callbacks: { title: ([item]) => typeLabel(bars.types[item?.dataIndex ?? 0] ?? '') },
      },
    },
    scales: {
      x: {
        grid: { display: false },
        border: { color: colours.quiet },
        ticks: {
          display: onPaper || named,
          color: colours.ink,
          font,
          // paper cannot scroll, so long names are written upright
          maxRotation: onPaper ? 90 : 0,
          autoSkip: chartWidth(bars) === maxWidth || (onPaper && bars.types.length > maxLabelsOnPaper),
        },
      },
      y: {
        beginAtZero: true,
        ...(!onPaper && {
          afterFit(axis) {
            axis.width = axisWidth(bars);
          },
        }),
        // the axis goes 12 % above the highest bar, which leaves room for its count
        grace: '12%',
        grid: { color: colours.line, lineWidth: ({ tick }) => (tick.label === '' ? 0.5 : 1) },
        border: { display: false },
        ticks: {
          color: colours.quiet,
          font,
          precision: 0,
          ...(onPaper && { autoSkipPadding: 6 }),
          ...(highestOf(bars) <= maxSingleSteps && { stepSize: 1, ...(!onPaper && everyStep) }),
        },
      },
    },
  };
}

/** The fill of a bar. Exit bars are striped, so that they differ in a black-and-white print too; the compared year has a softer tone. */
export function fillOf({ side, compared }: FailureSeries, colours: ChartColours): string | CanvasPattern {
  if (side === 'entrance') return compared ? colours.entranceSoft : colours.entrance;
  return compared ? stripes(colours.exitSoft, colours.surface) : stripes(colours.exit, colours.exitGround);
}

/** The outline of a bar. It is strong in both tones, because a soft fill alone hardly shows on the background. */
export function outlineOf({ side }: FailureSeries, colours: ChartColours): string {
  return side === 'entrance' ? colours.entrance : colours.exit;
}

/** A pattern of diagonal stripes; without canvas support the plain colour of the stripes. */
function stripes(stripeColour: string, groundColour: string): string | CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = stripeDistance;
  tile.height = stripeDistance;
  const context = tile.getContext('2d');
  if (!context) return stripeColour;
  context.fillStyle = groundColour;
  context.fillRect(0, 0, stripeDistance, stripeDistance);
  context.strokeStyle = stripeColour;
  context.lineWidth = 3;
  context.beginPath();
  // three stripes: two corners of the tile have a part of the stripes of its neighbours
  for (const start of [-stripeDistance, 0, stripeDistance]) {
    context.moveTo(start - 1, stripeDistance + 1);
    context.lineTo(start + stripeDistance + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? stripeColour;
}

// registers only the parts that a bar chart needs, so that the page does not load the whole library
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip, Legend, Title);

/** A Chart.js plugin that draws the bars of a type close together and as thick as possible. */
export const pairedBars: Plugin<'bar'> = {
  id: 'pairedBars',
  beforeDatasetsUpdate({ data, chartArea }) {
    const widthOfType = (chartArea.width / Math.max(1, data.labels?.length ?? 1)) * barsShare;
    const widthOfBar = widthOfType / Math.max(1, data.datasets.length);
    // narrow bars have a gap of 1 px only, so that more width is left for the bars
    const gap = widthOfBar < 3 * barGap ? 1 : barGap;
    const thickness = Math.max(1, Math.min(maxBarThickness, Math.floor(widthOfBar - gap)));
    for (const series of data.datasets) {
      // Chart.js uses `barThickness` for the position of a bar, and `maxBarThickness` for its drawn width
      series.barThickness = thickness + gap;
      series.maxBarThickness = thickness;
    }
  },
};

/** A Chart.js plugin that writes every count, also zero, above its bar in a saved picture, which has no cards or table. */
export const countsOnBars: Plugin<'bar', CountsOnBars> = {
  id: 'countsOnBars',
  defaults: { shown: false, colour: '', font: '' },
  afterDatasetsDraw(chart, _, { shown, colour, font }) {
    if (!shown) return;
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.font = `600 ${13 * textScale()}px ${font}`;
    ctx.fillStyle = colour;
    for (const [index, { data }] of chart.data.datasets.entries()) {
      for (const [barIndex, bar] of chart.getDatasetMeta(index).data.entries()) {
        if (!(bar instanceof BarElement)) continue;
        const { x, y, width } = bar.getProps(['x', 'y', 'width'], true);
        const count = data[barIndex];
        if (typeof count !== 'number') continue;
        const text = countText(count);
        // a count that is wider than its bar would overlap the next one
        if (x !== null && y !== null && ctx.measureText(text).width <= width + barGap) ctx.fillText(text, x, y - 3);
      }
    }
    ctx.restore();
  },
};

/** A Chart.js plugin that copies the y axis to the canvas `axis`, which stays in sight while a wide chart scrolls. */
export function stickyAxis(axis: { readonly current: HTMLCanvasElement | null }): Plugin<'bar'> {
  return {
    id: 'stickyAxis',
    afterDraw({ canvas, chartArea, height, currentDevicePixelRatio: scale }) {
      const copy = axis.current;
      if (!copy || chartArea.left === 0) return;
      copy.width = Math.round(chartArea.left * scale);
      copy.height = canvas.height;
      copy.style.width = `${chartArea.left}px`;
      copy.style.height = `${height}px`;
      copy.getContext('2d')?.drawImage(canvas, 0, 0);
    },
  };
}

interface CountsOnBars {
  shown: boolean;
  colour: string;
  font: string;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    countsOnBars?: TType extends 'bar' ? CountsOnBars : never;
  }
}
