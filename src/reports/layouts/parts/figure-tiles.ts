import { drawLines, type Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/page-style.ts';
import { drawText, textWidth } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';

export interface FigureTile {
  label: string;
  figure: string;
  note: string;
  bad?: boolean;
  wide?: boolean;
}

const gap = 4;
const inset = 3;
/** In mm. */
const height = 25;
const labelStyle = { size: 9, bold: true, colour: colours.grey };
const noteStyle = { size: 8.5, colour: colours.grey };

function shareOf({ wide = false }: FigureTile): number {
  return wide ? 1.5 : 1;
}

export function drawTiles(flow: Flow, tiles: readonly FigureTile[]): void {
  const { paper } = flow;
  const { doc, fonts } = paper;
  flow.need(height);
  const shares = tiles.reduce((sum, one) => sum + shareOf(one), 0);
  const unit = (page.right - page.left - gap * (tiles.length - 1)) / shares;
  let x: number = page.left;
  for (const tile of tiles) {
    const { label, figure, note, bad = false } = tile;
    const width = unit * shareOf(tile);
    const across = width - 2 * inset;
    doc.setFillColor(colours.ground);
    doc.rect(x, flow.y, width, height, 'F');
    doc.setFillColor(bad ? colours.bad : colours.brand);
    doc.rect(x, flow.y, width, 1, 'F');
    drawText(paper, fitText(fonts, label, labelStyle, across), x + inset, flow.y + 5.6, labelStyle);
    const [large, small] = [20, 13].map((size) => ({ size, bold: true, colour: bad ? colours.bad : colours.ink }));
    const style = large && textWidth(paper, figure, large) <= across ? large : (small ?? labelStyle);
    drawText(paper, fitText(fonts, figure, style, across), x + inset, flow.y + 13.4, style);
    const [first = '', ...rest] = flow.lines(note, noteStyle, across);
    const lines = rest.length > 0 ? [first, fitText(fonts, rest.join(' '), noteStyle, across)] : [first];
    drawLines(paper, lines, x + inset, flow.y + 15.6, noteStyle);
    x += width + gap;
  }
  flow.space(height);
}
