import { bodyOf, isTitlePiece, paper, piecesOf } from './made-report.ts';
import type { PdfPage, ReadPdf } from './read-pdf.ts';

interface Box {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** In mm: rounding of coordinates is no fault. */
const tolerance = 0.15;

/** The faults of the layout of a report, each a sentence with its page. No report may have any. Lengths are in mm. */
export function layoutFaults({ pages }: ReadPdf, title = 'Maintenance Report'): string[] {
  return pages.flatMap((page, index) => {
    const faults = [
      ...frameFaults(page, index, pages.length, title),
      ...edgeFaults(page, index),
      ...overlapFaults(page),
    ];
    if (endsWithHeading(page, pages[index + 1], index)) faults.push('a heading stands alone at the foot');
    if (index < pages.length - 1 && lowestEdge(page, index) < paper.top + (paper.bottom - paper.top) / 3)
      faults.push('it is not even a third full');
    if (photosOn(page).length > 0 && !isTitled(page)) faults.push('its first photo has no title above it');
    return faults.map((fault) => `page ${index + 1} of ${pages.length}: ${fault}`);
  });
}

/** The photos of a page. Pictures of text are at most 15 mm high and are left out. */
export function photosOn(page: PdfPage): PdfPage['images'] {
  return page.images.filter(({ height }) => height > 15);
}

function frameFaults(page: PdfPage, index: number, total: number, title: string): string[] {
  const faults: string[] = [];
  const foot = page.lines.find(({ y }) => y > paper.bottom);
  if (!foot?.text.endsWith(` ${index + 1} / ${total}`)) faults.push(`the foot reads '${foot?.text ?? ''}'`);
  const header = page.lines.find(({ y }) => y < paper.top);
  if (index > 0 && !header?.text.includes(title)) faults.push('no running header');
  if (bodyOf(page, index).length + page.images.length === 0) faults.push('nothing on it');
  return faults;
}

function edgeFaults(page: PdfPage, index: number): string[] {
  const lines = page.lines.flatMap((line) => {
    const end = line.x + line.width;
    // every line, also of the running texts, has to be between 8 and 290 mm from the top
    const outside = line.x < paper.left - tolerance || end > paper.right + tolerance || line.y < 8 || line.y > 290;
    return outside ? [`'${line.text.slice(0, 60)}' goes from ${line.x} to ${end} at ${line.y}`] : [];
  });
  const photos = photosOn(page).flatMap(({ x, y, width, height }) => {
    // the first page has a letterhead of 34 mm (`letterhead.ts`)
    const top = index === 0 ? 34 : paper.top;
    const inside = x > paper.left - tolerance && x + width < paper.right + tolerance;
    return inside && y > top && y + height < paper.bottom ? [] : [`a photo at ${x}, ${y} leaves the body`];
  });
  return [...lines, ...photos];
}

function overlapFaults(page: PdfPage): string[] {
  const boxes: Box[] = [
    // Pieces of text are compared, not lines: a line with two columns would also cover the space between them.
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
  const collisions = boxes.flatMap((first, index) =>
    boxes
      .slice(index + 1)
      .filter((second) => overlap(first, second))
      .map((second) => `'${first.name.slice(0, 40)}' and '${second.name.slice(0, 40)}' lie on one another`),
  );
  // parts of a line may overlap by 0.3 mm, as letters of one word do
  const overlappingLines = page.lines.filter(({ closest }) => closest < -0.3);
  return [...collisions, ...overlappingLines.map(({ text }) => `parts of '${text.slice(0, 60)}' lie on one another`)];
}

function overlap(first: Box, second: Box): boolean {
  return (
    first.left < second.right - tolerance &&
    second.left < first.right - tolerance &&
    first.top < second.bottom - tolerance &&
    second.top < first.bottom - tolerance
  );
}

/** The lower edge of the lowest text or photo, in mm from the top of the page. */
function lowestEdge(page: PdfPage, index: number): number {
  return Math.max(0, ...bodyOf(page, index).map(({ y }) => y), ...photosOn(page).map(({ y, height }) => y + height));
}

/** Whether a title of a visit, which is larger than 11 points, or its continuation from the page before, is above the first photo. */
function isTitled(page: PdfPage): boolean {
  const first = Math.min(...photosOn(page).map(({ y, height }) => y + height));
  return piecesOf(page).some((piece) => piece.y < first && (piece.size > 11 || piece.text.endsWith(', continued')));
}

/** Whether a page ends with a heading, or with the date line of a visit whose text is on the next page. */
function endsWithHeading(page: PdfPage, next: PdfPage | undefined, index: number): boolean {
  const last = piecesOf(page, index)
    .toSorted((a, b) => a.y - b.y)
    .at(-1);
  const lowestPhoto = Math.max(0, ...photosOn(page).map(({ y }) => y));
  if (!last || last.y < lowestPhoto) return false;
  const nextPieces = (next ? piecesOf(next) : []).toSorted((a, b) => a.y - b.y);
  // a very long heading may go on in the next line, which has no number
  if (isTitlePiece(last)) return !isTitlePiece(nextPieces[0]);
  // a heading at the top has its number and another text on nearly the same line
  const startsWithTitle = nextPieces.slice(0, 4).some(isTitlePiece);
  return last.text.endsWith('Open in the portal') && next !== undefined && !startsWithTitle;
}
