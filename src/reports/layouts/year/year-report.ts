import type { jsPDF } from 'jspdf';
import { fileNameOf } from '../../../lib/file-names.ts';
import { t, said } from '../../../lib/language/translate.ts';
import { companyContact } from '../../../records/company.ts';
import { writtenTexts } from '../../../records/task/member-words.ts';
import {
  fulfilledMeaning,
  periodStateLabels,
  type PeriodState,
  type ServicePeriod,
} from '../../../records/task/service-periods.ts';
import { hasPdf } from '../../../records/task/task.ts';
import { longDate, monthLabel, months, shortMonth, siteStamp, siteTime } from '../../../records/time.ts';
import { drawPairs, drawSection, Flow, drawLines, lineHeight } from '../../engine/flow.ts';
import {
  type Layout,
  type Paper,
  type PhotoSlot,
  reportBody,
  colours,
  page,
  type TextStyle,
} from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { isYearOver, reportPhotos, shownPhotos, type YearReport, type YearVisit } from '../../report-request.ts';
import { inOneLine, nextVisitTile, visitFacts } from '../../report-words.ts';
import { drawFitted, drawText, textWidth } from '../../text/draw-text.ts';
import { callCardHeight, drawCallCard, drawTiles, titleLine, visitUrl, drawSite } from '../parts/parts.ts';
import { drawCalls, drawResponse } from './year-calls.ts';
import { drawFailures } from './year-failures.ts';
import { drawFaults } from './year-faults.ts';
import { drawOpenFollowUps } from './year-follow-ups.ts';
import { drawPostYears } from './year-posts.ts';
import { scoreOf, yearInWords } from './year-score.ts';

/** The report of a site's year for its committee (`decisions §9`): the most important figures on the first page, then failures and visits. */
export const yearReport: Layout<YearReport> = {
  meta: (data) => ({
    title: t('Year Report {year}, {site}', { year: data.year, site: data.siteName }),
    subject: t('Maintenance of the RFID boom gates in {year}', { year: data.year }),
    fileName: fileNameOf(data.name, 'Year-Report', data.year),
    madeOn: data.madeOn,
    running: [data.siteName, t('Year Report {year}', { year: data.year })],
    foot: madeOnText(data.madeOn),
  }),
  texts: (data) => [
    data.siteName,
    data.address,
    ...Object.values(companyContact),
    ...[...data.contract, ...data.people].flat(),
    ...data.failures.flatMap(([post, entries]) => [post, ...entries.map(({ type }) => type)]),
    ...data.visits.flatMap(writtenTexts),
    ...(data.faults?.listed ?? []).flatMap((fault) => [fault.post ?? '', fault.what ?? '']),
    ...data.open.flatMap(({ title, text }) => [title, text]),
  ],
  photos: (data) => reportPhotos({ kind: 'year', data }),
  withoutPhotos: (data, failed) => ({
    ...data,
    visits: data.visits.map((visit) => ({
      ...visit,
      shown: shownPhotos(visit.urls, failed),
      failed: visit.urls.filter((url) => failed.has(url)).length,
    })),
  }),
  draw: drawYear,
};

function drawYear(paper: Paper, data: YearReport): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, t('Year Report'), data.year) + 6, reportBody);
  const { outline } = paper.doc;
  drawSite(flow, data);
  flow.paragraph(yearInWords(data), { size: 11 });
  flow.space(4);
  drawTiles(flow, scoreOf(data));
  drawResponse(flow, data);
  flow.space(6);

  drawSection(flow, t('Month by month'), stripHeight(data));
  drawStrip(flow, data);
  flow.space(4);

  drawSection(flow, t('Contract and contacts'), callCardHeight + 24);
  drawPairs(flow, [...data.contract, nextVisit(data), ...data.people], 52);
  flow.space(3);
  drawCallCard(flow);

  flow.newPage();
  outline.add(null, t('Failures'), { pageNumber: flow.page });
  drawFailures(flow, data);
  drawPostYears(flow, data);
  drawCalls(flow, data);
  drawFaults(flow, data);
  drawOpenFollowUps(flow, data);
  flow.space(8);
  return drawVisits(flow, data);
}

