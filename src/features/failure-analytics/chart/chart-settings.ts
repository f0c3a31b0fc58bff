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

/** Up to this count the axis has a line for every 1 (`spec §2`); with more, the lines would be a black bar. */
const maxSingleSteps = 50;
/** The widest chart, in CSS pixels; some browsers limit a canvas to about this. */
const maxWidth = 6_000;
/** How many type names fit on a sheet. */
const maxLabelsOnPaper = 20;
/** The gap between two bars, in CSS pixels. */
const barGap = 4;
/** The share of a type's space that its bars may fill; the rest separates it from the next. */
const barsShare = 0.86;
const maxBarThickness = 44;
/** The least width of a bar, and what a digit above it takes, in CSS pixels. */
const [minBarWidth, digitWidth] = [24, 8];
/** The least width of a type, in CSS pixels: its name fits below. */
const minTypeWidth = 104;
/** What a chart is wider than its types, in CSS pixels. */
const widthBesideTypes = 64;
/** The height of a label of the y axis, in CSS pixels. */
const labelHeight = 18;
/** The distance between two stripes, in pixels. */
const pitch = 7;

/** The width (CSS pixels) at which every bar has room for its count and every type for its name. */
export function chartWidth(bars: FailureBars): number {
  const barWidth = Math.max(minBarWidth, (`${highestOf(bars)}`.length + 1) * digitWidth) + barGap;
  const typeWidth = Math.max(minTypeWidth, (bars.series.length * barWidth) / barsShare);
  return Math.min(maxWidth, (widthBesideTypes + bars.types.length * typeWidth) * textScale());
}

/** Whether every type is as wide as `chartWidth` wants it, so that a card fits under its bars. */
export function hasRoomForTypes(bars: FailureBars): boolean {
  return chartWidth(bars) < maxWidth;
}

/** The width of the y axis, in CSS pixels: the cards under the bars begin after it. */
export function axisWidth(bars: FailureBars): number {
  const longest = countText(Math.ceil(highestOf(bars) * 1.25)).length;
  return Math.round((16 + Math.max(2, longest) * 9) * textScale());
}

/** The size of a printed chart, in CSS pixels. Two charts with their tables fit on an A4 sheet, or one with many types. */
export function paperSizeOf({ types }: FailureBars): { width: number; height: number } {
  return { width: 700, height: types.length > 8 ? 300 : 210 };
}

/** Gives a chart its size on paper, and afterwards that of the screen again. By itself a chart resizes only after the browser has made the print. */
export function usePaperSize(
  chart: RefObject<Pick<Chart, 'resize'> | null | undefined>,
  size: { width: number; height: number } | null,
): void {
  const { width, height } = size ?? { width: 0, height: 0 };
  const onPaper = useRef(false);
  useEffect(() => {
    if (width > 0) chart.current?.resize(width, height);
    else if (onPaper.current) chart.current?.resize();
    onPaper.current = width > 0;
  }, [chart, width, height]);
}

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

/** The ticks of the y axis: a line for every step, and a label where there is room. Chart.js alone would leave out the line with its label. */
const everyStep = {
  autoSkip: false,
  callback(this: { height: number }, value: number | string, _: number, { length }: readonly unknown[]): string {
    const room = this.height / length;
    const labelled = [1, 2, 5].find((steps) => steps * room >= labelHeight * textScale()) ?? 10;
    return Number(value) % labelled === 0 ? `${value}` : '';
  },
};

/** What all charts have. @param size of their text, in pixels: it follows the text size of the browser. On paper it is 11 px (8 pt) instead. */
export function commonOptions(colours: ChartColours, size: number, onPaper: boolean) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    devicePixelRatio: onPaper ? 2.5 : Math.min(2, devicePixelRatio),
    font: { family: colours.font, size: onPaper ? 11 : size * textScale() },
  } as const;
}

interface ChartPlace {
  onPaper: boolean;
  /** Whether the types are written under their bars; on paper they always are. */
  named: boolean;
}

/** Title and axes of a post's chart (`spec §2`), and the legend of its saved picture; for screen or paper. */
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
      // on the page the cards below have the counts, on paper the table
      countsOnBars: { shown: false, colour: colours.ink, font: colours.font },
      title: {
        // on the page the title is above the chart, with the legend
        display: onPaper,
        text: chartTitle(year),
        // a wide chart scrolls: its title stays at its left end
        align: 'start',
        color: colours.ink,
        font: { family: colours.headingFont, size: onPaper ? 14 : 19 * scale, weight: 600 },
        padding: { top: onPaper ? 0 : 10, bottom: onPaper ? 8 : 16 },
      },
      legend: {
        // on the page the legend is above the chart, in a saved picture inside
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
        // room for the count above the highest bar
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

/** The fill of a bar. Exit is striped, which shows on grey paper too; the compared year has a softer tone. */
export function fillOf({ side, compared }: FailureSeries, colours: ChartColours): string | CanvasPattern {
  if (side === 'entrance') return compared ? colours.entranceSoft : colours.entrance;
  return compared ? stripes(colours.exitSoft, colours.surface) : stripes(colours.exit, colours.exitGround);
}

/** The outline of a bar, strong in both tones: a soft fill alone would be lost on the background. */
export function outlineOf({ side }: FailureSeries, colours: ChartColours): string {
  return side === 'entrance' ? colours.entrance : colours.exit;
}

function stripes(stripe: string, ground: string): string | CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = pitch;
  tile.height = pitch;
  const context = tile.getContext('2d');
  if (!context) return stripe;
  context.fillStyle = ground;
  context.fillRect(0, 0, pitch, pitch);
  context.strokeStyle = stripe;
  context.lineWidth = 3;
  context.beginPath();
  // three stripes, because the stripes of the neighbouring tiles reach into two corners
  for (const start of [-pitch, 0, pitch]) {
    context.moveTo(start - 1, pitch + 1);
    context.lineTo(start + pitch + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? stripe;
}

// only what a bar chart needs, to keep the rest of the library out of the page
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip, Legend, Title);

/** Sets the bars of a type close together, as thick as possible. */
export const pairedBars: Plugin<'bar'> = {
  id: 'pairedBars',
  beforeDatasetsUpdate({ data, chartArea }) {
    const widthOfType = (chartArea.width / Math.max(1, data.labels?.length ?? 1)) * barsShare;
    const widthOfBar = widthOfType / Math.max(1, data.datasets.length);
    // narrow bars are worth more than gaps
    const gap = widthOfBar < 3 * barGap ? 1 : barGap;
    const thickness = Math.max(1, Math.min(maxBarThickness, Math.floor(widthOfBar - gap)));
    for (const series of data.datasets) {
      // the library positions a bar by `barThickness`, and draws it by `maxBarThickness`
      series.barThickness = thickness + gap;
      series.maxBarThickness = thickness;
    }
  },
};

/** Writes every count above its bar in a saved picture, zero too: nothing else there has the counts. */
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
        // on narrow bars the counts would overlap
        if (x !== null && y !== null && ctx.measureText(text).width <= width + barGap) ctx.fillText(text, x, y - 3);
      }
    }
    ctx.restore();
  },
};

/** Copies the y axis to a canvas that stays in sight where a wide chart scrolls. */
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
