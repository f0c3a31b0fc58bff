import { baseline, lineHeight, type Flow } from '../../reports/engine/flow.ts';
import { colours, page } from '../../reports/engine/page-style.ts';
import { drawText } from '../../reports/text/draw-text.ts';

const style = { size: 10.5 };
const indent = 8;

/** Actions with their numbers in a disc, or points of equal rank with a dot. */
export function drawItems(flow: Flow, items: readonly string[], numbered: boolean): void {
  const { paper } = flow;
  items.forEach((text, index) => {
    const lines = flow.lines(text, style, page.right - page.left - indent).length;
    flow.need(Math.min(lines, 3) * lineHeight(style));
    const middle = flow.y + lineHeight(style) / 2 + 0.1;
    paper.doc.setFillColor(colours.brand);
    if (numbered) {
      paper.doc.circle(page.left + 2.6, middle, 2.3, 'F');
      const digits = { size: 9, bold: true, colour: colours.white };
      drawText(paper, `${index + 1}`, page.left + 2.6, flow.y + baseline(style) - 0.3, digits, 'center');
    } else paper.doc.circle(page.left + 3.4, middle, 0.7, 'F');
    flow.paragraph(text, style, page.left + indent);
    flow.space(1);
  });
}
