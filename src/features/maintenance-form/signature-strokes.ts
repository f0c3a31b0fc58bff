import type { PointGroup } from 'signature_pad';
import type { Stroke } from '../../records/maintenance-form/maintenance-form.ts';
import { pen, signatureBox } from '../../records/maintenance-form/signature.ts';

const ink = '#1b3f7f';

/** The pad's options for a box of this width in pixels. */
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

/** Rounds a share to two digits more than a printer can show. */
const roundShare = (share: number) => Math.round(share * 10_000) / 10_000;

/** Strokes as shares of a box of this size in pixels: the same signature at any size. */
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

/** The time of a stroke's first point: the pad treats 0 as none. */
const start = 1_000;

/** The strokes in the pad's format, for a box of this size in pixels. */
export function groupsOf(strokes: readonly Stroke[], width: number, height: number): PointGroup[] {
  const scale = width / signatureBox.width;
  return strokes.map((stroke) => ({
    ...penFor(width),
    compositeOperation: 'source-over',
    points: stroke.map(([x, y, at]) => ({ x: x * width, y: y * height, pressure: 0.5, time: start + at * scale })),
  }));
}
