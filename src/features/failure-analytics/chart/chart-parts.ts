import {
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

// only what a bar chart needs, to keep the rest of the library out of the page
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip, Legend, Title);

/** In CSS pixels. */
export const barGap = 4;
/** The share of a type's space that its bars may fill; the rest separates it from the next. */
export const barsShare = 0.86;
const maxBarThickness = 44;

/** Sets the bars of a type close together, as thick as possible. */
export const pairedBars: Plugin<'bar'> = {
  id: 'pairedBars',
  beforeDatasetsUpdate({ data, chartArea }) {
    const place = (chartArea.width / Math.max(1, data.labels?.length ?? 1)) * barsShare;
    const each = place / Math.max(1, data.datasets.length);
    // narrow bars are worth more than gaps
    const gap = each < 3 * barGap ? 1 : barGap;
    const thickness = Math.max(1, Math.min(maxBarThickness, Math.floor(each - gap)));
    for (const series of data.datasets) {
      // the library places a bar by the first, and draws it by the second
      series.barThickness = thickness + gap;
      series.maxBarThickness = thickness;
    }
  },
};

/** Writes every count above its bar, zero too: paper has no tooltips, and heights alone are hard to compare. */
export const countsOnBars: Plugin<'bar', CountsOnBars> = {
  id: 'countsOnBars',
  defaults: { colour: '', font: '', size: 13 },
  afterDatasetsDraw(chart, _, { colour, font, size }) {
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.font = `600 ${size}px ${font}`;
    ctx.fillStyle = colour;
    for (const [index, { data }] of chart.data.datasets.entries()) {
      for (const [place, bar] of chart.getDatasetMeta(index).data.entries()) {
        if (!(bar instanceof BarElement)) continue;
        const { x, y, width } = bar.getProps(['x', 'y', 'width'], true);
        const text = String(data[place]);
        // on narrow bars the counts would overlap
        if (x !== null && y !== null && ctx.measureText(text).width <= width + barGap) ctx.fillText(text, x, y - 3);
      }
    }
    ctx.restore();
  },
};

interface CountsOnBars {
  colour: string;
  font: string;
  /** In CSS pixels. */
  size: number;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    countsOnBars?: TType extends 'bar' ? CountsOnBars : never;
  }
}
