import type { PointGroup } from 'signature_pad';
import type { Stroke } from '../../records/maintenance-form/maintenance-form.ts';

/** How the pad draws: ink and the widths of fast and slow strokes, in CSS pixels. */
export const pen = { penColor: '#1b3f7f', minWidth: 0.8, maxWidth: 2.2 };

/** Two digits more than a printer can show. */
const round = (share: number) => Math.round(share * 10_000) / 10_000;

/** What was drawn in a box of so many pixels, as shares of it: the same signature in any size. */
export function strokesOf(groups: readonly PointGroup[], width: number, height: number): Stroke[] {
  if (width === 0 || height === 0) return [];
  return groups.map(({ points }) => points.map(({ x, y }) => [round(x / width), round(y / height)]));
}

/** The strokes as the pad draws them, in a box of so many pixels. */
export function groupsOf(strokes: readonly Stroke[], width: number, height: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...pen,
    dotSize: 1.5,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over',
    // the pad makes fast strokes thin; without their times all are taken for equally fast
    points: stroke.map(([across, down], index) => ({
      x: across * width,
      y: down * height,
      pressure: 0.5,
      time: index * 16,
    })),
  }));
}
