import { createCanvas } from '@napi-rs/canvas';
import { BasicPlatform, Chart, type ChartConfiguration } from 'chart.js';
import { vi } from 'vitest';

/**
 * Lets Chart.js draw a chart on a canvas without a page. The chart must not be responsive, because no element gives it a size.
 * Returns the texts on it, the dashes of its lines, and its y axis.
 */
export function drawChart<Kind extends 'bar' | 'line'>(
  config: ChartConfiguration<Kind, (number | null)[], string[]>,
  width: number,
  height: number,
) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const fillText = vi.spyOn(context, 'fillText');
  const setLineDash = vi.spyOn(context, 'setLineDash');
  const chart = new Chart<Kind, (number | null)[], string[]>(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has what Chart.js uses without a page
    canvas as unknown as HTMLCanvasElement,
    { ...config, platform: BasicPlatform },
  );
  const { ticks, height: axisHeight } = chart.scales['y'] ?? { ticks: [], height: 0 };
  chart.destroy();
  return {
    texts: fillText.mock.calls.map(([text]) => text),
    dashes: setLineDash.mock.calls.map(([lengths]) => lengths.join(' ')).filter((lengths) => lengths !== ''),
    y: { ticks, height: axisHeight },
  };
}
