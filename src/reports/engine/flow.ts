import { drawText } from '../text/draw-text.ts';
import { wrapText } from '../text/wrap-text.ts';
import type { Paper } from './layout.ts';
import { colours, emOf, page, type TextStyle } from './page-style.ts';

/** Line height, as a multiple of the font size. */
const leading = 1.35;

/** In mm. */
export interface PageBody {
  top: number;
  bottom: number;
}

/** Fills pages from top to bottom. All lengths in mm. */
export class Flow {
  readonly paper: Paper;
  readonly body: PageBody;
  y: number;

  constructor(paper: Paper, y: number, body: PageBody = page) {
    this.paper = paper;
    this.y = y;
    this.body = body;
  }

  get page(): number {
    return this.paper.doc.getCurrentPageInfo().pageNumber;
  }

  get room(): number {
    return this.body.bottom - this.y;
  }

  newPage(): void {
    this.paper.doc.addPage();
    this.y = this.body.top;
  }

  need(height: number): void {
    if (this.room < height && this.y > this.body.top) this.newPage();
  }

  space(height: number): void {
    this.y += height;
  }

  lines(text: string, style: TextStyle, across: number): string[] {
    return wrapText(this.paper.fonts, text, style, across);
  }

  /** Writes wrapped text, over several pages if needed; never leaves a single line at the bottom or top of a page. */
  paragraph(text: string, style: TextStyle, x: number = page.left, across: number = page.right - x): void {
    const lines = this.lines(text, style, across);
    const height = lineHeight(style);
    lines.forEach((line, index) => {
      const alone = index === 0 || index === lines.length - 2;
      this.need(alone && index < lines.length - 1 ? 2 * height : height);
      drawText(this.paper, line, x, this.y + baseline(style), style);
      this.y += height;
    });
  }
}

/** Writes wrapped lines without page breaks. Returns the y below them. */
export function drawLines(paper: Paper, lines: readonly string[], x: number, y: number, style: TextStyle): number {
  const height = lineHeight(style);
  lines.forEach((line, index) => drawText(paper, line, x, y + index * height + baseline(style), style));
  return y + lines.length * height;
}

/** In mm. */
export function lineHeight(style: TextStyle): number {
  return emOf(style) * leading;
}

/** From the top of a line to its baseline, in mm. */
export function baseline(style: TextStyle): number {
  return emOf(style) * 1.02;
}

/** A heading over a thin rule; starts a new page when there is no room for `follows` mm below it. */
export function drawSection(flow: Flow, text: string, follows: number): void {
  const { doc } = flow.paper;
  flow.need(11 + follows);
  drawText(flow.paper, text, page.left, flow.y + 5.5, { size: 14, bold: true });
  doc.setDrawColor(colours.brand);
  doc.setLineWidth(0.6);
  doc.line(page.left, flow.y + 8, page.right, flow.y + 8);
  flow.space(11);
}

const pairName = { size: 10, bold: true, colour: colours.grey };
const pairText = { size: 10.5 };
const pairGap = 1;

/** A list of names and values, the values wrapped in the right column. `across`: width of the left one in mm. */
export function drawPairs(flow: Flow, pairs: readonly (readonly [string, string])[], across = 36): void {
  for (const [name, text] of pairs) {
    flow.need(lineHeight(pairText) * Math.min(2, flow.lines(text, pairText, page.right - page.left - across).length));
    drawText(flow.paper, name, page.left, flow.y + baseline(pairText), pairName);
    flow.paragraph(text, pairText, page.left + across);
    flow.space(pairGap);
  }
}
