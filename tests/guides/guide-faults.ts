import { bodyOf, paper } from '../support/made-report.ts';
import type { PdfPage, ReadPdf } from '../support/read-pdf.ts';

const tolerance = 0.15;
const mmPerPoint = 0.3528;

/** Faults that no guide may have, in sentences that say where and what; empty if there are none. Lengths in mm. */
export function guideFaults({ pages }: ReadPdf): string[] {
  return pages.flatMap((page, index) =>
    [
      ...headAndFoot(page, index, pages.length),
      ...edges(page),
      ...overlaps(page),
      ...cuts(page),
      ...fullness(page, index, pages.length),
    ].map((fault) => `page ${index + 1} of ${pages.length}: ${fault}`),
  );
}

function headAndFoot(page: PdfPage, index: number, total: number): string[] {
  const foot = page.lines.find(({ y }) => y > paper.bottom);
  const header = page.lines.find(({ y }) => y < paper.top);
  return [
    ...(foot?.text.endsWith(` ${index + 1} / ${total}`) ? [] : [`the foot reads '${foot?.text ?? ''}'`]),
    ...(index === 0 || header ? [] : ['no running header']),
  ];
}

function edges(page: PdfPage): string[] {
  return page.parts
    .filter(({ text }) => text.trim() !== '')
    .filter(({ x, y, width }) => x < paper.left - tolerance || x + width > paper.right + tolerance || y < 8 || y > 290)
    .map(({ text, x, y }) => `'${text}' at ${x}, ${y} leaves the page`);
}

function overlaps(page: PdfPage): string[] {
  const boxes = page.parts
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, x, y, width, size }) => ({
      text,
      size,
      left: x,
      right: x + width,
      // about the height of a capital letter
      top: y - size * mmPerPoint * 0.72,
      bottom: y,
    }));
  return boxes.flatMap((box, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          box.left < other.right - tolerance - spaceOf(other, box) &&
          other.left < box.right - tolerance - spaceOf(box, other) &&
          box.top < other.bottom - tolerance &&
          other.top < box.bottom - tolerance,
      )
      .map((other) => `'${box.text}' and '${other.text}' lie on one another`),
  );
}

/** What the next text may take, in mm: a wide mark beside another one keeps half of its box empty. */
function spaceOf(part: { text: string; size: number }, next: { text: string }): number {
  return /[（）《》“”，。、：；？！]$/u.test(part.text) && /^[（）《》“”，。、：；？！]/u.test(next.text)
    ? part.size * mmPerPoint * 0.5
    : 0;
}

function cuts(page: PdfPage): string[] {
  return page.lines.filter(({ text }) => /…|cannot be printed/u.test(text)).map(({ text }) => `cut short: '${text}'`);
}

/** A heading is never the last thing on a page, and only the last page may be half empty. */
function fullness(page: PdfPage, index: number, total: number): string[] {
  const last = bodyOf(page, index).at(-1);
  if (!last) return ['nothing on it'];
  return [
    ...(last.size > 13 ? [`the heading '${last.text}' stands alone at the foot`] : []),
    ...(index < total - 1 && last.y < 195 ? [`empty below ${last.y}`] : []),
  ];
}
