import { drawPairs, type Flow } from '../../reports/engine/flow.ts';
import type { Paper } from '../../reports/engine/layout.ts';
import { colours, page } from '../../reports/engine/page-style.ts';
import { drawText } from '../../reports/text/draw-text.ts';
import { fitText } from '../../reports/text/wrap-text.ts';
import type { Guide, HeadingBlock } from './blocks.ts';

/** The page is known once the section is drawn. */
interface CoverEntry {
  x: number;
  y: number;
  leadsTo: number;
}

const row = 6;
const gutter = 10;
const across = (page.right - page.left - gutter) / 2;
const style = { size: 10 };

export function drawCover(flow: Flow, guide: Guide, headings: readonly HeadingBlock[], revision: string): CoverEntry[] {
  drawPairs(
    flow,
    [
      ['Document', `${guide.number}, ${revision}`],
      ['Written for', guide.readers],
      ['Applies to', guide.appliesTo],
    ],
    26,
  );
  flow.space(2);
  return drawGuideContents(flow, headings);
}

function drawGuideContents(flow: Flow, headings: readonly HeadingBlock[]): CoverEntry[] {
  const { paper } = flow;
  const rows = Math.ceil(headings.length / 2);
  const height = rows * row + 9;
  paper.doc.setFillColor(colours.ground);
  paper.doc.rect(page.left, flow.y, page.right - page.left, height, 'F');
  drawText(paper, 'Contents', page.left + 3, flow.y + 5.2, { size: 10, bold: true, colour: colours.grey });
  const top = flow.y + 7;
  const entries = headings.map(({ text }, index): CoverEntry => {
    const x = page.left + Math.floor(index / rows) * (across + gutter) + 3;
    const y = top + (index % rows) * row;
    drawText(paper, `${index + 1}`, x + 4.5, y + 4.2, { ...style, bold: true, colour: colours.brand }, 'right');
    drawText(paper, fitText(paper.fonts, text, style, across - 22), x + 7, y + 4.2, style);
    return { x, y, leadsTo: 0 };
  });
  flow.space(height + 5);
  return entries;
}

/** Writes the page numbers into the contents, and links them. */
export function fillInContents(paper: Paper, entries: readonly CoverEntry[]): void {
  paper.doc.setPage(1);
  for (const { x, y, leadsTo } of entries) {
    drawText(paper, `${leadsTo}`, x + across - 6, y + 4.2, style, 'right');
    paper.doc.link(x, y, across - 4, row, { pageNumber: leadsTo });
  }
}