/** The label and the day of the next due visit. In a report of a past year, it is the last visit of that year instead. */
function nextVisit(data: YearReport): readonly [string, string] {
  if (isYearOver(data)) {
    const last = data.visits.at(-1);
    return [t('Last visit in {year}', { year: data.year }), last ? longDate(last.time) : t('None')];
  }
  const { label, figure, note } = nextVisitTile(data);
  return [label, t('{value} ({note})', { value: figure, note })];
}

// The strip of twelve months; all lengths in mm

const labelWidth = 30;
const monthWidth = (page.right - page.left - labelWidth) / 12;
const stripLeft = page.left + labelWidth;
const rowHeights = { name: 6, period: 12, count: 6, legend: 7.5, meaning: 5 };

const headStyle = { size: 9, bold: true, colour: colours.grey };
const countStyle = { size: 10 };
const urgentCountStyle = { size: 10, bold: true, colour: colours.bad };
const legendStyle = { size: 9, colour: colours.grey };

function stripHeight({ service }: YearReport): number {
  const { name, period, count, legend, meaning } = rowHeights;
  return name + 2 * count + (service.periods.length > 0 ? period + legend + meaning : 0);
}

/** Draws the agreed visits in twelve months, marked by signs and words besides colours, and the counts of all visits. */
function drawStrip(flow: Flow, data: YearReport): void {
  const { paper } = flow;
  const { periods } = data.service;
  flow.need(stripHeight(data));
  months.forEach(({ value }, month) =>
    drawFitted(paper, shortMonth(value), monthCentre(month), flow.y + 4, headStyle, monthWidth - 1, 'center'),
  );
  flow.space(rowHeights.name);
  if (periods.length > 0) {
    const lines = flow.lines(t('Agreed visits'), headStyle, labelWidth - 2);
    const raised = ((lines.length - 1) * lineHeight(headStyle)) / 2;
    lines.forEach((line, index) =>
      drawText(paper, line, page.left, flow.y + 7.2 - raised + index * lineHeight(headStyle), headStyle),
    );
    for (const period of periods) drawPeriod(flow, period, Number(data.year));
    flow.space(rowHeights.period);
  }
  const emergencies = data.visits.filter(({ kind }) => kind === 'emergency');
  drawCounts(flow, t('All visits'), perMonth(data.visits), countStyle);
  drawCounts(flow, t('Emergency calls'), perMonth(emergencies), urgentCountStyle);
  if (periods.length === 0) return;
  drawLegend(flow, [...new Set(periods.map(({ state }) => state))]);
  drawFitted(paper, said(fulfilledMeaning), stripLeft, flow.y + 3.4, legendStyle, page.right - stripLeft);
  flow.space(rowHeights.meaning);
}

function monthCentre(month: number): number {
  return stripLeft + (month + 0.5) * monthWidth;
}

function perMonth(visits: YearReport['visits']): number[] {
  const monthsOfVisits = visits.map(monthIndex);
  return months.map((_, month) => monthsOfVisits.filter((monthOfVisit) => monthOfVisit === month).length);
}

/** The month of a visit, from 0 for January. */
function monthIndex({ time }: YearVisit): number {
  return Number(siteStamp(new Date(time)).slice(5, 7)) - 1;
}

function monthName(visit: YearVisit): string {
  const month = months[monthIndex(visit)];
  return month ? monthLabel(month.value) : '';
}

function drawCounts(flow: Flow, label: string, counts: readonly number[], style: TextStyle) {
  const { paper } = flow;
  paper.doc.setDrawColor(colours.line);
  paper.doc.setLineWidth(0.2);
  paper.doc.line(page.left, flow.y + rowHeights.count, page.right, flow.y + rowHeights.count);
  drawFitted(paper, label, page.left, flow.y + 4.3, headStyle, labelWidth - 2);
  counts.forEach((count, month) => {
    const isZero = count === 0;
    drawText(
      paper,
      isZero ? '·' : `${count}`,
      monthCentre(month),
      flow.y + 4.3,
      isZero ? legendStyle : style,
      'center',
    );
  });
  flow.space(rowHeights.count);
}

