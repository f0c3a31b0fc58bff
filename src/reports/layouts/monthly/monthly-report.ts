import { fileNameOf } from '../../../lib/file-names.ts';
import { counted } from '../../../records/counted.ts';
import { companyContact } from '../../../records/company.ts';
import { visitKindLabel, type VisitKind } from '../../../records/task/visit.ts';
import { longDate, months, type Month } from '../../../records/time.ts';
import { Flow, drawSection, baseline, drawLines, lineHeight } from '../../engine/flow.ts';
import {
  type Layout,
  type Paper,
  type PhotoSlot,
  colours,
  page,
  reportBody,
  type TextStyle,
} from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { monthOf, reportPhotos, type MonthlyReport, type ReportVisit } from '../../report-request.ts';
import {
  drawCallCard,
  drawTiles,
  type FigureTile,
  nextVisitTile,
  visitTitle,
  inOneLine,
  visitFacts,
  visitUrl,
  drawSite,
} from '../parts/parts.ts';
import { drawText, textWidth, fitText } from '../../text/draw-text.ts';

const reportTitle = 'Maintenance Report';

/** All visible tasks of a month with their photos (`spec §9`), after a summary. */
export const monthlyReport: Layout<MonthlyReport> = {
  meta: (data) => ({
    title: `${reportTitle}, ${data.siteName}, ${monthOf(data)}`,
    subject: `${data.tasks.length} maintenance tasks of ${monthOf(data)}`,
    fileName: fileNameOf(data.name, 'Maintenance-Report', `${data.year}-${twoDigitMonth(data.month)}`),
    madeOn: data.madeOn,
    running: [data.siteName, `${reportTitle}, ${monthOf(data)}`],
    foot: `Made on ${madeOnText(data.madeOn)}`,
  }),
  texts: (data) => [
    data.siteName,
    data.address,
    ...Object.values(companyContact),
    ...data.tasks.flatMap((task) => [task.title, task.tasks]),
  ],
  photos: (data) => reportPhotos({ kind: 'monthly', data }),
  draw: drawMonth,
};

function twoDigitMonth(month: Month): string {
  return String(months.findIndex(({ value }) => value === month) + 1).padStart(2, '0');
}

function drawMonth(paper: Paper, data: MonthlyReport): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, reportTitle, monthOf(data)) + 6, reportBody);
  drawSite(flow, data);
  drawTiles(flow, summaryOf(data));
  flow.space(4);
  drawCallCard(flow);
  flow.space(4);
  const entries = drawContents(flow, data.tasks);
  const slots: PhotoSlot[] = [];
  data.tasks.forEach((task, index) => {
    const { page: startPage, photos } = drawVisit(flow, data, task, index + 1, slots.length);
    slots.push(...photos);
    paper.doc.outline.add(null, `${index + 1}. ${visitTitle(task)}`, { pageNumber: startPage });
    const entry = entries[index];
    if (entry) entry.leadsTo = startPage;
  });
  fillInPages(paper, entries);
  return slots;
}

/** What was done, by kind, and the next visit. Old entries without a kind are not called planned. */
function summaryOf(data: MonthlyReport): FigureTile[] {
  const { tasks } = data;
  const countOfKind = (kind?: VisitKind) => tasks.filter((task) => task.kind === kind).length;
  const unsaid = countOfKind();
  const tile = (label: string, kind: VisitKind): FigureTile => ({
    label,
    figure: `${countOfKind(kind)}`,
    note: unsaid > 0 ? `${counted(unsaid, 'task')} without a kind` : `of ${counted(tasks.length, 'task')}`,
  });
  const photos = reportPhotos({ kind: 'monthly', data }).length;
  return [
    { label: 'Number of tasks', figure: `${tasks.length}`, note: `with ${counted(photos, 'photo')}` },
    ...(unsaid < tasks.length ? [tile('Planned visits', 'preventive'), tile('Emergency calls', 'emergency')] : []),
    ...(countOfKind('other') > 0 ? [tile('Other work', 'other')] : []),
    nextVisitTile(data),
  ];
}

/** A line of the contents. The page that it links to is known once the visit is drawn. */
interface ContentsEntry {
  page: number;
  y: number;
  leadsTo: number;
}

