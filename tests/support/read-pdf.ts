import { getDocument, type PDFDocumentProxy, type PDFPageProxy, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A link with its box in mm from the upper left corner. It leads either to a URL or to a page. */
interface PdfLink {
  url?: string;
  /** A page of the same document, from 1. */
  page?: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PdfPage {
  /** The lines of the page, joined by line breaks. */
  text: string;
  lines: PdfLine[];
  /** The pieces of text in the order of the file. */
  parts: PdfLine[];
  /** The size is in mm. */
  width: number;
  height: number;
  images: PdfImage[];
  links: PdfLink[];
}

/** The content of a PDF as people and screen readers find it. */
export interface ReadPdf {
  pages: PdfPage[];
  outline: { title: string; page: number }[];
  info: {
    title: string;
    subject: string;
    author: string;
    language: string;
    /** In PDF's format, such as `D:20260401093000+08'00'`. */
    created: string;
    /** Whether viewers show the title instead of the file name. */
    showsTitle: boolean;
  };
}

/** Reads a PDF. Throws if the bytes are no PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // pdf.js works in the thread of the tests, because another test of the process may have set a worker that only a browser has
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  // pdf.js detaches the bytes that it gets and refuses a Buffer, so it gets a copy
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const file = await task.promise;
  try {
    const pages: PdfPage[] = [];
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number);
      pages.push(await readPage(file, page));
      page.cleanup();
    }
    return { pages, outline: await outlineOf(file), info: await infoOf(file) };
  } finally {
    await task.destroy();
  }
}

async function readPage(file: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfPage> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const parts = await partsOf(page);
  const lines = linesOf(parts);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    lines,
    parts,
    width: (right - left) * millimetres,
    height: (top - bottom) * millimetres,
    images: await imagesOf(page),
    links: await linksOf(file, page),
  };
}

async function linksOf(file: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfLink[]> {
  const [left = 0, , , top = 0] = page.view;
  const annotations: readonly Record<string, unknown>[] = await page.getAnnotations();
  return Promise.all(
    annotations
      .filter(({ subtype }) => subtype === 'Link')
      .map(async ({ rect, url, dest }) => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.isArray(rect) ? rect.map(Number) : [];
        const target = dest ? await pageOf(file, dest) : null;
        return {
          ...(typeof url === 'string' && { url }),
          ...(target !== null && { page: target }),
          x: (Math.min(x1, x2) - left) * millimetres,
          y: (top - Math.max(y1, y2)) * millimetres,
          width: Math.abs(x2 - x1) * millimetres,
          height: Math.abs(y2 - y1) * millimetres,
        };
      }),
  );
}

/** The number of the page that a destination leads to, from 1. */
async function pageOf(file: PDFDocumentProxy, destination: unknown): Promise<number> {
  const explicit: unknown = typeof destination === 'string' ? await file.getDestination(destination) : destination;
  const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
  if (typeof target === 'number') return target + 1;
  if (!isReference(target)) throw new Error('A link inside the document leads nowhere');
  return (await file.getPageIndex(target)) + 1;
}

function isReference(value: unknown): value is { num: number; gen: number } {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

async function outlineOf(file: PDFDocumentProxy): Promise<ReadPdf['outline']> {
  // pdf.js returns null without an outline, which its types leave out
  const entries: readonly { title: string; dest: unknown }[] | null = await file.getOutline();
  return Promise.all((entries ?? []).map(async ({ title, dest }) => ({ title, page: await pageOf(file, dest) })));
}

async function infoOf(file: PDFDocumentProxy): Promise<ReadPdf['info']> {
  const { info } = await file.getMetadata();
  const preferences: unknown = await file.getViewerPreferences();
  const entry = (name: string): string => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    title: entry('Title'),
    subject: entry('Subject'),
    author: entry('Author'),
    language: entry('Language'),
    created: entry('CreationDate'),
    showsTitle:
      typeof preferences === 'object' &&
      preferences !== null &&
      'DisplayDocTitle' in preferences &&
      preferences.DisplayDocTitle === true,
  };
}

/** The text on one baseline from left to right. Lengths are in mm from the upper left corner of the page. */
interface PdfLine {
  text: string;
  x: number;
  /** The position of the baseline. */
  y: number;
  /** The distance from the start of the first letter to the end of the last letter. */
  width: number;
  /** The size of the first letters, in points. */
  size: number;
  /** The smallest distance between two parts of the line, in mm; negative if they overlap. */
  closest: number;
}

/** The millimetres of a point, which is 1/72 inch. */
const millimetres = 25.4 / 72;

/** The pieces of text of a page in the order of the file, without pictures of text. */
async function partsOf(page: PDFPageProxy): Promise<PdfLine[]> {
  const [left = 0, , , top = 0] = page.view;
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    // pdf.js does not declare the type of a transform
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform.map(Number);
    return [
      {
        text: item.str,
        x: (x - left) * millimetres,
        y: (top - y) * millimetres,
        width: item.width * millimetres,
        size: Math.hypot(c, d),
        closest: Infinity,
      },
    ];
  });
}

