import type { PDFPageProxy } from 'pdfjs-dist';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { millimetres } from './pdf-lines.ts';

/** A picture as seen on the page: its bounding box, in mm from the upper left corner. */
export interface PdfImage {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of the embedded file. */
  pixels: { width: number; height: number };
}

type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** In drawing order, including pictures of text. */
export async function imagesOf(page: PDFPageProxy): Promise<PdfImage[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [left = 0, , , top = 0] = page.view;
  const images: PdfImage[] = [];
  const saved: Matrix[] = [];
  let current = identity;
  const add = (matrix: Matrix, width: unknown, height: unknown) => {
    const [x1, y1, x2, y2] = boxOf(matrix);
    images.push({
      x: (x1 - left) * millimetres,
      y: (top - y2) * millimetres,
      width: (x2 - x1) * millimetres,
      height: (y2 - y1) * millimetres,
      pixels: { width: Number(width), height: Number(height) },
    });
  };
  fnArray.forEach((operator, index) => {
    const args: readonly unknown[] = Array.isArray(argsArray[index]) ? argsArray[index] : [];
    if (operator === OPS.save) saved.push(current);
    else if (operator === OPS.restore) current = saved.pop() ?? identity;
    else if (operator === OPS.transform) current = times(current, matrixOf(args));
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(current);
      if (Array.isArray(args[0])) current = times(current, matrixOf(args[0]));
    } else if (operator === OPS.paintFormXObjectEnd) current = saved.pop() ?? identity;
    else if (operator === OPS.paintImageXObject) add(current, args[1], args[2]);
    // a picture drawn in an unknown way must not pass as none
    else if (unread.has(operator)) throw new Error(`A picture is drawn with operator ${operator}`);
  });
  return images;
}

const unread = new Set<number>([
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintImageXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
]);

function matrixOf(values: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = values.map(Number);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

/** `inner`, seen through `outer`. */
function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Left, bottom, right and top of the unit square, in which every picture is drawn. */
function boxOf([a, b, c, d, e, f]: Matrix): [number, number, number, number] {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