const entryStyle = { size: 9.5 };
const headStyle = { size: 9, bold: true, colour: colours.grey };
/** In mm. */
const entryHeight = 6;
const columns = {
  number: page.left + 7,
  date: page.left + 11,
  kind: page.left + 45,
  /** Without kinds, titles start where the kinds would. */
  title: page.left + 86,
  photos: page.right - 16,
  page: page.right,
};

/** Draws the contents, one line per visit. The column of kinds is left out when no visit has a kind. */
function drawContents(flow: Flow, visits: readonly ReportVisit[]): ContentsEntry[] {
  const kinds = visits.some(({ kind }) => kind !== undefined);
  drawSection(flow, 'Contents', 3 * entryHeight);
  drawContentsHead(flow, kinds);
  return visits.map((visit, index) => {
    if (flow.room < entryHeight) {
      flow.newPage();
      drawContentsHead(flow, kinds);
    }
    return drawEntry(flow, visit, index + 1, kinds);
  });
}

function drawContentsHead(flow: Flow, kinds: boolean): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, entryHeight, 'F');
  const y = flow.y + 4.2;
  drawText(flow.paper, 'No.', columns.number, y, headStyle, 'right');
  drawText(flow.paper, 'Date', columns.date, y, headStyle);
  if (kinds) drawText(flow.paper, 'Kind', columns.kind, y, headStyle);
  drawText(flow.paper, 'Task', kinds ? columns.title : columns.kind, y, headStyle);
  drawText(flow.paper, 'Photos', columns.photos, y, headStyle, 'right');
  drawText(flow.paper, 'Page', columns.page - 1, y, headStyle, 'right');
  flow.space(entryHeight);
}

function drawEntry(flow: Flow, visit: ReportVisit, number: number, kinds: boolean): ContentsEntry {
  const { paper } = flow;
  const y = flow.y + 4.2;
  const titleAt = kinds ? columns.title : columns.kind;
  drawText(paper, `${number}`, columns.number, y, entryStyle, 'right');
  drawText(paper, longDate(visit.time), columns.date, y, entryStyle);
  if (visit.kind) drawText(paper, visitKindLabel(visit.kind) ?? '', columns.kind, y, entryStyle);
  drawText(
    paper,
    fitText(paper.fonts, visitTitle(visit), entryStyle, columns.photos - 14 - titleAt),
    titleAt,
    y,
    entryStyle,
  );
  if (visit.urls.length > 0) drawText(paper, `${visit.urls.length}`, columns.photos, y, entryStyle, 'right');
  paper.doc.setDrawColor(colours.line);
  paper.doc.setLineWidth(0.2);
  paper.doc.line(page.left, flow.y + entryHeight, page.right, flow.y + entryHeight);
  const entry = { page: flow.page, y: flow.y, leadsTo: 0 };
  flow.space(entryHeight);
  return entry;
}

function fillInPages(paper: Paper, entries: readonly ContentsEntry[]): void {
  for (const { page: on, y, leadsTo } of entries) {
    paper.doc.setPage(on);
    drawText(paper, `${leadsTo}`, columns.page - 1, y + 4.2, entryStyle, 'right');
    paper.doc.link(page.left, y, page.right - page.left, entryHeight, { pageNumber: leadsTo });
  }
}

const heading: TextStyle = { size: 13, bold: true };
const when: TextStyle = { size: 9, colour: colours.grey };
const what: TextStyle = { size: 9, bold: true, colour: colours.brand };
const urgent: TextStyle = { ...what, colour: colours.bad };
const body: TextStyle = { size: 10 };
const link: TextStyle = { size: 9, bold: true, colour: colours.brand };
const indent = 10.5;
/** In mm: above a visit within a page, and between its text and its photos. */
const gap = { above: 4.5, photos: 2 };
/** In mm, between the facts and the text below them. */
const textGap = 1.5;
/** A text up to this height (mm) is placed beside its title. */
const short = 42;

/** Title and facts, wrapped to the width they have. */
interface Wording {
  titles: readonly string[];
  facts: readonly { text: string; style: TextStyle }[];
  text: string;
  url: string;
  number: number;
}

interface DrawnVisit {
  page: number;
  photos: PhotoSlot[];
}

/**
 * Draws a visit: number, title, facts, text, photos. A short text is placed beside its title or, with an odd number of
 * photos, in place of one more photo; a long text takes the full width and as many pages as it needs. The heading is
 * never the last thing on a page.
 * @param number its place in the report, from 1.
 * @param firstPhoto index of its first photo among all photos.
 */
