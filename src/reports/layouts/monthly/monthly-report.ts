import { fileNameOf } from '../../../lib/file-names.ts';
import { companyContact } from '../../../records/company.ts';
import type { VisitKind } from '../../../records/task/visit-kind.ts';
import { months, type Month } from '../../../records/time.ts';
import { Flow } from '../../engine/flow.ts';
import type { Layout, Paper, PhotoSlot } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { reportBody } from '../../engine/page-style.ts';
import { monthOf, reportPhotos, type MonthlyReport } from '../../report-request.ts';
import { drawCallCard } from '../parts/call-card.ts';
import { drawTiles, type FigureTile } from '../parts/figure-tiles.ts';
import { nextVisitTile } from '../parts/next-visit.ts';
import { drawSite } from '../parts/site-head.ts';
import { countOf, visitTitle } from '../parts/visit-words.ts';
import { drawContents, fillInPages } from './month-contents.ts';
import { drawVisit } from './month-visit.ts';

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

/** What was done, by kind, and when somebody comes next. Old entries say no kind, and are not called planned. */
function summaryOf(data: MonthlyReport): FigureTile[] {
  const { tasks } = data;
  const countOfKind = (kind?: VisitKind) => tasks.filter((task) => task.kind === kind).length;
  const unsaid = countOfKind();
  const tile = (label: string, kind: VisitKind): FigureTile => ({
    label,
    figure: `${countOfKind(kind)}`,
    note: unsaid > 0 ? `${countOf(unsaid, 'task')} of no kind said` : `of ${countOf(tasks.length, 'task')}`,
  });
  const photos = reportPhotos({ kind: 'monthly', data }).length;
  return [
    { label: 'Number of tasks', figure: `${tasks.length}`, note: `with ${countOf(photos, 'photo')}` },
    ...(unsaid < tasks.length ? [tile('Planned visits', 'preventive'), tile('Emergency calls', 'emergency')] : []),
    ...(countOfKind('other') > 0 ? [tile('Other work', 'other')] : []),
    nextVisitTile(data),
  ];
}