/** Draws a box with the state of a period. A period that begins or ends in another year is clipped to this year. */
function drawPeriod(flow: Flow, { first, last, state }: ServicePeriod, year: number): void {
  const from = Number(first.slice(0, 4)) < year ? 0 : Number(first.slice(5, 7)) - 1;
  const to = Number(last.slice(0, 4)) > year ? 11 : Number(last.slice(5, 7)) - 1;
  const x = stripLeft + from * monthWidth + 0.5;
  const width = (to - from + 1) * monthWidth - 1;
  const { paper } = flow;
  drawBox(paper.doc, state, x, flow.y + 0.5, width, rowHeights.period - 2);
  const label = periodStateLabels[state];
  const style = { size: 9.5, bold: true, colour: inks[state] };
  const widthOfLabel = textWidth(paper, label, style);
  const middle = flow.y + 0.5 + (rowHeights.period - 2) / 2;
  // in a box that is too narrow for the label, the sign stands alone
  if (widthOfLabel + 12 > width) drawSign(paper.doc, state, x + width / 2, middle);
  else {
    drawSign(paper.doc, state, x + (width - widthOfLabel) / 2 - 2.2, middle);
    drawText(paper, label, x + (width - widthOfLabel) / 2 + 2.2, middle + 1.2, style);
  }
}

const inks: Record<PeriodState, string> = {
  kept: colours.white,
  missed: colours.bad,
  due: colours.ink,
  'to come': colours.grey,
  before: colours.grey,
  'no contract': colours.grey,
};

const grounds: Record<PeriodState, string> = {
  kept: colours.good,
  missed: colours.white,
  due: '#FBE7B5',
  'to come': colours.white,
  before: colours.ground,
  'no contract': colours.white,
};

function drawBox(doc: jsPDF, state: PeriodState, x: number, y: number, width: number, height: number): void {
  doc.setLineWidth(state === 'missed' ? 0.8 : 0.4);
  doc.setDrawColor(inks[state] === colours.white ? colours.good : inks[state]);
  doc.setFillColor(grounds[state]);
  if (state === 'to come') doc.setLineDashPattern([1.2, 1.2], 0);
  doc.rect(x, y, width, height, state === 'kept' || state === 'before' ? 'F' : 'FD');
  doc.setLineDashPattern([], 0);
}

/** Draws the sign of a state, about 4 mm wide: a tick, a cross, a clock, a ring or a dash. */
function drawSign(doc: jsPDF, state: PeriodState, x: number, y: number): void {
  doc.setDrawColor(inks[state]);
  doc.setLineWidth(state === 'kept' || state === 'missed' ? 0.9 : 0.45);
  doc.setLineCap('round');
  const line = (...[x1, y1, x2, y2]: readonly [number, number, number, number]) =>
    doc.line(x + x1, y + y1, x + x2, y + y2);
  if (state === 'kept') {
    line(-1.7, 0.1, -0.5, 1.4);
    line(-0.5, 1.4, 1.8, -1.4);
  } else if (state === 'missed') {
    line(-1.4, -1.4, 1.4, 1.4);
    line(-1.4, 1.4, 1.4, -1.4);
  } else if (state === 'before') line(-1.2, 0, 1.2, 0);
  else if (state === 'no contract') line(-1.4, 1.4, 1.4, -1.4);
  else {
    doc.circle(x, y, 1.6, 'S');
    if (state === 'due') {
      line(0, 0, 0, -1);
      line(0, 0, 0.8, 0.4);
    }
  }
  doc.setLineCap('butt');
}

