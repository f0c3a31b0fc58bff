import { fileNameOf } from '../../../lib/file-names.ts';
import { companyContact } from '../../../records/company.ts';
import { drawPairs, drawSection, Flow } from '../../engine/flow.ts';
import { type Layout, type Paper, type PhotoSlot, reportBody, colours, page } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { reportPhotos, type YearReport } from '../../report-request.ts';
import { callCardHeight, drawCallCard, drawTiles, nextVisitTile } from '../parts/parts.ts';
import { drawSite } from '../parts/site-head.ts';
import { drawFailures, scoreOf, yearInWords } from './year-failures.ts';
import { drawVisits } from './year-visit.ts';
import type { jsPDF } from 'jspdf';
import { periodStateLabels, type PeriodState, type ServicePeriod } from '../../../records/task/kept-periods.ts';
import { months, siteStamp } from '../../../records/time.ts';
import { drawText, textWidth } from '../../text/draw-text.ts';

const title = 'Year Report';

/** A year of a site for its committee (`decisions §9`): what matters on the first page, then failures and visits. */
export const yearReport: Layout<YearReport> = {
  meta: (data) => ({
    title: `${title} ${data.year}, ${data.siteName}`,
    subject: `Maintenance of the RFID boom gates in ${data.year}`,
    fileName: fileNameOf(data.name, 'Year-Report', data.year),
    madeOn: data.madeOn,
    running: [data.siteName, `${title} ${data.year}`],
    foot: `Made on ${madeOnText(data.madeOn)}`,
  }),
  texts: (data) => [
    data.siteName,
    data.address,
    ...Object.values(companyContact),
    ...[...data.contract, ...data.people].flat(),
    ...data.failures.flatMap(([post, entries]) => [post, ...entries.map(({ type }) => type)]),
    ...data.visits.flatMap((visit) => [visit.title, visit.tasks]),
  ],
  photos: (data) => reportPhotos({ kind: 'year', data }),
  draw: drawYear,
};

function drawYear(paper: Paper, data: YearReport): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, title, data.year) + 6, reportBody);
  const { outline } = paper.doc;
  drawSite(flow, data);
  flow.paragraph(yearInWords(data), { size: 11 });
  flow.space(4);
  drawTiles(flow, scoreOf(data));
  flow.space(6);

  drawSection(flow, 'Month by month', stripHeight(data));
  drawStrip(flow, data);
  flow.space(4);

  drawSection(flow, 'Contract and contacts', callCardHeight + 24);
  drawPairs(flow, [...data.contract, nextVisit(data), ...data.people], 52);
  flow.space(3);
  drawCallCard(flow);

  flow.newPage();
  outline.add(null, 'Failures', { pageNumber: flow.page });
  drawFailures(flow, data);
  flow.space(8);
  return drawVisits(flow, data);
}

/** As of when the report was made, whatever its year. */
function nextVisit(data: YearReport): readonly [string, string] {
  const { label, figure, note } = nextVisitTile(data);
  return [label, `${figure} (${note})`];
}

const labels = 30;
const cell = (page.right - page.left - labels) / 12;
const left = page.left + labels;
/** In mm. */
const rows = { name: 6, period: 12, count: 6, legend: 8 };

const headStyle = { size: 9, bold: true, colour: colours.grey };
const countStyle = { size: 10 };
const urgentStyle = { size: 10, bold: true, colour: colours.bad };
const legendStyle = { size: 9, colour: colours.grey };

/** In mm. */
function stripHeight({ keptPeriods }: YearReport): number {
  return rows.name + 2 * rows.count + (keptPeriods.periods.length > 0 ? rows.period + rows.legend : 0);
}

