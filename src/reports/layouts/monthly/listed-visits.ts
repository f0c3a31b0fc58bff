import { t, tIn } from '../../../lib/language/translate.ts';
import { visitKindLabel } from '../../../records/task/visit.ts';
import { longDate } from '../../../records/time.ts';
import { type Flow, drawSection } from '../../engine/flow.ts';
import { type Paper, type PhotoSlot, colours, page } from '../../engine/layout.ts';
import { pauseAfterSlice } from '../../engine/slices.ts';
import type { ReportSite, ReportVisit } from '../../report-request.ts';
import { drawFitted, drawText, fitText, textWidth } from '../../text/draw-text.ts';
import { placedTitle } from '../parts/parts.ts';
import { drawVisit } from './draw-visit.ts';

/** Draws a table of contents, then the visits with their photos in the same order, each with a bookmark. Returns the slots of the photos. */
export async function drawListedVisits(
  flow: Flow,
  data: ReportSite,
  visits: readonly ReportVisit[],
): Promise<PhotoSlot[]> {
  const { paper } = flow;
  const entries = drawContents(flow, visits);
  const slots: PhotoSlot[] = [];
  for (const [index, visit] of visits.entries()) {
    await pauseAfterSlice();
    const { page: startPage, photos } = drawVisit(flow, data, visit, index + 1, slots.length);
    slots.push(...photos);
    paper.doc.outline.add(null, `${index + 1}. ${placedTitle(visit)}`, { pageNumber: startPage });
    const entry = entries[index];
    if (entry) entry.leadsTo = startPage;
  }
  fillInPages(paper, entries);
  return slots;
}

/** A line of the contents. `leadsTo`: the page of the visit, which is known only after the visit is drawn. */
interface ContentsEntry {
  page: number;
  y: number;
  leadsTo: number;
}

const entryStyle = { size: 9.5 };
const headStyle = { size: 9, bold: true, colour: colours.grey };
/** The height of a line of the contents, in mm. */
const entryHeight = 6;
/** The distance from the top of a line of the contents to its baseline, in mm. */
const entryBaseline = 4.2;
/** The positions of the columns, in mm from the left edge of the page. */
const columns = {
  number: page.left + 7,
  date: page.left + 11,
  kind: page.left + 45,
  /** Without kinds, titles start where the kinds would. */
  title: page.left + 86,
  photos: page.right - 16,
  page: page.right,
};
/** The smallest gap between a kind and the title beside it, in mm. */
const kindGap = 3;
const pageHeadWidth = columns.page - columns.photos - 3;

/** Draws the contents, with one line for each visit. The column of kinds is left out if no visit has a kind. */
function drawContents(flow: Flow, visits: readonly ReportVisit[]): ContentsEntry[] {
  const kinds = visits.flatMap(({ kind }) => visitKindLabel(kind) ?? []);
  const widest = Math.max(...kinds.map((kind) => textWidth(flow.paper, kind, entryStyle)));
  const titleX = kinds.length > 0 ? Math.max(columns.title, columns.kind + widest + kindGap) : columns.kind;
  drawSection(flow, t('Contents'), 3 * entryHeight);
  drawContentsHead(flow, titleX);
  return visits.map((visit, index) => {
    if (flow.room < entryHeight) {
      flow.newPage();
      drawContentsHead(flow, titleX);
    }
    return drawEntry(flow, visit, index + 1, titleX);
  });
}

function drawContentsHead(flow: Flow, titleX: number): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, entryHeight, 'F');
  const y = flow.y + entryBaseline;
  drawFitted(flow.paper, t('No.'), columns.number, y, headStyle, 6.5, 'right');
  drawFitted(flow.paper, t('Date'), columns.date, y, headStyle, columns.kind - columns.date - 1);
  if (titleX > columns.kind) drawFitted(flow.paper, t('Kind'), columns.kind, y, headStyle, titleX - columns.kind - 1);
  drawText(flow.paper, t('Visit'), titleX, y, headStyle);
  drawFitted(flow.paper, t('Photos'), columns.photos, y, headStyle, 13.5, 'right');
  drawFitted(flow.paper, tIn('head of a column', 'Page'), columns.page - 1, y, headStyle, pageHeadWidth, 'right');
  flow.space(entryHeight);
}

function drawEntry(flow: Flow, visit: ReportVisit, number: number, titleX: number): ContentsEntry {
  const { paper } = flow;
  const y = flow.y + entryBaseline;
  drawText(paper, `${number}`, columns.number, y, entryStyle, 'right');
  drawFitted(paper, longDate(visit.time), columns.date, y, entryStyle, columns.kind - columns.date - 1);
  drawText(paper, visitKindLabel(visit.kind) ?? '', columns.kind, y, entryStyle);
  drawText(
    paper,
    fitText(paper.fonts, placedTitle(visit), entryStyle, columns.photos - 14 - titleX),
    titleX,
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

/** Writes the page numbers into the contents, and adds the links. */
function fillInPages(paper: Paper, entries: readonly ContentsEntry[]): void {
  for (const { page: entryPage, y, leadsTo } of entries) {
    paper.doc.setPage(entryPage);
    drawText(paper, `${leadsTo}`, columns.page - 1, y + entryBaseline, entryStyle, 'right');
    paper.doc.link(page.left, y, page.right - page.left, entryHeight, { pageNumber: leadsTo });
  }
}