function drawLegend(flow: Flow, states: readonly PeriodState[]): void {
  const { paper } = flow;
  const widths = states.map((state) => textWidth(paper, periodStateLabels[state], legendStyle));
  // before each label, 7 mm for its box; behind each label but the last, a gap of 6 mm
  const boxes = states.length * 13 - 6;
  // labels that are too long, as in some languages, are written smaller
  const share = (page.right - stripLeft - boxes) / widths.reduce((sum, width) => sum + width, 0);
  const style = share < 1 ? { ...legendStyle, size: legendStyle.size * share } : legendStyle;
  let x = stripLeft;
  const y = flow.y + 2.4;
  for (const state of states) {
    drawBox(paper.doc, state, x, y, 5.4, 4.2);
    paper.doc.saveGraphicsState();
    drawSign(paper.doc, state, x + 2.7, y + 2.1);
    paper.doc.restoreGraphicsState();
    drawText(paper, periodStateLabels[state], x + 7, y + 3.2, style);
    x += 7 + textWidth(paper, periodStateLabels[state], style) + 6;
  }
  flow.space(rowHeights.legend);
}

// The visits; all lengths in mm

const photoSize = { width: 40, height: 30, gap: 2 } as const;
const indent = 4;

const monthStyle: TextStyle = { size: 11, bold: true, colour: colours.brand };
const visitTitleStyle: TextStyle = { size: 11.5, bold: true };
const usualFactStyle: TextStyle = { size: 9, colour: colours.grey };
const urgentFactStyle: TextStyle = { size: 9, bold: true, colour: colours.bad };
const bodyStyle: TextStyle = { size: 9.5 };
const noteStyle: TextStyle = { size: 8, colour: colours.grey };
const noteHeight = 4.2;
const gapBelow = 3.5;
/** A visit up to this height stays on one page. */
const maxWholeHeight = 90;

function drawVisits(flow: Flow, data: YearReport): PhotoSlot[] {
  const { doc } = flow.paper;
  const slots: PhotoSlot[] = [];
  let month = '';
  const visits = data.visits.map((visit) => ({ visit, measured: measure(flow, visit) }));
  const [first] = visits;
  // the heading stays with the first visit
  const room = first ? lineHeight(monthStyle) + 2 + wholeHeight(first.measured) : lineHeight(bodyStyle);
  const heading = t('Visits in {year}', { year: data.year });
  drawSection(flow, heading, room);
  doc.outline.add(null, heading, { pageNumber: flow.page });
  if (visits.length === 0)
    flow.paragraph(t('No visit is recorded for {year}.', { year: data.year }), { size: 10, colour: colours.grey });
  for (const { visit, measured } of visits) {
    const monthOfVisit = siteTime(visit.time).month;
    const headHeight = monthOfVisit === month ? 0 : lineHeight(monthStyle) + 2;
    flow.need(headHeight + wholeHeight(measured));
    if (headHeight > 0) {
      month = monthOfVisit;
      drawText(flow.paper, monthName(visit), page.left, flow.y + 4, monthStyle);
      flow.space(headHeight);
    }
    slots.push(...drawYearVisit(flow, data, visit, measured, slots.length));
  }
  return slots;
}

/** The texts of a visit in lines, with their sizes in mm. */
interface Measured {
  titles: readonly string[];
  facts: readonly string[];
  text: string;
  lines: readonly string[];
  /** The width of the text, which is narrower beside photos. */
  across: number;
  /** The height of the whole visit. */
  height: number;
}

function measure(flow: Flow, visit: YearVisit): Measured {
  const photos = visit.shown.length;
  const across = page.right - page.left - indent - (photos > 0 ? 2 * photoSize.width + photoSize.gap + 6 : 0);
  const titles = flow.lines(titleLine(visit), visitTitleStyle, across);
  const { when, kind, texts, filed, text } = visitFacts(visit);
  const lines = text === '' ? [] : flow.lines(text, bodyStyle, across);
  const facts = [inOneLine(when, kind, hasPdf(visit) ? t('with PDF') : null, ...texts), filed]
    .filter((fact) => fact !== null)
    .flatMap((fact) => flow.lines(fact, factStyle(visit), across));
  const textHeight =
    titles.length * lineHeight(visitTitleStyle) +
    facts.length * lineHeight(usualFactStyle) +
    0.8 +
    lines.length * lineHeight(bodyStyle);
  const photosHeight = photos === 0 ? 0 : photoSize.height + (visit.urls.length > photos ? noteHeight : 0);
  return { titles, facts, text, lines, across, height: Math.max(textHeight, photosHeight) + gapBelow };
}

