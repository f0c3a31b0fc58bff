import { bodyOf, isTitlePiece, paper, piecesOf } from './made-report.ts';
import type { PdfPage, ReadPdf } from './read-pdf.ts';

interface Box {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const tolerance = 0.15;

/** Faults that no report may have, in sentences that say where and what; empty if there are none. Lengths in mm. */
export function layoutFaults({ pages }: ReadPdf, title = 'Maintenance Report'): string[] {
  return pages.flatMap((page, index) => {
    const faults = [...marks(page, index, pages.length, title), ...edges(page, index), ...overlaps(page)];
    if (isAlone(page, pages[index + 1], index)) faults.push('a heading stands alone at the foot');
    if (index < pages.length - 1 && lowest(page, index) < paper.top + (paper.bottom - paper.top) / 3)
      faults.push('it is not even a third full');
    if (photosOn(page).length > 0 && !isTitled(page)) faults.push('its first photo has no title above it');
    return faults.map((fault) => `page ${index + 1} of ${pages.length}: ${fault}`);
  });
}

/** Photos, as opposed to the lower pictures of text. */
export function photosOn(page: PdfPage): PdfPage['images'] {
  return page.images.filter(({ height }) => height > 15);
}

function marks(page: PdfPage, index: number, total: number, title: string): string[] {
  const faults: string[] = [];
  const foot = page.lines.find(({ y }) => y > paper.bottom);
  if (!foot?.text.endsWith(` ${index + 1} / ${total}`)) faults.push(`the foot reads '${foot?.text ?? ''}'`);
  const header = page.lines.find(({ y }) => y < paper.top);
  if (index > 0 && !header?.text.includes(title)) faults.push('no running header');
  if (bodyOf(page, index).length + page.images.length === 0) faults.push('nothing on it');
  return faults;
}

function edges(page: PdfPage, index: number): string[] {
  const lines = page.lines.flatMap((line) => {
    const end = line.x + line.width;
    const outside = line.x < paper.left - tolerance || end > paper.right + tolerance || line.y < 8 || line.y > 290;
    return outside ? [`'${line.text.slice(0, 60)}' goes from ${line.x} to ${end} at ${line.y}`] : [];
  });
  const photos = photosOn(page).flatMap(({ x, y, width, height }) => {
    const top = index === 0 ? 34 : paper.top;
    const inside = x > paper.left - tolerance && x + width < paper.right + tolerance;
    return inside && y > top && y + height < paper.bottom ? [] : [`a photo at ${x}, ${y} leaves the body`];
  });
  return [...lines, ...photos];
}

function overlaps(page: PdfPage): string[] {
  const boxes: Box[] = [
    // pieces, as a line of two columns covers what is between them
    ...page.parts
      .filter(({ text }) => text.trim() !== '')
      .map((part) => {
        const em = (part.size * 25.4) / 72;
        return { name: part.text, left: part.x, top: part.y - em * 0.7, right: part.x + part.width, bottom: part.y };
      }),
    ...photosOn(page).map(({ x, y, width, height }) => ({
      name: 'a photo',
      left: x,
      top: y,
      right: x + width,
      bottom: y + height,
    })),
  ];
  const collisions = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((two) => meet(one, two))
      .map((two) => `'${one.name.slice(0, 40)}' and '${two.name.slice(0, 40)}' lie on one another`),
  );
  const crowded = page.lines.filter(({ closest }) => closest < -0.3);
  return [...collisions, ...crowded.map(({ text }) => `parts of '${text.slice(0, 60)}' lie on one another`)];
}

function meet(one: Box, two: Box): boolean {
  return (
    one.left < two.right - tolerance &&
    two.left < one.right - tolerance &&
    one.top < two.bottom - tolerance &&
    two.top < one.bottom - tolerance
  );
}

/** In mm from the top. */
function lowest(page: PdfPage, index: number): number {
  return Math.max(0, ...bodyOf(page, index).map(({ y }) => y), ...photosOn(page).map(({ y, height }) => y + height));
}

/** Whether a visit's title, or the line that continues it, is above the first photo. */
function isTitled(page: PdfPage): boolean {
  const first = Math.min(...photosOn(page).map(({ y, height }) => y + height));
  return piecesOf(page).some((piece) => piece.y < first && (piece.size > 11 || piece.text.endsWith(', continued')));
}

/** Whether a page ends with a heading, or with a date line whose task is on the next page. */
function isAlone(page: PdfPage, next: PdfPage | undefined, index: number): boolean {
  const last = piecesOf(page, index)
    .toSorted((a, b) => a.y - b.y)
    .at(-1);
  const lowestPhoto = Math.max(0, ...photosOn(page).map(({ y }) => y));
  if (!last || last.y < lowestPhoto) return false;
  const beginning = (next ? piecesOf(next) : []).toSorted((a, b) => a.y - b.y);
  // the next line of a very long heading follows without a number
  if (isTitlePiece(last)) return !isTitlePiece(beginning[0]);
  // a heading at the top has its number and a text beside it on nearly the same line
  const begins = beginning.slice(0, 4).some(isTitlePiece);
  return last.text.endsWith('Open in the portal') && next !== undefined && !begins;
}
