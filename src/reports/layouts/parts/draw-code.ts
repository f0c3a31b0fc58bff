import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import type { Paper } from '../../engine/layout.ts';

/** A rectangle on the page, in mm. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The width of the empty margin on each side, in modules of the code. Scanners need it. */
const quietZone = 4;

/** Draws a QR code with error correction level Q as one vector shape, so that it is sharp in any size. The box includes the quiet zone. */
export function drawCode({ doc }: Paper, link: string, { x, y, width }: Box): void {
  const code = generate(link, { minCorrectionLevel: correction.Q, maxCorrectionLevel: correction.Q });
  const unit = width / (code.size + 2 * quietZone);
  doc.setFillColor('#000000');
  for (const outline of toSvgPath(code).split('Z')) {
    const points = Array.from(outline.matchAll(/(\d+) (\d+)/gu), ([, across, down]) => ({
      x: x + (Number(across) + quietZone) * unit,
      y: y + (Number(down) + quietZone) * unit,
    }));
    points.forEach((point, index) => (index === 0 ? doc.moveTo(point.x, point.y) : doc.lineTo(point.x, point.y)));
    if (points.length > 0) doc.close();
  }
  doc.fillEvenOdd();
}