/** The height of a visit for which there must be room on a page before it starts. */
function wholeHeight({ height }: Measured): number {
  return Math.min(height, maxWholeHeight);
}

function drawYearVisit(
  flow: Flow,
  data: YearReport,
  visit: YearVisit,
  measured: Measured,
  firstPhoto: number,
): PhotoSlot[] {
  const { paper } = flow;
  const top = flow.y;
  const firstPage = flow.page;
  const x = page.left + indent;
  const url = visitUrl(data, visit);
  if (measured.height > maxWholeHeight) {
    // the photos are drawn first, because the text may start a new page
    const slots = drawVisitPhotos(flow, data, visit, firstPhoto);
    flow.paragraph(measured.titles.join('\n'), visitTitleStyle, x, measured.across);
    if (flow.page === firstPage && url !== null) paper.doc.link(x, top, measured.across, flow.y - top, { url });
    flow.need(measured.facts.length * lineHeight(usualFactStyle));
    flow.y = drawLines(paper, measured.facts, x, flow.y, factStyle(visit));
    flow.space(0.8);
    flow.paragraph(measured.text, bodyStyle, x, measured.across);
    if (flow.page === firstPage) flow.y = Math.max(flow.y, top + photoSize.height + noteHeight);
    flow.space(gapBelow);
    return slots;
  }
  flow.y = drawLines(paper, measured.titles, x, top, visitTitleStyle);
  if (url !== null) paper.doc.link(x, top, measured.across, flow.y - top, { url });
  flow.y = drawLines(paper, measured.facts, x, flow.y, factStyle(visit));
  drawLines(paper, measured.lines, x, flow.y + 0.8, bodyStyle);
  flow.y = top;
  const slots = drawVisitPhotos(flow, data, visit, firstPhoto);
  drawMark(flow, visit, top, measured.height - gapBelow);
  flow.space(measured.height);
  return slots;
}

/** Draws a line at the left of a visit; for an emergency, it is thick and red. */
function drawMark({ paper: { doc } }: Flow, { kind }: YearVisit, top: number, height: number): void {
  const emergency = kind === 'emergency';
  doc.setFillColor(emergency ? colours.bad : colours.line);
  doc.rect(page.left, top + 0.6, emergency ? 1.4 : 0.5, height - 0.6, 'F');
}

function factStyle({ kind }: YearVisit): TextStyle {
  return kind === 'emergency' ? urgentFactStyle : usualFactStyle;
}

/**
 * Draws the photos of a visit at the right margin beside its text, and below them a note if there are more photos. Returns their slots.
 * @param firstPhoto the index of the visit's first photo among the photos of the report
 */
function drawVisitPhotos(flow: Flow, data: YearReport, visit: YearVisit, firstPhoto: number): PhotoSlot[] {
  const { urls, shown, failed } = visit;
  const left = page.right - 2 * photoSize.width - photoSize.gap;
  if (urls.length > shown.length) {
    const parts = { here: Math.min(shown.length, urls.length - failed), all: urls.length };
    const note =
      failed === 0
        ? t('{here} of {all, plural, one {# photo} other {# photos}}; all are in the portal', parts)
        : t('{here} of {all, plural, one {# photo} other {# photos}}; {failed} could not be loaded', {
            ...parts,
            failed,
          });
    drawFitted(flow.paper, note, left, flow.y + photoSize.height + 3.2, noteStyle, page.right - left);
  }
  return shown.map((photoIndex, index) => ({
    photo: firstPhoto + index,
    page: flow.page,
    x: left + index * (photoSize.width + photoSize.gap),
    y: flow.y,
    width: photoSize.width,
    height: photoSize.height,
    link: visitUrl(data, visit, photoIndex + 1),
  }));
}
