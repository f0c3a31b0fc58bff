import { drawText } from '../text/draw-text.ts';
import { fitText } from '../text/wrap-text.ts';
import type { DocumentMeta } from './layout.ts';
import { colours, page } from './page-style.ts';
import type { Paper } from './paper.ts';

const style = { size: 8.5, colour: colours.grey };

/** Writes the running header on all pages but the first, and the foot with `n / m` on all. Comes when no page will be added: it counts. */
export function markPages(paper: Paper, meta: DocumentMeta): void {
  const { doc, fonts } = paper;
  const total = doc.getNumberOfPages();
  const half = (page.right - page.left) / 2 - 4;
  for (let number = 1; number <= total; number += 1) {
    doc.setPage(number);
    doc.setDrawColor(colours.line);
    doc.setLineWidth(0.2);
    if (number > 1) {
      const [left, right] = meta.running;
      drawText(paper, fitText(fonts, left, style, half), page.left, 13, style);
      drawText(paper, fitText(fonts, right, style, half), page.right, 13, style, 'right');
      doc.line(page.left, 15.5, page.right, 15.5);
    }
    doc.line(page.left, 285, page.right, 285);
    drawText(paper, fitText(fonts, meta.foot, style, page.right - page.left - 30), page.left, 289.5, style);
    drawText(paper, `${number} / ${total}`, page.right, 289.5, style, 'right');
  }
}
