import { saveFile } from '../../../lib/save-file.ts';
import type { DrawnChart } from './BarChart.tsx';
import type { ChartColours } from './chart-colours.ts';

/** Height of the band for the post's name, in CSS pixels. */
const band = 44;

interface ChartPicture {
  chart: DrawnChart;
  post: string;
  colours: ChartColours;
}

/** With the post's name and the legend. @throws Error when the browser returns no picture. */
export async function saveChart({ chart, post, colours }: ChartPicture, name: string): Promise<void> {
  const { canvas } = chart;
  // on a high-resolution screen a canvas has more pixels than CSS
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
  // a long name is condensed, not cut
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
