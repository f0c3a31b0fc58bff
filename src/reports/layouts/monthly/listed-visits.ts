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

/** Draws a contents with a line and a bookmark for each visit, then the visits with their photos, in the order given. */
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
/** In mm, from the top of a line of the contents to its baseline. */
const entryBaseline = 4.2;
const columns = {
  number: page.left + 7,
  date: page.left + 11,
  kind: page.left + 45,
  /** Without kinds, titles start where the kinds would. */
  title: page.left + 86,
  photos: page.right - 16,
  page: page.right,
};
/** In mm, at least, from a kind to the title beside it. */
const kindGap = 3;
const pageHeadWidth = columns.page - columns.photos - 3;

/** Draws the contents, one line per visit. The column of kinds is left out when no visit has a kind. */
function drawContents(flow: Flow, visits: readonly ReportVisit[]): ContentsEntry[] {
  const kinds = visits.flatMap(({ kind }) => visitKindLabel(kind) ?? []);
  const widest = Math.max(...kinds.map((kind) => textWidth(flow.paper, kind, entryStyle)));
  const titleAt = kinds.length > 0 ? Math.max(columns.title, columns.kind + widest + kindGap) : columns.kind;
  drawSection(flow, t('Contents'), 3 * entryHeight);
  drawContentsHead(flow, titleAt);
  return visits.map((visit, index) => {
    if (flow.room < entryHeight) {
      flow.newPage();
      drawContentsHead(flow, titleAt);
    }
    return drawEntry(flow, visit, index + 1, titleAt);
  });
}

function drawContentsHead(flow: Flow, titleAt: number): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, entryHeight, 'F');
  const y = flow.y + 4.2;
  drawFitted(flow.paper, t('No.'), columns.number, y, headStyle, 6.5, 'right');
  drawFitted(flow.paper, t('Date'), columns.date, y, headStyle, columns.kind - columns.date - 1);
  if (titleAt > columns.kind) drawFitted(flow.paper, t('Kind'), columns.kind, y, headStyle, titleAt - columns.kind - 1);
  drawText(flow.paper, t('Visit'), titleAt, y, headStyle);
  drawFitted(flow.paper, t('Photos'), columns.photos, y, headStyle, 13.5, 'right');
  drawFitted(flow.paper, tIn('head of a column', 'Page'), columns.page - 1, y, headStyle, pageHeadWidth, 'right');
  flow.space(entryHeight);
}

function drawEntry(flow: Flow, visit: ReportVisit, number: number, titleAt: number): ContentsEntry {
  const { paper } = flow;
  const y = flow.y + 4.2;
  drawText(paper, `${number}`, columns.number, y, entryStyle, 'right');
  drawFitted(paper, longDate(visit.time), columns.date, y, entryStyle, columns.kind - columns.date - 1);
  drawText(paper, visitKindLabel(visit.kind) ?? '', columns.kind, y, entryStyle);
  drawText(
    paper,
    fitText(paper.fonts, placedTitle(visit), entryStyle, columns.photos - 14 - titleAt),
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
    drawText(paper, `${leadsTo}`, columns.page - 1, y + entryBaseline, entryStyle, 'right');
    paper.doc.link(page.left, y, page.right - page.left, entryHeight, { pageNumber: leadsTo });
  }
}