function drawVisit(
  flow: Flow,
  data: MonthlyReport,
  visit: ReportVisit,
  number: number,
  firstPhoto: number,
): DrawnVisit {
  const cell = photoBox.width - indent;
  const words = wordingOf(flow, data, visit, number, cell);
  const narrow = words.text === '' ? [] : flow.lines(words.text, body, cell);
  const head = headHeight(words);
  if (flow.y > flow.body.top) flow.space(gap.above);
  const photos = { data, visit, number, first: firstPhoto };

  if (visit.urls.length % 2 === 1 && head + textGap + narrow.length * lineHeight(body) <= photoBox.height) {
    const rows = photoRows(visit.urls.length, true);
    flow.need(rowsHeight(rows.slice(0, 1)));
    const startPage = flow.page;
    drawLines(flow.paper, narrow, page.left + indent, drawVisitHead(flow, words, flow.y) + textGap, body);
    return { page: startPage, photos: drawPhotoRows(flow, photos, rows, startPage) };
  }
  const rows = photoRows(visit.urls.length, false);
  const firstRow = rows.length > 0 ? gap.photos + rowsHeight(rows.slice(0, 1)) : 0;
  const text = words.text === '' ? [] : flow.lines(words.text, body, photoBox.width);
  const textHeight = text.length * lineHeight(body);
  if (textHeight <= short && words.titles.length <= 3) {
    const height = Math.max(head, textHeight + 0.6);
    flow.need(height + firstRow);
    const startPage = flow.page;
    drawVisitHead(flow, words, flow.y);
    drawLines(flow.paper, text, page.right - photoBox.width, flow.y + 0.6, body);
    flow.space(height + (rows.length > 0 ? gap.photos : 0));
    return { page: startPage, photos: drawPhotoRows(flow, photos, rows, startPage) };
  }
  const startPage = drawLong(flow, wordingOf(flow, data, visit, number, page.right - page.left - indent), firstRow);
  return { page: startPage.first, photos: drawPhotoRows(flow, photos, rows, startPage.last) };
}

function wordingOf(flow: Flow, data: MonthlyReport, visit: ReportVisit, number: number, across: number): Wording {
  const { when: moment, kind, filed } = visitFacts(visit);
  const more = inOneLine(kind, visit.pdf ? 'with a PDF report' : null);
  const kindStyle = visit.kind === 'emergency' ? urgent : what;
  return {
    titles: flow.lines(visitTitle(visit), heading, across),
    facts: [
      { text: moment, style: when },
      ...(more === '' ? [] : [{ text: more, style: kind === null ? when : kindStyle }]),
      ...(filed === null ? [] : [{ text: filed, style: when }]),
    ],
    text: visit.tasks.trim(),
    url: visitUrl(data, visit),
    number,
  };
}

function headHeight({ titles, facts }: Wording): number {
  return titles.length * lineHeight(heading) + facts.length * lineHeight(when);
}

/** Draws the title and facts of a visit within the left column, from `y`. Returns the y below. */
function drawVisitHead(flow: Flow, words: Wording, y: number): number {
  const { paper } = flow;
  drawNumber(flow, words.number, y);
  const below = drawLines(paper, words.titles, page.left + indent, y, heading);
  paper.doc.link(page.left, y, photoBox.width, below - y, { url: words.url });
  return drawFacts(flow, words, below, page.left + photoBox.width);
}

function drawFacts(flow: Flow, { facts, url }: Wording, top: number, right: number): number {
  const { paper } = flow;
  let y = top;
  for (const { text, style } of facts) y = drawLines(paper, [text], page.left + indent, y, style);
  const words = 'Open in the portal';
  const width = textWidth(paper, words, link);
  drawText(paper, words, right, top + baseline(link), link, 'right');
  paper.doc.link(right - width, top, width, lineHeight(link), { url });
  return y;
}

function drawNumber(flow: Flow, number: number, y: number): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.brand);
  doc.roundedRect(page.left, y + 0.4, 8, 5.4, 1, 1, 'F');
  const style = { size: number < 100 ? 10.5 : 9, bold: true, colour: colours.white };
  drawText(flow.paper, `${number}`, page.left + 4, y + 4.3, style, 'center');
}

