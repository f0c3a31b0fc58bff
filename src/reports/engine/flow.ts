import { drawFitted, drawText, fittedStyle, wrapText } from '../text/draw-text.ts';
import { type Paper, colours, emOf, page, type TextStyle } from './layout.ts';

/** Line height, as a multiple of the font size. */
const leading = 1.35;

/** The upper and the lower edge of a page's body, in mm from the top of the page. */
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

  /** The height that is left on the page, in mm. */
  get room(): number {
    return this.body.bottom - this.y;
  }

  newPage(): void {
    this.paper.doc.addPage();
    this.y = this.body.top;
  }

  /** Starts a new page if there is less room than `height` mm, unless the page is still empty. */
  need(height: number): void {
    if (this.room < height && this.y > this.body.top) this.newPage();
  }

  /** Moves the position down by `height` mm. */
  space(height: number): void {
    this.y += height;
  }

  /** A text in lines of at most `across` mm. */
  lines(text: string, style: TextStyle, across: number): string[] {
    return wrapText(this.paper.fonts, text, style, across);
  }

  /** Writes wrapped text, over several pages if needed. A single line is never left at the bottom or the top of a page. */
  paragraph(text: string, style: TextStyle, x: number = page.left, across: number = page.right - x): void {
    const lines = this.lines(text, style, across);
    const height = lineHeight(style);
    lines.forEach((line, index) => {
      const isNextToEdge = index === 0 || index === lines.length - 2;
      this.need(isNextToEdge && index < lines.length - 1 ? 2 * height : height);
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

/** The height of a line, in mm. */
export function lineHeight(style: TextStyle): number {
  return emOf(style) * leading;
}

/** The distance from the top of a line to its baseline, in mm. */
export function baseline(style: TextStyle): number {
  return emOf(style) * 1.02;
}

/** The height of a heading with its rule and the gap below it, in mm. */
const sectionHeight = 11;

/** Draws a heading above a thin rule. Starts a new page if there is no room for `follows` mm below it. */
export function drawSection(flow: Flow, text: string, follows: number): void {
  const { doc } = flow.paper;
  flow.need(sectionHeight + follows);
  drawText(flow.paper, text, page.left, flow.y + 5.5, { size: 14, bold: true });
  doc.setDrawColor(colours.brand);
  doc.setLineWidth(0.6);
  doc.line(page.left, flow.y + 8, page.right, flow.y + 8);
  flow.space(sectionHeight);
}

const pairName = { size: 10, bold: true, colour: colours.grey };
const pairText = { size: 10.5 };
const pairGap = 1;

/** Draws a list of names and values. The values are wrapped in the right column. @param across the width of the left column in mm */
export function drawPairs(flow: Flow, pairs: readonly (readonly [string, string])[], across = 36): void {
  for (const [name, text] of pairs) {
    flow.need(lineHeight(pairText) * Math.min(2, flow.lines(text, pairText, page.right - page.left - across).length));
    drawFitted(flow.paper, name, page.left, flow.y + baseline(pairText), pairName, across - 2);
    flow.paragraph(text, pairText, page.left + across);
    flow.space(pairGap);
  }
}

export interface TableColumn {
  /** In mm. */
  width: number;
  style: TextStyle;
  /** Whether its cells have a grey background, like labels. */
  label?: boolean;
}

interface TableOptions {
  head?: readonly string[];
  /** The smallest height of a row in mm, to leave room for filling in by hand. */
  rowHeight?: number;
  /** Called with the y of the upper edge of each row's first part, to draw graphics in the row. */
  onRow?: (row: number, y: number) => void;
}

/** Rows of at least this height (mm) may be split over pages. */
const minSplitHeight = 60;
const padding = { x: 2, y: 1.5 };
const headStyle: TextStyle = { size: 9, bold: true, colour: colours.grey };

/** Draws a table with rules. Rows for which there is no room continue on the next page, below a repeated head. */
export function drawTable(
  flow: Flow,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { head, rowHeight = 0, onRow }: TableOptions = {},
): void {
  const headStyles = columns.map((column, columnIndex) => headStyleOf(flow, column, head?.[columnIndex] ?? ''));
  const drawHead = () => {
    if (head)
      drawPart(
        flow,
        columns.map((column, columnIndex) => ({ ...column, style: headStyles[columnIndex] ?? headStyle, label: true })),
        columns.map(({ width }, columnIndex) =>
          flow.lines(head[columnIndex] ?? '', headStyles[columnIndex] ?? headStyle, width - 2 * padding.x),
        ),
        0,
      );
  };
  const newPage = () => {
    flow.newPage();
    drawHead();
  };
  const heights = columns.map(({ style }) => lineHeight(style));
  const tallest = Math.max(...heights);

  drawHead();
  rows.forEach((row, index) => {
    let cells = columns.map(({ width, style }, columnIndex) =>
      flow.lines(row[columnIndex] ?? '', style, width - 2 * padding.x),
    );
    const wholeHeight = Math.max(rowHeight, partHeight(cells, heights));
    // a row without enough room is split only if it is high and at least four of its lines have room here
    if (wholeHeight > flow.room && (wholeHeight < minSplitHeight || flow.room < 4 * tallest)) newPage();
    onRow?.(index, flow.y);
    while (partHeight(cells, heights) > flow.room) {
      const fittingLines = Math.max(1, Math.floor((flow.room - 2 * padding.y) / tallest));
      drawPart(
        flow,
        columns,
        cells.map((lines) => lines.slice(0, fittingLines)),
        0,
      );
      cells = cells.map((lines) => lines.slice(fittingLines));
      newPage();
    }
    drawPart(flow, columns, cells, rowHeight);
  });
}

/** The style of a head: smaller if its longest word would have to be broken otherwise. */
function headStyleOf({ paper }: Flow, { width }: TableColumn, text: string): TextStyle {
  const words = text.match(/[^\s\p{Script=Han}]+/gu) ?? [];
  const across = width - 2 * padding.x;
  return words
    .map((word) => fittedStyle(paper, word, headStyle, across))
    .reduce((smallest, style) => (style.size < smallest.size ? style : smallest), headStyle);
}

/** The height of the head and the first row in mm, for which there must be room below a heading. */
export function firstRowHeight(
  flow: Flow,
  columns: readonly TableColumn[],
  [first = []]: readonly (readonly string[])[],
  { head, rowHeight = 0 }: TableOptions,
): number {
  const heightIn = (row: readonly string[], styles: readonly TextStyle[]) =>
    partHeight(
      columns.map(({ width }, columnIndex) =>
        flow.lines(row[columnIndex] ?? '', styles[columnIndex] ?? headStyle, width - 2 * padding.x),
      ),
      styles.map(lineHeight),
    );
  const headHeight = head
    ? heightIn(
        head,
        columns.map((column, columnIndex) => headStyleOf(flow, column, head[columnIndex] ?? '')),
      )
    : 0;
  const height = Math.max(
    rowHeight,
    heightIn(
      first,
      columns.map(({ style }) => style),
    ),
  );
  return Math.min(minSplitHeight, headHeight + height);
}

function partHeight(cells: readonly (readonly string[])[], heights: readonly number[]): number {
  return Math.max(...cells.map((lines, columnIndex) => lines.length * (heights[columnIndex] ?? 0))) + 2 * padding.y;
}

function drawPart(
  flow: Flow,
  columns: readonly TableColumn[],
  cells: readonly (readonly string[])[],
  minHeight: number,
): void {
  const { doc } = flow.paper;
  const height = Math.max(
    minHeight,
    partHeight(
      cells,
      columns.map(({ style }) => lineHeight(style)),
    ),
  );
  let x: number = page.left;
  columns.forEach(({ width, style, label }, columnIndex) => {
    doc.setFillColor(colours.ground);
    doc.setDrawColor(colours.line);
    doc.setLineWidth(0.25);
    doc.rect(x, flow.y, width, height, label ? 'FD' : 'S');
    (cells[columnIndex] ?? []).forEach((line, index) => {
      const y = flow.y + padding.y + index * lineHeight(style) + baseline(style);
      drawText(flow.paper, line, x + padding.x, y, style);
    });
    x += width;
  });
  flow.space(height);
}
