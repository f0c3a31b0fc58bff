import { t } from '../../../lib/language/translate.ts';
import { Flow, baseline, drawLines, lineHeight } from '../../engine/flow.ts';
import { type PhotoSlot, colours, page, type TextStyle } from '../../engine/layout.ts';
import type { ReportSite, ReportVisit } from '../../report-request.ts';
import { photoCaption, visitFacts } from '../../report-words.ts';
import { drawText, fitText, textWidth } from '../../text/draw-text.ts';
import { placedTitle, titleLine, visitUrl } from '../parts/parts.ts';

const heading: TextStyle = { size: 13, bold: true };
const when: TextStyle = { size: 9, colour: colours.grey };
const place: TextStyle = { size: 9, bold: true };
const kindTextStyle: TextStyle = { size: 9, bold: true, colour: colours.brand };
const urgent: TextStyle = { ...kindTextStyle, colour: colours.bad };
const body: TextStyle = { size: 10 };
const link: TextStyle = { size: 9, bold: true, colour: colours.brand };
/** In mm: the room for a number. */
const indentOf = (number: number | null) => (number === null ? 0 : 10.5);
/** In mm: above a visit within a page, and between its text and its photos. */
const gap = { above: 4.5, photos: 2 };
/** In mm, between the facts and the text below them: two visits of two lines and three rows of photos fit on a page. */
const textGap = 0.8;
/** In mm, between two facts in a line. */
const factGap = 4;

interface VisitFact {
  text: string;
  style: TextStyle;
  /** Where it leads, if anywhere. */
  url?: string;
}

/** Title and facts, wrapped to the width they have. */
interface Wording {
  titles: readonly string[];
  facts: readonly (readonly VisitFact[])[];
  text: string;
  /** Null where the paper leads nowhere. */
  url: string | null;
  number: number | null;
}

/** The page that a visit starts on, and where its photos go. */
interface DrawnVisit {
  page: number;
  photos: PhotoSlot[];
}

/**
 * Draws a visit: number, title, facts, text, photos, one below the other. With an odd number of photos a short text and its
 * heading take the place of one more photo; a long text takes as many pages as it needs. The heading is never the last
 * thing on a page.
 * @param number its place in the report, from 1; null for the only one.
 * @param firstPhoto index of its first photo among all photos.
 */
export function drawVisit(
  flow: Flow,
  data: ReportSite,
  visit: ReportVisit,
  number: number | null,
  firstPhoto = 0,
): DrawnVisit {
  const cell = photoBox.width - indentOf(number);
  const words = wordingOf(flow, data, visit, number, cell);
  const narrow = words.text === '' ? [] : flow.lines(words.text, body, cell);
  const head = headHeight(words);
  if (flow.y > flow.body.top) flow.space(gap.above);
  const photos = { data, visit, number, first: firstPhoto };

  if (visit.urls.length % 2 === 1 && head + textGap + narrow.length * lineHeight(body) <= photoBox.height) {
    const rows = photoRows(visit.urls.length, true);
    flow.need(rowsHeight(rows.slice(0, 1)));
    const startPage = flow.page;
    drawLines(flow.paper, narrow, page.left + indentOf(number), drawVisitHead(flow, words, flow.y) + textGap, body);
    return { page: startPage, photos: drawPhotoRows(flow, photos, rows, startPage) };
  }
  const rows = photoRows(visit.urls.length, false);
  const firstRow = rows.length > 0 ? gap.photos + rowsHeight(rows.slice(0, 1)) : 0;
  const pages = drawAcross(
    flow,
    wordingOf(flow, data, visit, number, page.right - page.left - indentOf(number)),
    firstRow,
  );
  return { page: pages.first, photos: drawPhotoRows(flow, photos, rows, pages.last) };
}

function wordingOf(flow: Flow, data: ReportSite, visit: ReportVisit, number: number | null, across: number): Wording {
  const { when: moment, kind, kindLine: more, texts, filed, text } = visitFacts(visit);
  const kindStyle = visit.kind === 'emergency' ? urgent : kindTextStyle;
  const url = visitUrl(data, visit);
  const facts: VisitFact[] = [
    ...(visit.at ? [{ text: visit.at.siteName, style: place }] : []),
    { text: moment, style: when },
    ...(more === null ? [] : [{ text: more, style: kind === null ? when : kindStyle }]),
    ...[...texts, filed].flatMap((fact) => (fact === null ? [] : [{ text: fact, style: when }])),
    ...(url === null ? [] : [{ text: t('Open in the portal'), style: link, url }]),
  ];
  return {
    titles: flow.lines(titleLine(visit), heading, across),
    facts: inLines(flow, facts, across),
    text,
    url,
    number,
  };
}

