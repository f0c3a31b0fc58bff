import { mostFrequentType } from '../../../records/failure/failure-findings.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { isYearKnown, sumsByType, totalOf, typesOfYear, yearSum } from '../../../records/failure/failure-totals.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import { drawSection, type Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/page-style.ts';
import { drawTable, firstRowHeight, type TableColumn } from '../../engine/table.ts';
import type { YearReport } from '../../report-request.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';
import { postsOf } from './year-score.ts';

interface TypeRow {
  type: string;
  entrance: number;
  exit: number;
  before: number;
}

const rowHeight = 7.4;
/** Left edges, in mm; right edges for figures. */
const at = {
  chart: page.left + 58,
  chartEnd: page.left + 118,
  entrance: 148,
  exit: 162,
  total: 180,
  before: page.right - 1,
};
const nameStyle = { size: 10 };
const figureStyle = { size: 10 };
const totalStyle = { size: 10, bold: true };
const headStyle = { size: 9, bold: true, colour: colours.grey };
const noteStyle = { size: 10, colour: colours.grey };

const postColumns: TableColumn[] = [
  { width: 62, style: { size: 10 } },
  { width: 22, style: { size: 10 } },
  { width: 22, style: { size: 10 } },
  { width: 22, style: { size: 10, bold: true } },
  { width: 58, style: { size: 10 } },
];

/** Each type with bars and figures against the year before, then each post. */
export function drawFailures(flow: Flow, data: YearReport): void {
  const posts = postsOf(data);
  const year = Number(data.year);
  if (!isYearKnown(posts, year)) {
    drawSection(flow, 'Failures', 8);
    flow.paragraph(`No failures are recorded for ${year}.`, noteStyle);
    return;
  }
  const rows = typeRows(posts, year);
  drawSection(flow, 'Failures by type', 3 * rowHeight);
  drawFailuresHead(flow, year);
  const most = Math.max(1, ...rows.flatMap(({ entrance, exit, before }) => [entrance + exit, before]));
  for (const row of rows) {
    if (flow.room < rowHeight) {
      flow.newPage();
      drawFailuresHead(flow, year);
    }
    drawRow(flow, row, most);
  }
  drawSum(flow, rows);
  flow.space(7);
  drawPosts(flow, posts, year);
}

/** The most frequent first; types of the year before only come last, with a zero. */
function typeRows(posts: CarPosts, year: number): TypeRow[] {
  const now = typesOfYear(posts, year);
  const gone = typesOfYear(posts, year - 1).filter((type) => !now.includes(type));
  const lists = Array.from(posts.values(), (entries) => ({
    now: sumsByType(entries, year),
    before: sumsByType(entries, year - 1),
  }));
  return [...now, ...gone]
    .map((type) => {
      const row = { type, entrance: 0, exit: 0, before: 0 };
      for (const list of lists) {
        const sum = list.now.get(type);
        const before = list.before.get(type);
        row.entrance += sum?.entrance ?? 0;
        row.exit += sum?.exit ?? 0;
        row.before += before ? totalOf(before) : 0;
      }
      return row;
    })
    .filter(({ entrance, exit, before }) => entrance + exit + before > 0);
}

function drawFailuresHead(flow: Flow, year: number): void {
  const { paper } = flow;
  const { doc } = paper;
  const y = flow.y + 4.4;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, 6.4, 'F');
  drawText(paper, 'Failure', page.left + 2, y, headStyle);
  drawKey(flow, at.chart, `${year}`, true);
  drawKey(flow, at.chart + 18, `${year - 1}`, false);
  drawText(paper, 'Entrance', at.entrance, y, headStyle, 'right');
  drawText(paper, 'Exit', at.exit, y, headStyle, 'right');
  drawText(paper, `${year}`, at.total, y, headStyle, 'right');
  drawText(paper, `${year - 1}`, at.before, y, headStyle, 'right');
  flow.space(7);
}

