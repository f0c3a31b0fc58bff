import { saveFile } from '../../../lib/save-file.ts';
import type { DrawnChart } from './BarChart.tsx';
import type { ChartColours } from './chart-colours.ts';

/** CSS pixels for the post's name over the chart. */
const band = 44;

interface ChartPicture {
  chart: DrawnChart;
  post: string;
  colours: ChartColours;
}

/**
 * Saves a chart as a PNG file on its ground, with the post's name over it and its legend in it.
 * @throws Error when the browser gives no picture.
 */
export async function saveChart({ chart, post, colours }: ChartPicture, name: string): Promise<void> {
  const { canvas } = chart;
  // a canvas has more pixels than CSS on a fine screen
  const scale = canvas.width / chart.width;
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height + band * scale;
  const context = picture.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = colours.ink;
  context.font = `600 ${22 * scale}px ${colours.headingFont}`;
  context.textBaseline = 'middle';
  // a name too long for the picture is drawn narrower, not cut
  context.fillText(post, 10 * scale, (band / 2) * scale, picture.width - 20 * scale);
  showLegend(chart, true);
  context.drawImage(canvas, 0, band * scale);
  showLegend(chart, false);
  const file = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('The browser made no picture');
  saveFile(file, name);
}

function showLegend(chart: ChartPicture['chart'], display: boolean): void {
  const { legend } = chart.options.plugins ?? {};
  if (legend) legend.display = display;
  chart.update();
}