/** Twelve months with the agreed visits, marked by signs and words besides colours, and all visits. */
function drawStrip(flow: Flow, data: YearReport): void {
  const { paper } = flow;
  const { periods } = data.keptPeriods;
  flow.need(stripHeight(data));
  months.forEach(({ label }, month) =>
    drawText(paper, label.slice(0, 3), monthCentre(month), flow.y + 4, headStyle, 'center'),
  );
  flow.space(rows.name);
  if (periods.length > 0) {
    drawText(paper, 'Agreed visits', page.left, flow.y + 7.2, headStyle);
    for (const period of periods) drawPeriod(flow, period, Number(data.year));
    flow.space(rows.period);
  }
  const emergencies = data.visits.filter(({ kind }) => kind === 'emergency');
  drawCounts(flow, 'All visits', perMonth(data.visits), countStyle);
  drawCounts(flow, 'Emergency calls', perMonth(emergencies), urgentStyle);
  if (periods.length > 0) drawLegend(flow, [...new Set(periods.map(({ state }) => state))]);
}

function monthCentre(month: number): number {
  return left + (month + 0.5) * cell;
}

function perMonth(visits: YearReport['visits']): number[] {
  const inMonths = visits.map(({ time }) => Number(siteStamp(new Date(time)).slice(5, 7)) - 1);
  return months.map((_, month) => inMonths.filter((one) => one === month).length);
}

function drawCounts(
  flow: Flow,
  label: string,
  counts: readonly number[],
  style: typeof urgentStyle | typeof countStyle,
) {
  const { paper } = flow;
  paper.doc.setDrawColor(colours.line);
  paper.doc.setLineWidth(0.2);
  paper.doc.line(page.left, flow.y + rows.count, page.right, flow.y + rows.count);
  drawText(paper, label, page.left, flow.y + 4.3, headStyle);
  counts.forEach((count, month) => {
    const none = count === 0;
    drawText(paper, none ? '·' : `${count}`, monthCentre(month), flow.y + 4.3, none ? legendStyle : style, 'center');
  });
  flow.space(rows.count);
}

/** Clipped to the year; open on the side where the period continues. */
function drawPeriod(flow: Flow, { first, last, state }: ServicePeriod, year: number): void {
  const from = Number(first.slice(0, 4)) < year ? 0 : Number(first.slice(5, 7)) - 1;
  const to = Number(last.slice(0, 4)) > year ? 11 : Number(last.slice(5, 7)) - 1;
  const x = left + from * cell + 0.5;
  const width = (to - from + 1) * cell - 1;
  const { paper } = flow;
  drawBox(paper.doc, state, x, flow.y + 0.5, width, rows.period - 2);
  const label = periodStateLabels[state];
  const style = { size: 9.5, bold: true, colour: inks[state] };
  const across = textWidth(paper, label, style);
  const middle = flow.y + 0.5 + (rows.period - 2) / 2;
  if (across + 12 > width) drawSign(paper.doc, state, x + width / 2, middle);
  else {
    drawSign(paper.doc, state, x + (width - across) / 2 - 2.2, middle);
    drawText(paper, label, x + (width - across) / 2 + 2.2, middle + 1.2, style);
  }
}

const inks: Record<PeriodState, string> = {
  kept: colours.white,
  missed: colours.bad,
  due: colours.ink,
  'to come': colours.grey,
  before: colours.grey,
};

function drawBox(doc: jsPDF, state: PeriodState, x: number, y: number, width: number, height: number): void {
  doc.setLineWidth(state === 'missed' ? 0.8 : 0.4);
  doc.setDrawColor(inks[state] === colours.white ? colours.good : inks[state]);
  doc.setFillColor(
    { kept: colours.good, due: '#FBE7B5', before: colours.ground, missed: colours.white, 'to come': colours.white }[
      state
    ],
  );
  if (state === 'to come') doc.setLineDashPattern([1.2, 1.2], 0);
  doc.rect(x, y, width, height, state === 'kept' || state === 'before' ? 'F' : 'FD');
  doc.setLineDashPattern([], 0);
}

/** A tick, a cross, a clock, a ring or a dash, 4 mm wide. */
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
  let x = left;
  const y = flow.y + 2.4;
  for (const state of states) {
    drawBox(paper.doc, state, x, y, 5.4, 4.2);
    paper.doc.saveGraphicsState();
    drawSign(paper.doc, state, x + 2.7, y + 2.1);
    paper.doc.restoreGraphicsState();
    drawText(paper, periodStateLabels[state], x + 7, y + 3.2, legendStyle);
    x += 7 + textWidth(paper, periodStateLabels[state], legendStyle) + 6;
  }
  flow.space(rows.legend);
}
