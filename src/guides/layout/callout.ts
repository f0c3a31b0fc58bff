import { baseline, lineHeight, type Flow } from '../../reports/engine/flow.ts';
import { colours, page } from '../../reports/engine/page-style.ts';
import { drawText } from '../../reports/text/draw-text.ts';

const style = { size: 10 };
const label = { size: 10, bold: true };
const indent = 24;
const padding = 2.2;

const looks = {
  note: { word: 'Note', bar: colours.teal, ground: '#E8F3F4', ink: colours.brand },
  warning: { word: 'Warning', bar: colours.red, ground: '#FCEDEA', ink: '#A8261A' },
} as const;

/** Height of a note or warning in mm. */
export function calloutHeight(flow: Flow, text: string): number {
  return flow.lines(text, style, page.right - page.left - indent - 4).length * lineHeight(style) + 2 * padding;
}

/** A text on a coloured ground, never torn apart; the word before it says what the colour says. */
export function drawCallout(flow: Flow, kind: keyof typeof looks, text: string): void {
  const { doc } = flow.paper;
  const { word, bar, ground, ink } = looks[kind];
  const height = calloutHeight(flow, text);
  flow.need(height);
  doc.setFillColor(ground);
  doc.rect(page.left, flow.y, page.right - page.left, height, 'F');
  doc.setFillColor(bar);
  doc.rect(page.left, flow.y, 1.6, height, 'F');
  drawText(flow.paper, word, page.left + 4.5, flow.y + padding + baseline(label), { ...label, colour: ink });
  flow.lines(text, style, page.right - page.left - indent - 4).forEach((line, index) => {
    const y = flow.y + padding + index * lineHeight(style) + baseline(style);
    drawText(flow.paper, line, page.left + indent, y, style);
  });
  flow.space(height);
}
