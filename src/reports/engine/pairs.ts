import { drawText } from '../text/draw-text.ts';
import { baseline, lineHeight, type Flow } from './flow.ts';
import { colours, page } from './page-style.ts';

const label = { size: 10, bold: true, colour: colours.grey };
const value = { size: 10.5 };
const gap = 1;

/** A list of names and what they are, the values wrapped in the right column. `across` is the width of the left one in mm. */
export function drawPairs(flow: Flow, pairs: readonly (readonly [string, string])[], across = 36): void {
  for (const [name, text] of pairs) {
    flow.need(lineHeight(value) * Math.min(2, flow.lines(text, value, page.right - page.left - across).length));
    drawText(flow.paper, name, page.left, flow.y + baseline(value), label);
    flow.paragraph(text, value, page.left + across);
    flow.space(gap);
  }
}
