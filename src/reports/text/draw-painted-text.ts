import type { jsPDF } from 'jspdf';
import { colours } from '../engine/page-style.ts';
import type { Paper } from '../engine/paper.ts';
import type { Face } from '../fonts/face.ts';
import { emOf, type TextStyle } from './text-style.ts';

/** Puts a picture of the text on the page, and says behind it what it reads, so that it can be searched and copied. */
export function drawPaintedText({ doc, fonts }: Paper, text: string, x: number, y: number, style: TextStyle): void {
  const em = emOf(style);
  const { size, bold = false, colour = colours.ink } = style;
  const painted = fonts.painter?.paint(text, size, bold, colour);
  if (!painted) return;
  const { png, left, top, width, height } = painted;
  const picture = () =>
    doc.addImage(
      png,
      'PNG',
      x + left * em,
      y + top * em,
      width * em,
      height * em,
      `text ${size} ${bold} ${colour} ${text}`,
    );

  const face = fonts.unseen.find((one) => hasAll(one, text));
  if (face) {
    // as wide as the picture, so that what is selected is what is seen
    const letters = Array.from(text).reduce((sum, letter) => sum + face.advance(letter.codePointAt(0) ?? 0), 0);
    const horizontalScale = letters === 0 ? 1 : (fonts.painter?.advance(text, bold) ?? letters) / letters;
    doc.saveGraphicsState();
    doc.setFont(face.name, 'normal');
    doc.setFontSize(size);
    doc.text(text, x, y, { renderingMode: 'invisible', horizontalScale });
    doc.restoreGraphicsState();
    picture();
  } else {
    writeOperator(doc, `/Span <</ActualText <${utf16(text)}>>> BDC`);
    picture();
    // readers copy the actual text only in the place of a letter
    doc.setFont(fonts.regular.name, 'normal');
    doc.setFontSize(size);
    doc.text(' ', x, y, { renderingMode: 'invisible' });
    writeOperator(doc, 'EMC');
  }
}

function hasAll(face: Face, text: string): boolean {
  return Array.from(text).every((letter) => face.has(letter.codePointAt(0) ?? 0));
}

/** The big-endian hexadecimal text string of PDF. */
function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `FEFF${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}`.toUpperCase();
}

// jsPDF has no marked content; its own plug-ins write operators in this way, which its types leave out
function writeOperator(doc: jsPDF, operator: string): void {
  if (canWrite(doc.internal)) doc.internal.write(operator);
}

function canWrite(internal: object): internal is { write(operator: string): void } {
  return 'write' in internal && typeof internal.write === 'function';
}
