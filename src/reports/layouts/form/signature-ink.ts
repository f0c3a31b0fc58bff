import type { Stroke } from '../../../records/maintenance-form/maintenance-form.ts';
import { inkCurves, onCurve, pen, signatureBox, type InkCurve } from '../../../records/maintenance-form/signature.ts';
import type { Paper } from '../../engine/layout.ts';
import { colours } from '../../engine/page-style.ts';

/** In mm. */
interface InkArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Steps, in mm, in which a line grows thicker: too fine to be seen. */
const widthStep = 0.03;
const maxPieces = 16;

/** As smooth as on the screen, whatever the size of the print. */
export function drawInk({ doc }: Paper, strokes: readonly Stroke[], { x, y, width, height }: InkArea): void {
  const scale = width / signatureBox.width;
  const across = (pixels: number) => x + pixels * scale;
  const down = (pixels: number) => y + (pixels / signatureBox.height) * height;
  doc.setDrawColor(colours.pen);
  doc.setFillColor(colours.pen);
  doc.setLineCap('round');
  doc.setLineJoin('round');

  const drawPiece = (curve: InkCurve, from: number, to: number) => {
    const [start, end] = [onCurve(curve, from), onCurve(curve, to)];
    const third = (to - from) / 3;
    // as on the pad, the line thickens towards its end
    const radius = curve.fromRadius + (curve.toRadius - curve.fromRadius) * ((from + to) / 2) ** 3;
    doc.setLineWidth(2 * radius * scale);
    doc.moveTo(across(start.point.x), down(start.point.y));
    doc.curveTo(
      across(start.point.x + start.slope.x * third),
      down(start.point.y + start.slope.y * third),
      across(end.point.x - end.slope.x * third),
      down(end.point.y - end.slope.y * third),
      across(end.point.x),
      down(end.point.y),
    );
    doc.stroke();
  };

  for (const stroke of strokes.map(insideBox)) {
    const [first, second] = stroke.map(
      ([right, below]) => [across(right * signatureBox.width), down(below * signatureBox.height)] as const,
    );
    if (stroke.length === 1 && first) doc.circle(first[0], first[1], pen.dotSize * scale, 'F');
    if (stroke.length === 2 && first && second) {
      doc.setLineWidth(2 * pen.dotSize * scale);
      doc.line(first[0], first[1], second[0], second[1]);
    }
    for (const curve of inkCurves(stroke)) {
      const growth = 2 * Math.abs(curve.toRadius - curve.fromRadius) * scale;
      const pieces = Math.min(maxPieces, Math.max(1, Math.ceil(growth / widthStep)));
      for (let piece = 0; piece < pieces; piece += 1) drawPiece(curve, piece / pieces, (piece + 1) / pieces);
    }
  }
  doc.setLineCap('butt');
}

/** Moves points outside the box to its edge. */
function insideBox(stroke: Stroke): Stroke {
  return stroke.map(([right, below, time]) =>
    time === undefined ? [clamp(right), clamp(below)] : [clamp(right), clamp(below), time],
  );
}

function clamp(share: number): number {
  return Math.min(0.99, Math.max(0.01, share));
}
