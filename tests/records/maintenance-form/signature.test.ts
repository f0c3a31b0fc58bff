import { describe, expect, it } from 'vitest';
import type { Stroke } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { inkCurves, onCurve, pen, signatureBox } from '../../../src/records/maintenance-form/signature.ts';

/** A quarter of a circle, drawn with `step` milliseconds from point to point. */
const bow = (step: number): Stroke =>
  Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 8) * (Math.PI / 2);
    return [0.2 + 0.3 * Math.cos(angle), 0.2 + 0.6 * Math.sin(angle), index * step];
  });

describe('the ink of a stroke', () => {
  it('passes through its points without a corner', () => {
    const stroke = bow(20);
    const curves = inkCurves(stroke);
    expect(curves).toHaveLength(stroke.length - 1);
    curves.forEach((curve, index) => {
      const end = onCurve(curve, 1);
      expect(end.point.x).toBeCloseTo((stroke[index + 1]?.[0] ?? 0) * signatureBox.width);
      expect(end.point.y).toBeCloseTo((stroke[index + 1]?.[1] ?? 0) * signatureBox.height);
      const next = curves[index + 1];
      if (!next) return;
      const begin = onCurve(next, 0);
      expect(Math.atan2(begin.slope.y, begin.slope.x)).toBeCloseTo(Math.atan2(end.slope.y, end.slope.x));
      expect(next.fromRadius).toBe(curve.toRadius);
    });
  });

  it('is thin where the hand was fast and thick where it was slow', () => {
    const ends = [1, 20, 500].map((step) => inkCurves(bow(step)).at(-1)?.toRadius ?? 0);
    expect(ends).toEqual(ends.toSorted((one, other) => one - other));
    expect(ends[0]).toBe(pen.minWidth);
    expect(ends[2]).toBeGreaterThan(0.9 * pen.maxWidth);
  });

  it('of an earlier release, which stored no times, is that of a steady hand', () => {
    const timeless = bow(16).map(([x, y]): [number, number] => [x, y]);
    expect(inkCurves(timeless)).toEqual(inkCurves(bow(16)));
  });

  it('has no curve for a dot or a dash, and accepts points in the same place', () => {
    expect(inkCurves([[0.5, 0.5, 0]])).toEqual([]);
    const still = inkCurves([
      [0.5, 0.5, 0],
      [0.5, 0.5, 0],
      [0.5, 0.5, 10],
    ]);
    for (const curve of still) expect(onCurve(curve, 0.5).point).toEqual({ x: 240, y: 80 });
  });
});
