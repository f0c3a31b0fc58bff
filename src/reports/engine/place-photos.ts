import { drawText } from '../text/draw-text.ts';
import type { PhotoSlot } from './layout.ts';
import { colours } from './page-style.ts';
import type { Paper } from './paper.ts';
import { standIn } from './stand-in.ts';

/**
 * Puts a stand-in into each box, or says there that the photo is not to be had (`spec §8`). Answers the boxes of the
 * stand-ins, in the order in which jsPDF writes them.
 */
export function placePhotos(paper: Paper, slots: readonly PhotoSlot[], missing: ReadonlySet<number>): PhotoSlot[] {
  const { doc } = paper;
  return slots.filter((slot) => {
    const { photo, page, x, y, width, height, link } = slot;
    doc.setPage(page);
    if (link) doc.link(x, y, width, height, { url: link });
    if (missing.has(photo)) {
      doc.setFillColor(colours.ground);
      doc.rect(x, y, width, height, 'F');
      const style = { size: 10, colour: colours.grey };
      drawText(paper, 'Error loading image', x + width / 2, y + height / 2 + 1.2, style, 'center');
      return false;
    }
    // a name of its own: jsPDF takes pictures whose first halves are alike for one
    doc.addImage(standIn(photo), 'JPEG', x, y, width, height, `photo ${photo}`);
    return true;
  });
}