/** Joins parts on nearly the same baseline (0.4 mm) to lines, from top to bottom. */
function linesOf(parts: readonly PdfLine[]): PdfLine[] {
  const rows: PdfLine[][] = [];
  for (const part of parts.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row?.[0] && part.y - row[0].y < 0.4) row.push(part);
    else rows.push([part]);
  }
  return rows.flatMap((row) => {
    const line = join(row.toSorted((a, b) => a.x - b.x));
    return line ? [line] : [];
  });
}

/** Joins the parts of a row to a line, with a space at each gap; null if they are only white space. */
function join(row: readonly PdfLine[]): PdfLine | null {
  const visibleParts = row.filter(({ text }) => text.trim() !== '');
  const [first] = visibleParts;
  if (!first) return null;
  let text = '';
  let end = first.x;
  let closest = Infinity;
  for (const part of visibleParts) {
    if (part !== first) closest = Math.min(closest, part.x - end);
    // parts that are less than 0.12 em apart belong to the same word
    const hasGap = part.x - end > part.size * millimetres * 0.12;
    text += hasGap && !text.endsWith(' ') && !part.text.startsWith(' ') ? ` ${part.text}` : part.text;
    end = Math.max(end, part.x + part.width);
  }
  return { text: text.trim(), x: first.x, y: first.y, width: end - first.x, size: first.size, closest };
}

/** A picture as it is seen on the page. Its box is in mm from the upper left corner. */
interface PdfImage {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The size of the embedded file in pixels. */
  pixels: { width: number; height: number };
}

type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The pictures of a page in drawing order, including pictures of text. */
async function imagesOf(page: PDFPageProxy): Promise<PdfImage[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [left = 0, , , top = 0] = page.view;
  const images: PdfImage[] = [];
  const matrixStack: Matrix[] = [];
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
    if (operator === OPS.save) matrixStack.push(current);
    else if (operator === OPS.restore) current = matrixStack.pop() ?? identity;
    else if (operator === OPS.transform) current = times(current, matrixOf(args));
    else if (operator === OPS.paintFormXObjectBegin) {
      matrixStack.push(current);
      if (Array.isArray(args[0])) current = times(current, matrixOf(args[0]));
    } else if (operator === OPS.paintFormXObjectEnd) current = matrixStack.pop() ?? identity;
    else if (operator === OPS.paintImageXObject) add(current, args[1], args[2]);
    // a picture that is drawn by another operator must not be overlooked
    else if (unreadOperators.has(operator)) throw new Error(`A picture is drawn with operator ${operator}`);
  });
  return images;
}

/** Operators that draw pictures, and which this reader does not support. */
const unreadOperators = new Set<number>([
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

/** Multiplies two transforms: `inner` is applied first, then `outer`. */
function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The left, bottom, right and top edges of the transformed unit square. PDF draws every picture in the unit square. */
function boxOf([a, b, c, d, e, f]: Matrix): [number, number, number, number] {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
