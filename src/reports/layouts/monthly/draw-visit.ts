import { t } from '../../../lib/language/translate.ts';
import { Flow, baseline, drawLines, lineHeight } from '../../engine/flow.ts';
import { type PhotoSlot, colours, page, type TextStyle } from '../../engine/layout.ts';
import type { ReportSite, ReportVisit } from '../../report-request.ts';
import { photoCaption, visitFacts } from '../../report-words.ts';
import { drawText, fitText, textWidth } from '../../text/draw-text.ts';
import { placedTitle, titleLine, visitUrl } from '../parts/parts.ts';

const headingStyle: TextStyle = { size: 13, bold: true };
const whenStyle: TextStyle = { size: 9, colour: colours.grey };
const siteStyle: TextStyle = { size: 9, bold: true };
const kindTextStyle: TextStyle = { size: 9, bold: true, colour: colours.brand };
const urgentStyle: TextStyle = { ...kindTextStyle, colour: colours.bad };
const bodyStyle: TextStyle = { size: 10 };
const linkStyle: TextStyle = { size: 9, bold: true, colour: colours.brand };
/** The indent for the number of a visit, in mm. */
const indentOf = (number: number | null) => (number === null ? 0 : 10.5);
/** The gaps above a visit that does not begin a page, and between its text and its photos, in mm. */
const gap = { above: 4.5, photos: 2 };
/** The gap between the facts and the text below them, in mm. It is small, so that two visits of two lines and three rows of photos fit on a page. */
const textGap = 0.8;
/** The gap between two facts in a line, in mm. */
const factGap = 4;

interface VisitFact {
  text: string;
  style: TextStyle;
  /** The URL of its link, if it is a link. */
  url?: string;
}

/** The title and the facts of a visit, wrapped to the available width. */
interface Wording {
  titles: readonly string[];
  facts: readonly (readonly VisitFact[])[];
  text: string;
  /** The link to the visit; null when the paper has no links. */
  url: string | null;
  number: number | null;
}

/** The page on which a visit starts, and the slots of its photos. */
interface DrawnVisit {
  page: number;
  photos: PhotoSlot[];
}

/**
 * Draws a visit: number, title, facts, text and photos, one below the other. With an odd number of photos, a short text and its heading are drawn
 * beside the first photo, in the place of a photo. A long text may take several pages. A heading is never the last thing on a page.
 * @param number its position in the report, from 1; null if it is the only visit
 * @param firstPhoto the index of its first photo among all photos
 */