/** Draws a long title or text at full width. Returns the pages of its heading and of its last line. */
function drawLong(flow: Flow, words: Wording, firstRow: number): { first: number; last: number } {
  const beginning =
    Math.min(words.titles.length, 6) * lineHeight(heading) + words.facts.length * lineHeight(when) + textGap;
  // a few lines under a long title stay with their photos
  const lines = flow.lines(words.text, body, page.right - page.left - indent).length;
  flow.need(beginning + (lines > 8 ? 3 * lineHeight(body) : lines * lineHeight(body) + firstRow));
  const first = flow.page;
  const top = flow.y;
  drawNumber(flow, words.number, top);
  flow.paragraph(words.titles.join('\n'), heading, page.left + indent);
  if (flow.page === first)
    flow.paper.doc.link(page.left, top, page.right - page.left, flow.y - top, { url: words.url });
  flow.need(words.facts.length * lineHeight(when));
  flow.y = drawFacts(flow, words, flow.y, page.right);
  if (words.text !== '') {
    flow.space(textGap);
    flow.paragraph(words.text, body, page.left + indent);
  }
  flow.space(firstRow > 0 ? gap.photos : 0);
  return { first, last: flow.page === first ? first : 0 };
}

/** Two photos per row, at this size in mm (`spec §9`). */
const photoBox = { width: 90, height: 67.5 } as const;
const gutter = 6;
/** In mm, below a photo: its number, and the distance to the next row. */
const caption = { number: 3.4, pitch: 5 };

const captionStyle = { size: 8, colour: colours.grey };
const continuedStyle = { size: 10, bold: true, colour: colours.brand };
const continuedHeight = lineHeight(continuedStyle) + 1.8;

/** Indexes of the photos in a row; null where the text is. */
type PhotoRow = readonly (number | null)[];

/** The photos in rows of two. With `beside`, the text takes the first photo's place, and every row is full. */
function photoRows(count: number, beside: boolean): PhotoRow[] {
  const places = [...(beside ? [null] : []), ...Array.from({ length: count }, (_, index) => index)];
  return Array.from({ length: Math.ceil(places.length / 2) }, (_, row) => places.slice(row * 2, row * 2 + 2));
}

/** The height of rows in mm, from the top of the first photo to the number below the last. */
function rowsHeight(rows: readonly PhotoRow[]): number {
  return rows.length * (photoBox.height + caption.pitch) - (caption.pitch - caption.number);
}

/**
 * Draws the rows from the current position. A visit's photos that continue on another page get a line naming the visit.
 * The last photo never goes to the next page alone.
 * @param titled the page that has the title already.
 */
function drawPhotoRows(
  flow: Flow,
  { data, visit, number, first }: { data: MonthlyReport; visit: ReportVisit; number: number; first: number },
  rows: readonly PhotoRow[],
  titled: number,
): PhotoSlot[] {
  let titledPage = titled;
  return rows.flatMap((row, index) => {
    // keeps a single last photo together with the row before it
    const together = rows.at(-1)?.length === 1 && index > 0 && index === rows.length - 2 ? 2 : 1;
    const height = rowsHeight(rows.slice(index, index + together));
    flow.need(height + (flow.page === titledPage ? 0 : continuedHeight));
    if (flow.page !== titledPage) {
      drawContinued(flow, visit, number);
      titledPage = flow.page;
    }
    const slots = row.flatMap((place, column) => {
      if (place === null) return [];
      const x = page.left + column * (photoBox.width + gutter);
      const text = `Photo ${number}.${place + 1}`;
      drawText(flow.paper, text, x, flow.y + photoBox.height + caption.number, captionStyle);
      const url = visitUrl(data, visit, place + 1);
      return [{ photo: first + place, page: flow.page, x, y: flow.y, ...photoBox, link: url }];
    });
    flow.space(photoBox.height + (index === rows.length - 1 ? caption.number : caption.pitch));
    return slots;
  });
}

function drawContinued(flow: Flow, visit: ReportVisit, number: number): void {
  const { paper } = flow;
  const after = ', continued';
  const across = page.right - page.left - 26;
  const title = fitText(paper.fonts, `Visit ${number}: ${visitTitle(visit)}`, continuedStyle, across);
  drawText(paper, `${title}${after}`, page.left, flow.y + baseline(continuedStyle), continuedStyle);
  flow.space(continuedHeight);
}
