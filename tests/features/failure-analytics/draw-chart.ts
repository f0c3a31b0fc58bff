import { createCanvas } from '@napi-rs/canvas';
import { BasicPlatform, Chart, type ChartConfiguration } from 'chart.js';
import { vi } from 'vitest';

/** Draws a chart, which is not responsive, as Chart.js does. Returns the texts on it, the dashes of its lines, and its y axis. */
export function drawChart<Kind extends 'bar' | 'line'>(
  config: ChartConfiguration<Kind, (number | null)[], string[]>,
  width: number,
  height: number,
) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const write = vi.spyOn(context, 'fillText');
  const dash = vi.spyOn(context, 'setLineDash');
  const chart = new Chart<Kind, (number | null)[], string[]>(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has what Chart.js uses without a page
    canvas as unknown as HTMLCanvasElement,
    { ...config, platform: BasicPlatform },
  );
  const { ticks, height: tall } = chart.scales['y'] ?? { ticks: [], height: 0 };
  chart.destroy();
  return {
    texts: write.mock.calls.map(([text]) => text),
    dashes: dash.mock.calls.map(([lengths]) => lengths.join(' ')).filter((lengths) => lengths !== ''),
    y: { ticks, height: tall },
  };
}