export function drawVisit(
  flow: Flow,
  data: ReportSite,
  visit: ReportVisit,
  number: number | null,
  firstPhoto = 0,
): DrawnVisit {
  const cell = photoBox.width - indentOf(number);
  const wording = wordingOf(flow, data, visit, number, cell);
  const narrowLines = wording.text === '' ? [] : flow.lines(wording.text, bodyStyle, cell);
  const head = headHeight(wording);
  if (flow.y > flow.body.top) flow.space(gap.above);
  const photos = { data, visit, number, first: firstPhoto };

  if (visit.urls.length % 2 === 1 && head + textGap + narrowLines.length * lineHeight(bodyStyle) <= photoBox.height) {
    const rows = photoRows(visit.urls.length, true);
    flow.need(rowsHeight(rows.slice(0, 1)));
    const startPage = flow.page;
    drawLines(
      flow.paper,
      narrowLines,
      page.left + indentOf(number),
      drawVisitHead(flow, wording, flow.y) + textGap,
      bodyStyle,
    );
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
  const { when: moment, kind, kindLine: kindText, texts, filed, text } = visitFacts(visit);
  const kindStyle = visit.kind === 'emergency' ? urgentStyle : kindTextStyle;
  const url = visitUrl(data, visit);
  const facts: VisitFact[] = [
    ...(visit.at ? [{ text: visit.at.siteName, style: siteStyle }] : []),
    { text: moment, style: whenStyle },
    ...(kindText === null ? [] : [{ text: kindText, style: kind === null ? whenStyle : kindStyle }]),
    ...[...texts, filed].flatMap((fact) => (fact === null ? [] : [{ text: fact, style: whenStyle }])),
    ...(url === null ? [] : [{ text: t('Open in the portal'), style: linkStyle, url }]),
  ];
  return {
    titles: flow.lines(titleLine(visit), headingStyle, across),
    facts: inLines(flow, facts, across),
    text,
    url,
    number,
  };
}

/** The facts in lines, as many in each line as there is room for. A fact that is longer than a line gets several lines. */
function inLines(flow: Flow, facts: readonly VisitFact[], across: number): VisitFact[][] {
  const lines: VisitFact[][] = [];
  let room = 0;
  const wrappedFacts = facts.flatMap((fact) =>
    flow.lines(fact.text, fact.style, across).map((text) => ({ ...fact, text })),
  );
  for (const fact of wrappedFacts) {
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
  return titles.length * lineHeight(headingStyle) + facts.length * lineHeight(whenStyle);
}

/** Draws the title and the facts of a visit in the left column, from `y`. Returns the y below them. */
function drawVisitHead(flow: Flow, wording: Wording, y: number): number {
  const { paper } = flow;
  drawNumber(flow, wording.number, y);
  const below = drawLines(paper, wording.titles, page.left + indentOf(wording.number), y, headingStyle);
  if (wording.url !== null) paper.doc.link(page.left, y, photoBox.width, below - y, { url: wording.url });
  return drawFacts(flow, wording, below);
}

function drawFacts({ paper }: Flow, { facts, number }: Wording, top: number): number {
  facts.forEach((line, index) => {
    const y = top + index * lineHeight(whenStyle);
    let x = page.left + indentOf(number);
    for (const { text, style, url } of line) {
      const width = textWidth(paper, text, style);
      drawText(paper, text, x, y + baseline(style), style);
      if (url !== undefined) paper.doc.link(x, y, width, lineHeight(style), { url });
      x += width + factGap;
    }
  });
  return top + facts.length * lineHeight(whenStyle);
}

function drawNumber(flow: Flow, number: number | null, y: number): void {
  if (number === null) return;
  const { doc } = flow.paper;
  doc.setFillColor(colours.brand);
  doc.roundedRect(page.left, y + 0.4, 8, 5.4, 1, 1, 'F');
  const style = { size: number < 100 ? 10.5 : 9, bold: true, colour: colours.white };
  drawText(flow.paper, `${number}`, page.left + 4, y + 4.3, style, 'center');
}

/** Draws the heading and the text at full width. Returns the page of the heading; `last` is 0 if the text ends on another page. */
function drawAcross(flow: Flow, wording: Wording, firstRow: number): { first: number; last: number } {
  // of a very long title, six lines have to be on one page
  const startHeight =
    Math.min(wording.titles.length, 6) * lineHeight(headingStyle) +
    wording.facts.length * lineHeight(whenStyle) +
    textGap;
  // a text of up to eight lines stays on one page with its first photos
  const across = page.right - page.left - indentOf(wording.number);
  const lines = wording.text === '' ? 0 : flow.lines(wording.text, bodyStyle, across).length;
  flow.need(startHeight + (lines > 8 ? 3 * lineHeight(bodyStyle) : lines * lineHeight(bodyStyle) + firstRow));
  const first = flow.page;
  const top = flow.y;
  drawNumber(flow, wording.number, top);
  flow.paragraph(wording.titles.join('\n'), headingStyle, page.left + indentOf(wording.number));
  if (flow.page === first && wording.url !== null)
    flow.paper.doc.link(page.left, top, page.right - page.left, flow.y - top, { url: wording.url });
  flow.need(wording.facts.length * lineHeight(whenStyle));
  flow.y = drawFacts(flow, wording, flow.y);
  if (wording.text !== '') {
    flow.space(textGap);
    flow.paragraph(wording.text, bodyStyle, page.left + indentOf(wording.number));
  }
  flow.space(firstRow > 0 ? gap.photos : 0);
  return { first, last: flow.page === first ? first : 0 };
}

/** The size of a photo in mm; each row has two photos (`spec §9`). */
const photoBox = { width: 90, height: 67.5 } as const;
const gutter = 6;
/** The distances from the lower edge of a photo to the baseline of its number, and to the next row, in mm. */
const caption = { number: 3.4, pitch: 5 };

const captionStyle = { size: 8, colour: colours.grey };
const continuedStyle = { size: 10, bold: true, colour: colours.brand };
const continuedHeight = lineHeight(continuedStyle) + 1.8;

/** The indexes of the photos in a row; null for the place of the text. */
type PhotoRow = readonly (number | null)[];

/** The photos in rows of two. @param beside whether the text is in the place of the first photo */
function photoRows(count: number, beside: boolean): PhotoRow[] {
  const cells = [...(beside ? [null] : []), ...Array.from({ length: count }, (_, index) => index)];
  return Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => cells.slice(row * 2, row * 2 + 2));
}

/** The height of rows in mm, from the top of the first photo to the number below the last photo. */
function rowsHeight(rows: readonly PhotoRow[]): number {
  return rows.length * (photoBox.height + caption.pitch) - (caption.pitch - caption.number);
}

/**
 * Draws the rows from the current position. If a visit's photos continue on another page, a line with the visit's title is drawn there. The last
 * photo is never alone on a page.
 * @param titled the page that has the visit's title already
 */
function drawPhotoRows(
  flow: Flow,
  { data, visit, number, first }: { data: ReportSite; visit: ReportVisit; number: number | null; first: number },
  rows: readonly PhotoRow[],
  titled: number,
): PhotoSlot[] {
  let titledPage = titled;
  return rows.flatMap((row, index) => {
    // a last row with only one photo stays on the same page as the row before
    const rowCount = rows.at(-1)?.length === 1 && index > 0 && index === rows.length - 2 ? 2 : 1;
    const height = rowsHeight(rows.slice(index, index + rowCount));
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
  // at least 26 mm stay free for the words behind the title
  const across = page.right - page.left - Math.max(26, after);
  const title = placedTitle(visit);
  const whole = number === null ? title : t('Visit {number}: {title}', { number, title });
  const fitting = fitText(paper.fonts, whole, continuedStyle, across);
  const line = t('{visit}, continued', { visit: fitting });
  drawText(paper, line, page.left, flow.y + baseline(continuedStyle), continuedStyle);
  flow.space(continuedHeight);
}
