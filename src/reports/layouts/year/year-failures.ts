import { t } from '../../../lib/language/translate.ts';
import { plainList } from '../../../records/counted.ts';
import {
  mostFrequentType,
  countPair,
  countText,
  differenceMark,
  isYearKnown,
  knownTotal,
  partYearText,
  sharedPostsNote,
  typesOfBothYears,
  yearSum,
  type CountPair,
} from '../../../records/failure/failure-figures.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { siteYear } from '../../../records/time.ts';
import { drawSection, type Flow, drawTable, firstRowHeight, type TableColumn } from '../../engine/flow.ts';
import { colours, page, type TextStyle } from '../../engine/layout.ts';
import type { YearReport } from '../../report-request.ts';
import { drawFitted, drawText, fitText, textWidth } from '../../text/draw-text.ts';

/** The figures of a failure type, or of all types together. */
interface TypeRow {
  type: string;
  entrance: number;
  exit: number;
  /** The failures of the year before and of the year; null without an entry. */
  older: number | null;
  newer: number | null;
  /** The two counts that are compared. */
  change: CountPair;
}

const rowHeight = 7.4;
/** The margins before and after a name, together, in mm. */
const nameMargin = 4;
/** The leftmost start and the rightmost end of the chart, in mm. */
const minChartStart = page.left + 58;
const maxChartEnd = page.left + 108;
/** The smallest width of the chart in mm, which its key needs. */
const minChartWidth = 31;
/** The usual right edges of the columns of figures in mm: the year before, entrance, exit and total of the year, and the change. */
const maxFigureEnds = [132, 150, 161, 175, page.right - 1];
/** The smallest gap between two figures, in mm. */
const figureGap = 3;

/** The start of the chart, and the right edges of the chart and of the columns of figures, in mm. They are the same in all rows of a table. */
interface ColumnEnds {
  chartStart: number;
  chart: number;
  figures: readonly number[];
}

const nameStyle = { size: 10 };
const figureStyle = { size: 10 };
const totalStyle = { size: 10, bold: true };
const headStyle = { size: 9, bold: true, colour: colours.grey };
const noteStyle = { size: 10, colour: colours.grey };
const partStyle = { size: 9, colour: colours.grey };

const postColumns: TableColumn[] = [
  { width: 54, style: { size: 10 } },
  { width: 16, style: { size: 10 } },
  { width: 20, style: { size: 10 } },
  { width: 14, style: { size: 10 } },
  { width: 16, style: { size: 10, bold: true } },
  { width: 22, style: { size: 10 } },
  { width: 44, style: { size: 10 } },
];

/** Draws each failure type with bars and figures of the year and the year before, then a table of the posts in the order of the record. */
export function drawFailures(flow: Flow, data: YearReport): void {
  const posts: CarPosts = new Map(data.failures);
  const year = Number(data.year);
  if (!isYearKnown(posts, year)) {
    drawSection(flow, t('Failures'), 8);
    flow.paragraph(t('No failures are recorded for {year}.', { year }), noteStyle);
    return;
  }
  const rows = typeRows(posts, year);
  const figures = [...rows, sumsOf(posts, year, null)].map(figuresOf);
  const names = rows.map(({ type }) => typeLabel(type));
  const ends = columnEnds(flow, headsOf(year), figures, names);
  drawSection(flow, t('Failures by type'), 3 * rowHeight);
  drawFailuresHead(flow, year, ends);
  const mostFailures = Math.max(1, ...rows.flatMap(({ older, newer }) => [older ?? 0, newer ?? 0]));
  for (const row of rows) {
    if (flow.room < rowHeight) {
      flow.newPage();
      drawFailuresHead(flow, year, ends);
    }
    drawRow(flow, row, mostFailures, ends);
  }
  drawSum(flow, posts, year, ends);
  flow.space(7);
  drawPosts(flow, posts, year, new Date(data.madeOn));
}

/** The types, the most frequent first. Types that only the year before has come last. */
function typeRows(posts: CarPosts, year: number): TypeRow[] {
  return typesOfBothYears(posts, year, year - 1)
    .map((type) => ({ type, ...sumsOf(posts, year, type) }))
    .filter(({ older, newer }) => (older ?? 0) + (newer ?? 0) > 0);
}

/** The failures of a year and the year before. @param type counts only this type; null for all */
function sumsOf(posts: CarPosts, year: number, type: string | null): Omit<TypeRow, 'type'> {
  const entries = [...posts.values()].flat().filter((entry) => type === null || entry.type === type);
  return {
    ...yearSum(entries, year),
    older: knownTotal(entries, year - 1),
    newer: knownTotal(entries, year),
    change: countPair(posts.values(), { older: year - 1, newer: year }, type),
  };
}

function headsOf(year: number): string[] {
  return [`${year - 1}`, t('Entrance'), t('Exit'), `${year}`, t('Change')];
}

/**
 * Places the columns from right to left. Each column ends at its usual edge, or further to the left if the column to its right needs more room.
 * The chart comes last and gets the remaining width. It also starts further to the right if a name needs the room.
 */
function columnEnds(
  { paper }: Flow,
  heads: readonly string[],
  figures: readonly (readonly string[])[],
  names: readonly string[],
): ColumnEnds {
  const ends = [...maxFigureEnds];
  let chart = maxChartEnd;
  for (let column = ends.length - 1; column >= 0; column -= 1) {
    const widths = [
      textWidth(paper, heads[column] ?? '', headStyle),
      ...figures.flatMap((texts) =>
        [figureStyle, totalStyle].map((style) => textWidth(paper, texts[column] ?? '', style)),
      ),
    ];
    const left = (ends[column] ?? page.right) - Math.max(...widths) - figureGap;
    if (column === 0) chart = Math.min(chart, left);
    else ends[column - 1] = Math.min(ends[column - 1] ?? left, left);
  }
  const longestName = Math.max(...names.map((name) => textWidth(paper, name, nameStyle)));
  const chartStart = Math.max(minChartStart, Math.min(page.left + longestName + nameMargin, chart - minChartWidth));
  return { chartStart, chart, figures: ends };
}