/** As many facts in each line as it has room for; a longer one has lines of its own. */
function inLines(flow: Flow, facts: readonly VisitFact[], across: number): VisitFact[][] {
  const lines: VisitFact[][] = [];
  let room = 0;
  const whole = facts.flatMap((fact) => flow.lines(fact.text, fact.style, across).map((text) => ({ ...fact, text })));
  for (const fact of whole) {
    const width = textWidth(flow.paper, fact.text, fact.style) + factGap;
    const line = lines.at(-1);
    if (line && width - factGap <= room) line.push(fact);
    else {
      lines.push([fact]);
      room = across;
    }
    room -= width;
  }
  return lines;
}

function headHeight({ titles, facts }: Wording): number {
  return titles.length * lineHeight(heading) + facts.length * lineHeight(when);
}

/** Draws the title and facts of a visit within the left column, from `y`. Returns the y below. */
function drawVisitHead(flow: Flow, words: Wording, y: number): number {
  const { paper } = flow;
  drawNumber(flow, words.number, y);
  const below = drawLines(paper, words.titles, page.left + indentOf(words.number), y, heading);
  if (words.url !== null) paper.doc.link(page.left, y, photoBox.width, below - y, { url: words.url });
  return drawFacts(flow, words, below);
}

function drawFacts({ paper }: Flow, { facts, number }: Wording, top: number): number {
  facts.forEach((line, index) => {
    const y = top + index * lineHeight(when);
    let x = page.left + indentOf(number);
    for (const { text, style, url } of line) {
      const width = textWidth(paper, text, style);
      drawText(paper, text, x, y + baseline(style), style);
      if (url !== undefined) paper.doc.link(x, y, width, lineHeight(style), { url });
      x += width + factGap;
    }
  });
  return top + facts.length * lineHeight(when);
}

function drawNumber(flow: Flow, number: number | null, y: number): void {
  if (number === null) return;
  const { doc } = flow.paper;
  doc.setFillColor(colours.brand);
  doc.roundedRect(page.left, y + 0.4, 8, 5.4, 1, 1, 'F');
  const style = { size: number < 100 ? 10.5 : 9, bold: true, colour: colours.white };
  drawText(flow.paper, `${number}`, page.left + 4, y + 4.3, style, 'center');
}

/** Draws heading and text at full width. Returns the pages of the heading and of the last line. */
function drawAcross(flow: Flow, words: Wording, firstRow: number): { first: number; last: number } {
  const beginning =
    Math.min(words.titles.length, 6) * lineHeight(heading) + words.facts.length * lineHeight(when) + textGap;
  // a few lines under a long title stay with their photos
  const across = page.right - page.left - indentOf(words.number);
  const lines = words.text === '' ? 0 : flow.lines(words.text, body, across).length;
  flow.need(beginning + (lines > 8 ? 3 * lineHeight(body) : lines * lineHeight(body) + firstRow));
  const first = flow.page;
  const top = flow.y;
  drawNumber(flow, words.number, top);
  flow.paragraph(words.titles.join('\n'), heading, page.left + indentOf(words.number));
  if (flow.page === first && words.url !== null)
    flow.paper.doc.link(page.left, top, page.right - page.left, flow.y - top, { url: words.url });
  flow.need(words.facts.length * lineHeight(when));
  flow.y = drawFacts(flow, words, flow.y);
  if (words.text !== '') {
    flow.space(textGap);
    flow.paragraph(words.text, body, page.left + indentOf(words.number));
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
  const cells = [...(beside ? [null] : []), ...Array.from({ length: count }, (_, index) => index)];
  return Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => cells.slice(row * 2, row * 2 + 2));
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
  { data, visit, number, first }: { data: ReportSite; visit: ReportVisit; number: number | null; first: number },
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
    const slots = row.flatMap((photoIndex, column) => {
      if (photoIndex === null) return [];
      const x = page.left + column * (photoBox.width + gutter);
      const below = flow.y + photoBox.height + caption.number;
      drawText(flow.paper, photoCaption(number, photoIndex), x, below, captionStyle);
      const url = visitUrl(data, visit, photoIndex + 1);
      return [{ photo: first + photoIndex, page: flow.page, x, y: flow.y, ...photoBox, link: url }];
    });
    flow.space(photoBox.height + (index === rows.length - 1 ? caption.number : caption.pitch));
    return slots;
  });
}

function drawContinued(flow: Flow, visit: ReportVisit, number: number | null): void {
  const { paper } = flow;
  const after = textWidth(paper, t('{visit}, continued', { visit: '' }), continuedStyle);
  const across = page.right - page.left - Math.max(26, after);
  const title = placedTitle(visit);
  const whole = number === null ? title : t('Visit {number}: {title}', { number, title });
  const fitting = fitText(paper.fonts, whole, continuedStyle, across);
  const line = t('{visit}, continued', { visit: fitting });
  drawText(paper, line, page.left, flow.y + baseline(continuedStyle), continuedStyle);
  flow.space(continuedHeight);
}
