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

// only what a bar chart needs: the rest of the library stays out of the page
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip, Legend, Title);

/** CSS pixels between the bars of one type. */
export const barGap = 4;
/** The part of a type's place that its bars may fill; the rest keeps it apart from the next one. */
export const barsShare = 0.86;
const thickestBar = 44;

/** Sets the bars of a type close together, as thick as there is room. */
export const pairedBars: Plugin<'bar'> = {
  id: 'pairedBars',
  beforeDatasetsUpdate({ data, chartArea }) {
    const place = (chartArea.width / Math.max(1, data.labels?.length ?? 1)) * barsShare;
    const each = place / Math.max(1, data.datasets.length);
    // squeezed bars are worth more than the gaps between them
    const gap = each < 3 * barGap ? 1 : barGap;
    const thickness = Math.max(1, Math.min(thickestBar, Math.floor(each - gap)));
    for (const series of data.datasets) {
      // the library gives a bar the first as its place, and draws it as thick as the second
      series.barThickness = thickness + gap;
      series.maxBarThickness = thickness;
    }
  },
};

/** Writes every bar's count above it, zero too: paper has no tooltips, and heights alone are hard to compare. */
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
        // squeezed bars would have their counts on top of each other
        if (x !== null && y !== null && ctx.measureText(text).width <= width + barGap) ctx.fillText(text, x, y - 3);
      }
    }
    ctx.restore();
  },
};

interface CountsOnBars {
  colour: string;
  font: string;
  /** CSS pixels. */
  size: number;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    countsOnBars?: TType extends 'bar' ? CountsOnBars : never;
  }
}