function drawFailuresHead(flow: Flow, year: number, ends: ColumnEnds): void {
  const { paper } = flow;
  const { doc } = paper;
  const y = flow.y + 4.4;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, 6.4, 'F');
  drawFitted(paper, t('Failure'), page.left + 2, y, headStyle, ends.chartStart - page.left - 4);
  drawKey(flow, ends.chartStart, `${year - 1}`, false);
  drawKey(flow, ends.chartStart + 18, `${year}`, true);
  drawFigures(flow, y, headsOf(year), ends, () => headStyle);
  flow.space(7);
}

/** Writes the figures of a row: the year before, entrance, exit and total of the year, and the change. */
function drawFigures(
  { paper }: Flow,
  y: number,
  texts: readonly string[],
  ends: ColumnEnds,
  styleOf: (column: number) => TextStyle,
): void {
  for (const [column, x] of ends.figures.entries())
    drawText(paper, texts[column] ?? '', x, y, styleOf(column), 'right');
}

/** Draws the key of a year above the chart: its bar and its number. */
function drawKey(flow: Flow, x: number, text: string, solid: boolean): void {
  drawBar(flow, x, flow.y + 2.2, 5, 2, solid);
  drawText(flow.paper, text, x + 6.4, flow.y + 4.4, headStyle);
}

/** Draws a bar: solid for the year, outlined for the year before. */
function drawBar({ paper: { doc } }: Flow, x: number, y: number, width: number, height: number, solid: boolean): void {
  doc.setFillColor(solid ? colours.brand : colours.white);
  doc.setDrawColor(solid ? colours.brand : colours.grey);
  doc.setLineWidth(0.25);
  doc.rect(x, y, width, height, 'FD');
}

/** Draws the row of a type. @param mostFailures the number of failures whose bar fills the width of the chart */
function drawRow(flow: Flow, row: TypeRow, mostFailures: number, ends: ColumnEnds): void {
  const { paper } = flow;
  const y = flow.y + 4.9;
  const { chartStart } = ends;
  const nameWidth = chartStart - page.left - nameMargin;
  drawText(paper, fitText(paper.fonts, typeLabel(row.type), nameStyle, nameWidth), page.left + 2, y, nameStyle);
  const scale = (ends.chart - chartStart) / mostFailures;
  const { older, newer } = row;
  // the year before comes first, as among the figures
  if (older) drawBar(flow, chartStart, flow.y + 1.1, older * scale, 1.9, false);
  if (newer) drawBar(flow, chartStart, flow.y + 3.4, newer * scale, 3, true);
  drawFigures(flow, y, figuresOf(row), ends, (column) => (column === 3 ? totalStyle : figureStyle));
  drawRule(flow, rowHeight, 0.2, colours.line);
  flow.space(rowHeight);
}

function figuresOf({ entrance, exit, older, newer, change }: Omit<TypeRow, 'type'>): string[] {
  const figureOf = (count: number) => (newer === null ? '–' : countText(count));
  return [
    older === null ? '–' : countText(older),
    figureOf(entrance),
    figureOf(exit),
    figureOf(entrance + exit),
    signedMark(change),
  ];
}

/** `+2`, `−4`, `no change` or `new`. The screen's arrows are replaced, because the font of the reports does not have them. */
function signedMark(counts: CountPair): string {
  return differenceMark(counts).replace('↑ ', '+').replace('↓ ', '−');
}

function drawRule({ paper: { doc }, y }: Flow, below: number, width: number, colour: string): void {
  doc.setDrawColor(colour);
  doc.setLineWidth(width);
  doc.line(page.left, y + below, page.right, y + below);
}

function drawSum(flow: Flow, posts: CarPosts, year: number, ends: ColumnEnds): void {
  flow.need(6.5);
  drawRule(flow, 0, 0.5, colours.ink);
  const y = flow.y + 4.8;
  drawText(flow.paper, t('All failures'), page.left + 2, y, totalStyle);
  drawFigures(flow, y, figuresOf(sumsOf(posts, year, null)), ends, () => totalStyle);
  flow.space(6.5);
  const note = sharedPostsNote(posts, year, year - 1);
  if (note === null) return;
  flow.space(1.5);
  flow.paragraph(note, partStyle);
}

function drawPosts(flow: Flow, posts: CarPosts, year: number, today: Date): void {
  const rows = Array.from(posts, ([post, entries]) => {
    const sums = sumsOf(new Map([[post, entries]]), year, null);
    const mostFrequent = mostFrequentType(new Map([[post, entries]]), year);
    return { post, sums, frequent: mostFrequent ? plainList(mostFrequent.names.map(typeLabel)) : '–' };
  });
  const cells = rows.map(({ post, sums, frequent }) => [post, ...figuresOf(sums), frequent]);
  const options = {
    head: [t('Post'), `${year - 1}`, t('Entrance'), t('Exit'), `${year}`, t('Change'), t('Most frequent')],
  };
  drawSection(flow, t('Failures by post'), firstRowHeight(flow, postColumns, cells, options));
  drawTable(flow, postColumns, cells, options);
  const partYearNote = partYearText(year, year - 1, siteYear(today));
  if (isYearKnown(posts, year - 1) && partYearNote !== null) {
    flow.space(1.5);
    flow.paragraph(partYearNote, partStyle);
  }
}
