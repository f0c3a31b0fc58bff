import { fileNameOf } from '../../../lib/file-names.ts';
import { counted } from '../../../records/counted.ts';
import { companyContact } from '../../../records/company.ts';
import { visitKindLabel, type VisitKind } from '../../../records/task/visit-kind.ts';
import { longDate, months, type Month } from '../../../records/time.ts';
import { Flow, drawSection } from '../../engine/flow.ts';
import type { Layout, Paper, PhotoSlot } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { colours, page, reportBody } from '../../engine/page-style.ts';
import { monthOf, reportPhotos, type MonthlyReport, type ReportVisit } from '../../report-request.ts';
import { drawCallCard } from '../parts/call-card.ts';
import { drawTiles, type FigureTile } from '../parts/figure-tiles.ts';
import { nextVisitTile } from '../parts/next-visit.ts';
import { drawSite } from '../parts/site-head.ts';
import { visitTitle } from '../parts/visit-words.ts';
import { drawVisit } from './month-visit.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';

const title = 'Maintenance Report';

/** All visible tasks of a month with their photos (`spec §9`), after a summary. */
export const monthlyReport: Layout<MonthlyReport> = {
  meta: (data) => ({
    title: `${title}, ${data.siteName}, ${monthOf(data)}`,
    subject: `${data.tasks.length} maintenance tasks of ${monthOf(data)}`,
    fileName: fileNameOf(data.name, 'Maintenance-Report', `${data.year}-${twoDigitMonth(data.month)}`),
    madeOn: data.madeOn,
    running: [data.siteName, `${title}, ${monthOf(data)}`],
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
  const flow = new Flow(paper, drawLetterhead(paper, title, monthOf(data)) + 6, reportBody);
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

/** The page it links to is known once the visit is drawn. */
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

/** One line per visit. The column of kinds is left out when no visit has one. */
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
