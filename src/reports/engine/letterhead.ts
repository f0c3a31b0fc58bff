import { t } from '../../lib/language/translate.ts';
import { companyName } from '../../records/company.ts';
import { momentText } from '../../records/time.ts';
import { drawFitted, drawText, fitText } from '../text/draw-text.ts';
import { type DocumentMeta, type Paper, colours, page } from './layout.ts';

/** The height of the band, in mm. */
const height = 34;

/** Draws the dark band with the drawing of a gate on the first page. Returns the y below the band, in mm. */
export function drawLetterhead(paper: Paper, title: string, subtitle: string): number {
  const { doc } = paper;
  doc.setFillColor(colours.ink);
  doc.rect(0, 0, page.width, height, 'F');
  drawGate(doc);
  drawText(paper, companyName, 46, 13, { size: 11, bold: true, colour: colours.pale });
  const titleStyle = { size: 22, bold: true, colour: colours.white };
  drawFitted(paper, title, 46, 22.5, titleStyle, page.right - 46);
  const subtitleStyle = { size: 12, colour: colours.white };
  drawFitted(paper, subtitle, 46, 29, subtitleStyle, page.right - 46);
  return height;
}

/** The size of the gate in the letterhead, in mm. */
export const gateSize = { width: 28, height: 26 } as const;
/** The left end of the gate's ground line in the letterhead, in mm. */
const gateStart = { x: 12, y: 29.4 } as const;

/** Draws the gate of the letterhead at another place and in another size. `x` and `y`: the left end of its ground line, in mm. */
export function drawGateAt(doc: Paper['doc'], { x, y, scale }: { x: number; y: number; scale: number }): void {
  const point = doc.internal.scaleFactor;
  // in mm; the matrix counts from the bottom of the page, so scaling also moves the drawing down; this moves its ground line to y
  const upwardShift = doc.internal.pageSize.getHeight() * (1 - scale) - (y - gateStart.y * scale);
  doc.saveGraphicsState();
  doc.setCurrentTransformationMatrix(
    doc.Matrix(scale, 0, 0, scale, (x - gateStart.x * scale) * point, upwardShift * point),
  );
  drawGate(doc);
  doc.restoreGraphicsState();
}

/** Draws the gate with its arm lifted. Its ground line begins at `gateStart`. */
function drawGate(doc: Paper['doc']): void {
  doc.setFillColor(colours.teal);
  doc.roundedRect(14, 16, 7.5, 13, 1.2, 1.2, 'F');
  doc.setLineCap('butt');
  doc.setLineWidth(2.6);
  for (let stripe = 0; stripe < 7; stripe += 1) {
    doc.setDrawColor(stripe % 2 === 0 ? colours.white : colours.red);
    doc.line(17.7 + stripe * 2.9, 18.8 - stripe * 1.9, 20.6 + stripe * 2.9, 16.9 - stripe * 1.9);
  }
  doc.setFillColor(colours.amber);
  doc.circle(17.7, 18.8, 2.3, 'F');
  doc.setFillColor(colours.ink);
  doc.circle(17.7, 18.8, 0.8, 'F');
  doc.setDrawColor('#7E8A95');
  doc.setLineWidth(0.9);
  doc.line(12, 29.4, 40, 29.4);
}

const markStyle = { size: 8.5, colour: colours.grey };

/** Draws a header on all pages except the first, and a footer with `n / m` on all pages. It must be called last, because it counts the pages. */
export function markPages(paper: Paper, meta: DocumentMeta): void {
  if (meta.unmarked) return;
  const { doc, fonts } = paper;
  const total = doc.getNumberOfPages();
  const half = (page.right - page.left) / 2 - 4;
  for (let number = 1; number <= total; number += 1) {
    doc.setPage(number);
    doc.setDrawColor(colours.line);
    doc.setLineWidth(0.2);
    if (number > 1) {
      const [left, right] = meta.running;
      drawText(paper, fitText(fonts, left, markStyle, half), page.left, 13, markStyle);
      drawFitted(paper, right, page.right, 13, markStyle, half, 'right');
      doc.line(page.left, 15.5, page.right, 15.5);
    }
    doc.line(page.left, 285, page.right, 285);
    drawFitted(paper, meta.foot, page.left, 289.5, markStyle, page.right - page.left - 30);
    drawText(paper, `${number} / ${total}`, page.right, 289.5, markStyle, 'right');
  }
}

/** The text at the foot of every page. @param instant ISO 8601 */
export function madeOnText(instant: string): string {
  return t('Made on {moment} (Singapore time)', { moment: momentText(instant) });
}
