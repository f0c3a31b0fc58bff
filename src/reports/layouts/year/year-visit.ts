import { counted } from '../../../records/counted.ts';
import { monthLabel, months, siteStamp, siteTime } from '../../../records/time.ts';
import { drawLines, drawSection, lineHeight, type Flow } from '../../engine/flow.ts';
import { type PhotoSlot, colours, page, type TextStyle } from '../../engine/layout.ts';
import type { YearReport, YearVisit } from '../../report-request.ts';
import { drawText } from '../../text/draw-text.ts';
import { inOneLine, visitFacts, visitTitle, visitUrl } from '../parts/parts.ts';

/** In mm. */
const photo = { width: 40, height: 30, gap: 2 } as const;
const indent = 4;

const monthStyle: TextStyle = { size: 11, bold: true, colour: colours.brand };
const title: TextStyle = { size: 11.5, bold: true };
const when: TextStyle = { size: 9, colour: colours.grey };
const urgent: TextStyle = { size: 9, bold: true, colour: colours.bad };
const body: TextStyle = { size: 9.5 };
const noteStyle: TextStyle = { size: 8, colour: colours.grey };
const noteHeight = 4.2;
const gap = 3.5;
/** A visit up to this height (mm) is never split. */
const whole = 90;

export function drawVisits(flow: Flow, data: YearReport): PhotoSlot[] {
  const { doc } = flow.paper;
  const slots: PhotoSlot[] = [];
  let month = '';
  drawSection(flow, `Visits in ${data.year}`, 50);
  doc.outline.add(null, `Visits in ${data.year}`, { pageNumber: flow.page });
  if (data.visits.length === 0)
    flow.paragraph(`No visit is recorded for ${data.year}.`, { size: 10, colour: colours.grey });
  for (const visit of data.visits) {
    const measured = measure(flow, visit);
    const begins = siteTime(visit.time).month;
    const head = begins === month ? 0 : lineHeight(monthStyle) + 2;
    flow.need(head + Math.min(measured.height, whole));
    if (head > 0) {
      month = begins;
      drawText(flow.paper, monthName(visit), page.left, flow.y + 4, monthStyle);
      flow.space(head);
    }
    slots.push(...drawYearVisit(flow, data, visit, measured, slots.length));
  }
  return slots;
}

function monthName({ time }: YearVisit): string {
  const number = Number(siteStamp(new Date(time)).slice(5, 7));
  return monthLabel(months[number - 1]?.value ?? 'january');
}

interface Measured {
  titles: readonly string[];
  facts: readonly string[];
  text: string;
  lines: readonly string[];
  /** Of the text beside the photos, and of everything. */
  across: number;
  height: number;
}

function measure(flow: Flow, visit: YearVisit): Measured {
  const photos = visit.urls.length;
  const across = page.right - page.left - indent - (photos > 0 ? 2 * photo.width + photo.gap + 6 : 0);
  const titles = flow.lines(visitTitle(visit), title, across);
  const text = visit.tasks.trim();
  const lines = text === '' ? [] : flow.lines(text, body, across);
  const { when: moment, kind, filed } = visitFacts(visit);
  const factTexts = [inOneLine(moment, kind, visit.pdf ? 'with PDF' : null), ...(filed === null ? [] : [filed])];
  const facts = factTexts.flatMap((one) => flow.lines(one, factStyle(visit), across));
  const written =
    titles.length * lineHeight(title) + facts.length * lineHeight(when) + 0.8 + lines.length * lineHeight(body);
  const pictures = photos === 0 ? 0 : photo.height + (visit.photos > photos ? noteHeight : 0);
  return { titles, facts, text, lines, across, height: Math.max(written, pictures) + gap };
}

function drawYearVisit(flow: Flow, data: YearReport, visit: YearVisit, measured: Measured, first: number): PhotoSlot[] {
  const { paper } = flow;
  const top = flow.y;
  const on = flow.page;
  const isSplit = measured.height > whole;
  const x = page.left + indent;
  const url = visitUrl(data, visit);
  if (isSplit) {
    // before the text can start a new page
    const slots = drawVisitPhotos(flow, data, visit, first);
    flow.paragraph(measured.titles.join('\n'), title, x, measured.across);
    if (flow.page === on) paper.doc.link(x, top, measured.across, flow.y - top, { url });
    flow.need(measured.facts.length * lineHeight(when));
    flow.y = drawLines(paper, measured.facts, x, flow.y, factStyle(visit));
    flow.space(0.8);
    flow.paragraph(measured.text, body, x, measured.across);
    if (flow.page === on) flow.y = Math.max(flow.y, top + photo.height + noteHeight);
    flow.space(gap);
    return slots;
  }
  flow.y = drawLines(paper, measured.titles, x, top, title);
  paper.doc.link(x, top, measured.across, flow.y - top, { url });
  flow.y = drawLines(paper, measured.facts, x, flow.y, factStyle(visit));
  drawLines(paper, measured.lines, x, flow.y + 0.8, body);
  flow.y = top;
  const slots = drawVisitPhotos(flow, data, visit, first);
  drawMark(flow, visit, top, measured.height - gap);
  flow.space(measured.height);
  return slots;
}

/** Thick and red for an emergency. */
function drawMark({ paper: { doc } }: Flow, { kind }: YearVisit, top: number, height: number): void {
  const emergency = kind === 'emergency';
  doc.setFillColor(emergency ? colours.bad : colours.line);
  doc.rect(page.left, top + 0.6, emergency ? 1.4 : 0.5, height - 0.6, 'F');
}

function factStyle({ kind }: YearVisit): TextStyle {
  return kind === 'emergency' ? urgent : when;
}

/** At the right margin, beside the text; below, how many more there are. */
function drawVisitPhotos(flow: Flow, data: YearReport, visit: YearVisit, first: number): PhotoSlot[] {
  const { urls, photos } = visit;
  const left = page.right - 2 * photo.width - photo.gap;
  if (photos > urls.length)
    drawText(
      flow.paper,
      `${urls.length} of ${counted(photos, 'photo')}; all are in the portal`,
      left,
      flow.y + photo.height + 3.2,
      noteStyle,
    );
  return urls.map((_, index) => ({
    photo: first + index,
    page: flow.page,
    x: left + index * (photo.width + photo.gap),
    y: flow.y,
    width: photo.width,
    height: photo.height,
    link: visitUrl(data, visit, index + 1),
  }));
}
