import { companyName } from '../../records/company.ts';
import { longDate } from '../../records/time.ts';
import { drawSection, Flow } from '../../reports/engine/flow.ts';
import type { Layout, Paper } from '../../reports/engine/layout.ts';
import { drawLetterhead } from '../../reports/engine/letterhead.ts';
import type { Block, Drawing, Guide, HeadingBlock } from './blocks.ts';
import { drawCover, fillInContents } from './cover.ts';
import { drawBlock, minHeight } from './draw-block.ts';

/** The revision printed in all guides; fixed, so that the same text makes the same file. */
const revisedOn = '2026-11-21T09:00:00+08:00';
const revision = `revision 1, ${longDate(revisedOn)}`;

const isHeading = (block: Block): block is HeadingBlock => block.kind === 'heading';

export const guideLayout: Layout<Guide> = {
  meta: (guide) => ({
    title: guide.title,
    subject: guide.subtitle,
    fileName: `${guide.name}.pdf`,
    madeOn: revisedOn,
    running: [guide.title, `${guide.number}, ${revision}`],
    foot: `${companyName} · Illustrative document for the demo installation`,
    fileId: guide.number,
  }),
  texts: textsOfGuide,
  photos: () => [],
  draw(paper, guide) {
    drawGuide(paper, guide);
    return [];
  },
};

function drawGuide(paper: Paper, guide: Guide): void {
  const flow = new Flow(paper, drawLetterhead(paper, guide.title, guide.subtitle) + 6);
  const entries = drawCover(flow, guide, guide.blocks.filter(isHeading), revision);
  let section = 0;
  let figure = 0;
  guide.blocks.forEach((block, index) => {
    if (isHeading(block)) {
      const next = guide.blocks[index + 1];
      if (section > 0) flow.space(2);
      drawSection(flow, `${section + 1}  ${block.text}`, next && !isHeading(next) ? minHeight(flow, next) : 0);
      const entry = entries[section];
      if (entry) entry.leadsTo = flow.page;
      section += 1;
      paper.doc.outline.add(null, `${section}. ${block.text}`, { pageNumber: flow.page });
      return;
    }
    if (block.kind === 'figure') figure += 1;
    drawBlock(flow, block, figure);
  });
  fillInContents(paper, entries);
}

const silent = () => undefined;

function textsOfDrawing(drawing: Drawing): string[] {
  const texts: string[] = [];
  drawing.draw({
    line: silent,
    rect: silent,
    circle: silent,
    polygon: silent,
    text: (text) => {
      texts.push(text);
    },
  });
  return texts;
}

/** Without the numbers that the layout adds. */
function textsOfBlock(block: Block): string[] {
  if (block.kind === 'steps' || block.kind === 'list') return [...block.items];
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()];
  if (block.kind === 'figure') return [block.caption, ...textsOfDrawing(block.drawing)];
  return [block.text];
}

export function textsOfGuide(guide: Guide): string[] {
  const { title, subtitle, number, readers, appliesTo, blocks } = guide;
  return [title, subtitle, number, readers, appliesTo, ...blocks.flatMap(textsOfBlock)];
}
