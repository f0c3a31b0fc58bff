import type { FailureSeries } from './failure-series.ts';
import type { ChartColours } from './chart-colours.ts';

/** Pixels between two stripes. */
const pitch = 7;

/**
 * The fill of a series: entrance plain, exit striped, so that the two are told apart without colours and on grey paper;
 * the year compared with in the softer tone.
 */
export function fillOf({ side, compared }: FailureSeries, colours: ChartColours): string | CanvasPattern {
  if (side === 'entrance') return compared ? colours.entranceSoft : colours.entrance;
  return compared ? stripes(colours.exitSoft, colours.surface) : stripes(colours.exit, colours.exitSoft);
}

/** The outline of a series, strong in both tones: a soft fill alone would be lost on the ground. */
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
  // the corners too, where the stripes of the neighbouring tiles reach in
  for (const start of [-pitch, 0, pitch]) {
    context.moveTo(start - 1, pitch + 1);
    context.lineTo(start + pitch + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? stripe;
}
