import type { Stroke } from './maintenance-form.ts';

/** The standard size of a signature's box, in pixels. In a box of another size, pen and times are scaled, so that the signature looks the same. */
export const signatureBox = { width: 480, height: 160 } as const;

/** The settings of signature_pad: the radius of fast strokes, slow strokes and dots, in pixels, and how much the newest speed counts (0 to 1). */
export const pen = { minWidth: 0.8, maxWidth: 2.2, dotSize: 1.5, velocityFilterWeight: 0.7 } as const;

interface InkPoint {
  x: number;
  y: number;
}

/** A cubic Bézier curve in `signatureBox`. Its width changes from twice `fromRadius` to twice `toRadius`. */
export interface InkCurve {
  points: readonly [InkPoint, InkPoint, InkPoint, InkPoint];
  fromRadius: number;
  toRadius: number;
}

/** The curves of a stroke by the algorithm of signature_pad: thinner where the hand was faster. Empty for fewer than three points. */
export function inkCurves(stroke: Stroke): InkCurve[] {
  if (stroke.length < 3) return [];
  const points = stroke.map(([x, y, time]) => ({ x: x * signatureBox.width, y: y * signatureBox.height, at: time }));
  let speed = 0;
  let radius = (pen.minWidth + pen.maxWidth) / 2;
  return points.slice(1).flatMap((to, index) => {
    const from = points[index];
    if (!from) return [];
    // the first and last points have no neighbour beyond them
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? to;
    const currentSpeed = to.at > from.at ? distance(from, to) / (to.at - from.at) : 0;
    speed = pen.velocityFilterWeight * currentSpeed + (1 - pen.velocityFilterWeight) * speed;
    const fromRadius = radius;
    radius = Math.max(pen.maxWidth / (speed + 1), pen.minWidth);
    const leaving = controlPoints(before, from, to).second;
    const arriving = controlPoints(from, to, after).first;
    return [{ points: [from, leaving, arriving, to] as const, fromRadius, toRadius: radius }];
  });
}

function distance(from: InkPoint, to: InkPoint): number {
  return Math.hypot(from.x - to.x, from.y - to.y);
}

/** Control points on both sides of `middle`, on one line through it, so that the curve has no corner there. */
function controlPoints(from: InkPoint, middle: InkPoint, to: InkPoint): { first: InkPoint; second: InkPoint } {
  const firstHalf = { x: (from.x + middle.x) / 2, y: (from.y + middle.y) / 2 };
  const secondHalf = { x: (middle.x + to.x) / 2, y: (middle.y + to.y) / 2 };
  const [before, after] = [distance(from, middle), distance(middle, to)];
  const weight = before + after === 0 ? 0 : after / (before + after);
  const shift = {
    x: middle.x - (secondHalf.x + (firstHalf.x - secondHalf.x) * weight),
    y: middle.y - (secondHalf.y + (firstHalf.y - secondHalf.y) * weight),
  };
  return {
    first: { x: firstHalf.x + shift.x, y: firstHalf.y + shift.y },
    second: { x: secondHalf.x + shift.x, y: secondHalf.y + shift.y },
  };
}

/** The point of a curve at a parameter from 0 to 1, and the derivative there. */
export function onCurve({ points: [a, b, c, d] }: InkCurve, share: number): { point: InkPoint; slope: InkPoint } {
  const rest = 1 - share;
  const along = (axis: 'x' | 'y') =>
    rest ** 3 * a[axis] + 3 * rest ** 2 * share * b[axis] + 3 * rest * share ** 2 * c[axis] + share ** 3 * d[axis];
  const towards = (axis: 'x' | 'y') =>
    3 * (rest ** 2 * (b[axis] - a[axis]) + 2 * rest * share * (c[axis] - b[axis]) + share ** 2 * (d[axis] - c[axis]));
  return { point: { x: along('x'), y: along('y') }, slope: { x: towards('x'), y: towards('y') } };
}
