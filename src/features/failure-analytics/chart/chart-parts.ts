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

/** Writes every bar's count above it, zero too: paper has no tooltips, and heights alone are hard to compare. */
export const countsOnBars: Plugin<'bar', { colour: string; font: string }> = {
  id: 'countsOnBars',
  defaults: { colour: '', font: '' },
  afterDatasetsDraw(chart, _, { colour, font }) {
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.font = `600 13px ${font}`;
    ctx.fillStyle = colour;
    for (const [index, { data }] of chart.data.datasets.entries()) {
      for (const [place, bar] of chart.getDatasetMeta(index).data.entries()) {
        if (!(bar instanceof BarElement)) continue;
        const { x, y, width } = bar.getProps(['x', 'y', 'width'], true);
        const text = String(data[place]);
        // squeezed bars would have their counts on top of each other
        if (x !== null && y !== null && ctx.measureText(text).width <= width * 1.3) ctx.fillText(text, x, y - 3);
      }
    }
    ctx.restore();
  },
};

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    countsOnBars?: TType extends 'bar' ? { colour: string; font: string } : never;
  }
}
