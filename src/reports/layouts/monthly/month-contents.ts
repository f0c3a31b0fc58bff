import { visitKindLabel } from '../../../records/task/visit-kind.ts';
import { longDate } from '../../../records/time.ts';
import { drawSection, type Flow } from '../../engine/flow.ts';
import type { Paper } from '../../engine/layout.ts';
import { colours, page } from '../../engine/page-style.ts';
import type { ReportVisit } from '../../report-request.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';
import { visitTitle } from '../parts/visit-words.ts';

/** A line of the contents; the page that it leads to is known when the visit is drawn. */
export interface ContentsEntry {
  page: number;
  y: number;
  leadsTo: number;
}

const entryStyle = { size: 9.5 };
const headStyle = { size: 9, bold: true, colour: colours.grey };
/** Height of a line of the contents, in mm. */
const entryHeight = 6;
const columns = {
  number: page.left + 7,
  date: page.left + 11,
  kind: page.left + 45,
  /** Without kinds the titles begin where the kinds would. */
  title: page.left + 86,
  photos: page.right - 16,
  page: page.right,
};

/** All visits, a line each. Those of a month that says no kind at all have no column for it. */
export function drawContents(flow: Flow, visits: readonly ReportVisit[]): ContentsEntry[] {
  const kinds = visits.some(({ kind }) => kind !== undefined);
  drawSection(flow, 'Contents', 3 * entryHeight);
  drawHead(flow, kinds);
  return visits.map((visit, index) => {
    if (flow.room < entryHeight) {
      flow.newPage();
      drawHead(flow, kinds);
    }
    return drawEntry(flow, visit, index + 1, kinds);
  });
}

function drawHead(flow: Flow, kinds: boolean): void {
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
  const title = kinds ? columns.title : columns.kind;
  drawText(paper, `${number}`, columns.number, y, entryStyle, 'right');
  drawText(paper, longDate(visit.time), columns.date, y, entryStyle);
  if (visit.kind) drawText(paper, visitKindLabel(visit.kind) ?? '', columns.kind, y, entryStyle);
  drawText(
    paper,
    fitText(paper.fonts, visitTitle(visit), entryStyle, columns.photos - 14 - title),
    title,
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

export function fillInPages(paper: Paper, entries: readonly ContentsEntry[]): void {
  for (const { page: on, y, leadsTo } of entries) {
    paper.doc.setPage(on);
    drawText(paper, `${leadsTo}`, columns.page - 1, y + 4.2, entryStyle, 'right');
    paper.doc.link(page.left, y, page.right - page.left, entryHeight, { pageNumber: leadsTo });
  }
}
