import type { PointGroup } from 'signature_pad';
import type { Stroke } from '../../records/maintenance-form/maintenance-form.ts';
import { pen, signatureBox } from '../../records/maintenance-form/signature.ts';

/** The colour of a signature on the screen, a dark blue. */
const ink = '#1b3f7f';

/** The options of the signature pad for a box with this width in pixels. */
export function penFor(width: number) {
  const scale = width / signatureBox.width || 1;
  return {
    penColor: ink,
    minWidth: pen.minWidth * scale,
    maxWidth: pen.maxWidth * scale,
    dotSize: pen.dotSize * scale,
    velocityFilterWeight: pen.velocityFilterWeight,
  };
}

/** Rounds to four decimals, which is more precise than a printer. */
const roundShare = (share: number) => Math.round(share * 10_000) / 10_000;

/**
 * The strokes of a pad as they are stored, so that they fit a box of any size. A point has its position as shares of the box's width and height,
 * and its time since the stroke's first point in milliseconds. The time is scaled like the width, so that the speed of the pen stays the same.
 * @param width of the box, in pixels
 * @param height of the box, in pixels
 */
export function strokesOf(groups: readonly PointGroup[], width: number, height: number): Stroke[] {
  if (width === 0 || height === 0) return [];
  const scale = signatureBox.width / width;
  return groups.map(({ points }) =>
    points.map(({ x, y, time }) => [
      roundShare(x / width),
      roundShare(y / height),
      Math.round((time - (points[0]?.time ?? time)) * scale),
    ]),
  );
}

/** The time of a stroke's first point, in milliseconds. It is not 0, because the pad takes 0 for a missing time. */
const startTime = 1_000;

/** The stored strokes in the format of the pad, for a box with this size in pixels. */
export function groupsOf(strokes: readonly Stroke[], width: number, height: number): PointGroup[] {
  const scale = width / signatureBox.width;
  return strokes.map((stroke) => ({
    ...penFor(width),
    compositeOperation: 'source-over',
    points: stroke.map(([x, y, at]) => ({ x: x * width, y: y * height, pressure: 0.5, time: startTime + at * scale })),
  }));
}
