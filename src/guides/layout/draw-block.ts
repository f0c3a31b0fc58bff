import { baseline, lineHeight, type Flow } from '../../reports/engine/flow.ts';
import { colours, page } from '../../reports/engine/page-style.ts';
import { drawTable, tableHeight, type TableColumn } from '../../reports/engine/table.ts';
import { drawText } from '../../reports/text/draw-text.ts';
import { fitText } from '../../reports/text/wrap-text.ts';
import type { Block, Figure, HeadingBlock, TableBlock } from './blocks.ts';
import { penOn } from './pen.ts';

type BodyBlock = Exclude<Block, HeadingBlock>;

const body = { size: 10.5 };
const cell = { size: 9.5 };
const name = { size: 9.5, bold: true, colour: colours.grey };
const captionStyle = { size: 9, colour: colours.grey };
const captionHeight = 6.5;
const figureGap = 1.5;

function columnsOf({ widths }: TableBlock): TableColumn[] {
  return widths.map((width, index) => ({ width, style: index === 0 ? name : cell, label: index === 0 }));
}

/** A table up to this height (mm) stays on one page, with its header in sight. */
const wholeTable = 110;

function tableNeeds(flow: Flow, block: TableBlock): number {
  const height = tableHeight(flow, columnsOf(block), block.rows, optionsOf(block));
  return height <= wholeTable ? height : 40;
}

function optionsOf({ head, rowHeight }: TableBlock): { head: readonly string[]; rowHeight?: number } {
  return { head, ...(rowHeight !== undefined && { rowHeight }) };
}

/** In mm: what must fit under a heading. */
export function minHeight(flow: Flow, block: BodyBlock): number {
  if (block.kind === 'figure') return figureGap + block.drawing.height + captionHeight;
  if (block.kind === 'table') return tableNeeds(flow, block);
  if (block.kind === 'note' || block.kind === 'warning') return calloutHeight(flow, block.text);
  return 3 * lineHeight(body);
}

/** Also draws the space below. @param figure its number, if it is one */
export function drawBlock(flow: Flow, block: BodyBlock, figure: number): void {
  switch (block.kind) {
    case 'paragraph':
      flow.paragraph(block.text, body);
      break;
    case 'steps':
    case 'list':
      drawItems(flow, block.items, block.kind === 'steps');
      break;
    case 'table':
      flow.need(tableNeeds(flow, block));
      drawTable(flow, columnsOf(block), block.rows, optionsOf(block));
      break;
    case 'note':
    case 'warning':
      drawCallout(flow, block.kind, block.text);
      break;
    case 'figure':
      drawFigure(flow, block, figure);
      break;
  }
  flow.space(block.kind === 'steps' || block.kind === 'list' ? 1.5 : 3);
}

function drawFigure(flow: Flow, { drawing, caption }: Figure, number: number): void {
  const { paper } = flow;
  flow.need(figureGap + drawing.height + captionHeight);
  flow.space(figureGap);
  drawing.draw(penOn(paper, page.left, flow.y));
  const text = fitText(paper.fonts, `Figure ${number}: ${caption}`, captionStyle, page.right - page.left);
  drawText(paper, text, page.left, flow.y + drawing.height + 4.2, captionStyle);
  flow.space(drawing.height + captionHeight);
}

/** In mm. */
const itemIndent = 8;

function drawItems(flow: Flow, items: readonly string[], numbered: boolean): void {
  const { paper } = flow;
  items.forEach((text, index) => {
    const lines = flow.lines(text, body, page.right - page.left - itemIndent).length;
    flow.need(Math.min(lines, 3) * lineHeight(body));
    const middle = flow.y + lineHeight(body) / 2 + 0.1;
    paper.doc.setFillColor(colours.brand);
    if (numbered) {
      paper.doc.circle(page.left + 2.6, middle, 2.3, 'F');
      const digits = { size: 9, bold: true, colour: colours.white };
      drawText(paper, `${index + 1}`, page.left + 2.6, flow.y + baseline(body) - 0.3, digits, 'center');
    } else paper.doc.circle(page.left + 3.4, middle, 0.7, 'F');
    flow.paragraph(text, body, page.left + itemIndent);
    flow.space(1);
  });
}

const calloutText = { size: 10 };
const calloutWord = { size: 10, bold: true };
const calloutIndent = 24;
const calloutPadding = 2.2;

const calloutLooks = {
  note: { word: 'Note', bar: colours.teal, ground: '#E8F3F4', ink: colours.brand },
  warning: { word: 'Warning', bar: colours.red, ground: '#FCEDEA', ink: '#A8261A' },
} as const;

function calloutHeight(flow: Flow, text: string): number {
  return (
    flow.lines(text, calloutText, page.right - page.left - calloutIndent - 4).length * lineHeight(calloutText) +
    2 * calloutPadding
  );
}

/** Text on a coloured background, never split; the word before it repeats what the colour means. */
function drawCallout(flow: Flow, kind: keyof typeof calloutLooks, text: string): void {
  const { doc } = flow.paper;
  const { word, bar, ground, ink } = calloutLooks[kind];
  const height = calloutHeight(flow, text);
  flow.need(height);
  doc.setFillColor(ground);
  doc.rect(page.left, flow.y, page.right - page.left, height, 'F');
  doc.setFillColor(bar);
  doc.rect(page.left, flow.y, 1.6, height, 'F');
  drawText(flow.paper, word, page.left + 4.5, flow.y + calloutPadding + baseline(calloutWord), {
    ...calloutWord,
    colour: ink,
  });
  flow.lines(text, calloutText, page.right - page.left - calloutIndent - 4).forEach((line, index) => {
    const y = flow.y + calloutPadding + index * lineHeight(calloutText) + baseline(calloutText);
    drawText(flow.paper, line, page.left + calloutIndent, y, calloutText);
  });
  flow.space(height);
}
