import { drawText } from '../text/draw-text.ts';
import { baseline, lineHeight, type Flow } from './flow.ts';
import { colours, page, type TextStyle } from './page-style.ts';

export interface TableColumn {
  /** In mm. */
  width: number;
  style: TextStyle;
  /** On grey, as labels are. */
  label?: boolean;
}

interface TableOptions {
  head?: readonly string[];
  /** Minimum height in mm, for filling in by hand. */
  rowHeight?: number;
  /** Called with the upper left corner of each row's first part, to draw what is not text. */
  onRow?: (row: number, y: number) => void;
}

/** Rows at least this high (mm) may be split, starting wherever some lines fit. */
const minSplitHeight = 60;
const padding = { x: 2, y: 1.5 };
const headStyle: TextStyle = { size: 9, bold: true, colour: colours.grey };

/** A ruled table. Rows that do not fit continue on the next page, under a repeated header. */
export function drawTable(
  flow: Flow,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { head, rowHeight = 0, onRow }: TableOptions = {},
): void {
  const drawHead = () => {
    if (head)
      drawPart(
        flow,
        columns.map((column) => ({ ...column, style: headStyle, label: true })),
        head.map((text) => [text]),
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
    let cells = columns.map(({ width, style }, at) => flow.lines(row[at] ?? '', style, width - 2 * padding.x));
    const whole = Math.max(rowHeight, partHeight(cells, heights));
    if (whole > flow.room && (whole < minSplitHeight || flow.room < 4 * tallest)) newPage();
    onRow?.(index, flow.y);
    while (partHeight(cells, heights) > flow.room) {
      const fits = Math.max(1, Math.floor((flow.room - 2 * padding.y) / tallest));
      drawPart(
        flow,
        columns,
        cells.map((lines) => lines.slice(0, fits)),
        0,
      );
      cells = cells.map((lines) => lines.slice(fits));
      newPage();
    }
    drawPart(flow, columns, cells, rowHeight);
  });
}

/** In mm, with the header: what must fit below a heading. */
export function firstRowHeight(
  flow: Flow,
  columns: readonly TableColumn[],
  [first = []]: readonly (readonly string[])[],
  { head, rowHeight = 0 }: TableOptions,
): number {
  const heightIn = (row: readonly string[], styles: readonly TextStyle[]) =>
    partHeight(
      columns.map(({ width }, at) => flow.lines(row[at] ?? '', styles[at] ?? headStyle, width - 2 * padding.x)),
      styles.map(lineHeight),
    );
  const headHeight = head
    ? heightIn(
        head,
        columns.map(() => headStyle),
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
  return Math.max(...cells.map((lines, at) => lines.length * (heights[at] ?? 0))) + 2 * padding.y;
}

function drawPart(
  flow: Flow,
  columns: readonly TableColumn[],
  cells: readonly (readonly string[])[],
  least: number,
): void {
  const { doc } = flow.paper;
  const height = Math.max(
    least,
    partHeight(
      cells,
      columns.map(({ style }) => lineHeight(style)),
    ),
  );
  let x: number = page.left;
  columns.forEach(({ width, style, label }, at) => {
    doc.setFillColor(colours.ground);
    doc.setDrawColor(colours.line);
    doc.setLineWidth(0.25);
    doc.rect(x, flow.y, width, height, label ? 'FD' : 'S');
    (cells[at] ?? []).forEach((line, index) => {
      const y = flow.y + padding.y + index * lineHeight(style) + baseline(style);
      drawText(flow.paper, line, x + padding.x, y, style);
    });
    x += width;
  });
  flow.space(height);
}
