import { drawText } from '../text/draw-text.ts';
import type { PhotoSlot } from './layout.ts';
import { colours, type Paper } from './paper.ts';
import type { ReportPhoto } from './photo.ts';
import { standInFor, type StandIn } from './stand-in.ts';

/**
 * Puts one photo into its box, keeping its proportions, or says there that it is not to be had (`spec §8`).
 * Answers the stand-in that was drawn in its place.
 */
export function placePhoto(paper: Paper, slot: PhotoSlot, photo: ReportPhoto | null): StandIn | null {
  const { doc } = paper;
  const { x, y, width, height } = slot;
  doc.setPage(slot.page);
  const fitted = photo && fit(photo, slot);
  if (!fitted || fitted.width < width || fitted.height < height) {
    doc.setFillColor(colours.ground);
    doc.rect(x, y, width, height, 'F');
  }
  const standIn = photo && standInFor(photo, slot.photo);
  if (standIn && fitted) {
    const left = x + (width - fitted.width) / 2;
    const top = y + (height - fitted.height) / 2;
    // a name of its own: jsPDF takes pictures whose first halves are alike for one
    doc.addImage(standIn.bytes, 'JPEG', left, top, fitted.width, fitted.height, `photo ${slot.photo}`);
  } else {
    const style = { size: 10, colour: colours.grey };
    drawText(paper, 'Error loading image', x + width / 2, y + height / 2 + 1.2, style, 'center');
  }
  if (slot.link) doc.link(x, y, width, height, { url: slot.link });
  return standIn;
}

/** The whole pixels of a small rendition miss the shape of the box by a hair. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.3;
}

function fit(photo: ReportPhoto, box: PhotoSlot): { width: number; height: number } {
  const scale = Math.min(box.width / photo.width, box.height / photo.height);
  const size = { width: photo.width * scale, height: photo.height * scale };
  return {
    width: near(size.width, box.width) ? box.width : size.width,
    height: near(size.height, box.height) ? box.height : size.height,
  };
}
