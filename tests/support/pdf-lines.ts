import type { PDFPageProxy } from 'pdfjs-dist';

/** The text on one baseline from left to right, in mm from the upper left corner of the page. */
export interface PdfLine {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  /** From the first letter to the end of the last one. */
  width: number;
  /** Of its first letters, in points. */
  size: number;
  /** Smallest distance between two of its parts, in mm; negative when they overlap. */
  closest: number;
}

export const millimetres = 25.4 / 72;

/** The pieces of text of a page in writing order, without pictures of text. */
export async function partsOf(page: PDFPageProxy): Promise<PdfLine[]> {
  const [left = 0, , , top = 0] = page.view;
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    // pdf.js leaves the type of a transform open
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

/** From top to bottom. */
export function linesOf(parts: readonly PdfLine[]): PdfLine[] {
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

function join(row: readonly PdfLine[]): PdfLine | null {
  const inked = row.filter(({ text }) => text.trim() !== '');
  const [first] = inked;
  if (!first) return null;
  let text = '';
  let end = first.x;
  let closest = Infinity;
  for (const part of inked) {
    if (part !== first) closest = Math.min(closest, part.x - end);
    const apart = part.x - end > part.size * millimetres * 0.12;
    text += apart && !text.endsWith(' ') && !part.text.startsWith(' ') ? ` ${part.text}` : part.text;
    end = Math.max(end, part.x + part.width);
  }
  return { text: text.trim(), x: first.x, y: first.y, width: end - first.x, size: first.size, closest };
}