function drawKey(flow: Flow, x: number, text: string, solid: boolean): void {
  drawBar(flow, x, flow.y + 2.2, 5, 2, solid);
  drawText(flow.paper, text, x + 6.4, flow.y + 4.4, headStyle);
}

/** Solid for the year, outlined for the year before. */
function drawBar({ paper: { doc } }: Flow, x: number, y: number, width: number, height: number, solid: boolean): void {
  doc.setFillColor(solid ? colours.brand : colours.white);
  doc.setDrawColor(solid ? colours.brand : colours.grey);
  doc.setLineWidth(0.25);
  doc.rect(x, y, width, height, 'FD');
}

function drawRow(flow: Flow, { type, entrance, exit, before }: TypeRow, most: number): void {
  const { paper } = flow;
  const y = flow.y + 4.9;
  const across = at.chart - page.left - 5;
  drawText(paper, fitText(paper.fonts, typeLabel(type), nameStyle, across), page.left + 2, y, nameStyle);
  const scale = (at.chartEnd - at.chart) / most;
  if (entrance + exit > 0) drawBar(flow, at.chart, flow.y + 1.1, (entrance + exit) * scale, 3, true);
  if (before > 0) drawBar(flow, at.chart, flow.y + 4.4, before * scale, 1.9, false);
  drawText(paper, countText(entrance), at.entrance, y, figureStyle, 'right');
  drawText(paper, countText(exit), at.exit, y, figureStyle, 'right');
  drawText(paper, countText(entrance + exit), at.total, y, totalStyle, 'right');
  drawText(paper, countText(before), at.before, y, figureStyle, 'right');
  drawRule(flow, rowHeight, 0.2, colours.line);
  flow.space(rowHeight);
}

function drawRule({ paper: { doc }, y }: Flow, below: number, width: number, colour: string): void {
  doc.setDrawColor(colour);
  doc.setLineWidth(width);
  doc.line(page.left, y + below, page.right, y + below);
}

function drawSum(flow: Flow, rows: readonly TypeRow[]): void {
  const sum = (figure: (row: TypeRow) => number) => countText(rows.reduce((total, row) => total + figure(row), 0));
  flow.need(6.5);
  drawRule(flow, 0, 0.5, colours.ink);
  const y = flow.y + 4.8;
  drawText(flow.paper, 'All failures', page.left + 2, y, totalStyle);
  drawText(
    flow.paper,
    sum(({ entrance }) => entrance),
    at.entrance,
    y,
    totalStyle,
    'right',
  );
  drawText(
    flow.paper,
    sum(({ exit }) => exit),
    at.exit,
    y,
    totalStyle,
    'right',
  );
  drawText(
    flow.paper,
    sum(({ entrance, exit }) => entrance + exit),
    at.total,
    y,
    totalStyle,
    'right',
  );
  drawText(
    flow.paper,
    sum(({ before }) => before),
    at.before,
    y,
    totalStyle,
    'right',
  );
  flow.space(6.5);
}

function drawPosts(flow: Flow, posts: CarPosts, year: number): void {
  const rows = Array.from(posts, ([post, entries]) => {
    const { entrance, exit } = yearSum(entries, year);
    const frequent = mostFrequentType(new Map([[post, entries]]), year);
    return { post, entrance, exit, frequent: frequent?.names.map(typeLabel).join(', ') ?? '–' };
  }).toSorted((one, other) => other.entrance + other.exit - one.entrance - one.exit);
  const cells = rows.map(({ post, entrance, exit, frequent }) => [
    post,
    countText(entrance),
    countText(exit),
    countText(entrance + exit),
    frequent,
  ]);
  const options = { head: ['Post', 'Entrance', 'Exit', 'Failures', 'Most frequent'] };
  drawSection(flow, 'Failures by post', firstRowHeight(flow, postColumns, cells, options));
  drawTable(flow, postColumns, cells, options);
}
