import { fileNameOf } from '../../../lib/file-names.ts';
import { longDate, months, type Month } from '../../../records/time.ts';
import { drawPairs, drawSection, Flow } from '../../engine/flow.ts';
import type { Layout, Paper, PhotoSlot } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { colours, page } from '../../engine/page-style.ts';
import { periodOf, reportPhotos, type MonthlyReport, type MonthlyTask } from '../../report-request.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';
import { drawTask, taskTitle } from './report-task.ts';

const title = 'Maintenance Report';

/** All visible tasks of a month with their photos (`spec §9`). */
export const monthlyReport: Layout<MonthlyReport> = {
  meta: (data) => ({
    title: `${title}, ${data.siteName}, ${periodOf(data)}`,
    subject: `${data.tasks.length} maintenance tasks of ${periodOf(data)}`,
    fileName: fileNameOf(data.name, 'Maintenance-Report', `${data.year}-${twoDigitMonth(data.month)}`),
    madeOn: data.madeOn,
    running: [data.siteName, `${title}, ${periodOf(data)}`],
    foot: `Made on ${madeOnText(data.madeOn)}`,
  }),
  texts: (data) => [data.siteName, data.address, ...data.tasks.flatMap((task) => [task.title, task.tasks])],
  photos: reportPhotos,
  draw: drawMonth,
};

function twoDigitMonth(month: Month): string {
  return String(months.findIndex(({ value }) => value === month) + 1).padStart(2, '0');
}

function drawMonth(paper: Paper, data: MonthlyReport): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, title, periodOf(data)) + 8);
  drawFacts(flow, data);
  const entries = drawContents(flow, data.tasks);
  const slots: PhotoSlot[] = [];
  data.tasks.forEach((task, index) => {
    const { page: startPage, photos } = drawTask(flow, data, task, index + 1, slots.length);
    slots.push(...photos);
    paper.doc.outline.add(null, `${index + 1}. ${taskTitle(task)}`, { pageNumber: startPage });
    const entry = entries[index];
    if (entry) entry.leadsTo = startPage;
  });
  fillInPages(paper, entries);
  return slots;
}

function drawFacts(flow: Flow, data: MonthlyReport): void {
  const photos = reportPhotos(data).length;
  drawPairs(flow, [
    ['Site', data.siteName],
    ['Address', data.address],
    ['Period', periodOf(data)],
    ['Number of tasks', photos === 0 ? `${data.tasks.length}` : `${data.tasks.length}, with ${photos} photos`],
    ['Made on', madeOnText(data.madeOn)],
  ]);
  flow.space(5);
}

/** A line of the contents; the page that it leads to is known when the task is drawn. */
interface ContentsEntry {
  page: number;
  y: number;
  leadsTo: number;
}

const entryStyle = { size: 9.5 };
const headStyle = { size: 9, bold: true, colour: colours.grey };
/** Height of a line of the contents, in mm. */
const entryHeight = 6.2;
const columns = {
  number: page.left + 7,
  date: page.left + 11,
  title: page.left + 46,
  photos: page.right - 16,
  page: page.right,
};

function drawContents(flow: Flow, tasks: readonly MonthlyTask[]): ContentsEntry[] {
  drawSection(flow, 'Contents', 3 * entryHeight);
  drawHead(flow);
  return tasks.map((task, index) => {
    if (flow.room < entryHeight) {
      flow.newPage();
      drawHead(flow);
    }
    return drawEntry(flow, task, index + 1);
  });
}

function drawHead(flow: Flow): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, entryHeight, 'F');
  const y = flow.y + 4.2;
  drawText(flow.paper, 'No.', columns.number, y, headStyle, 'right');
  drawText(flow.paper, 'Date', columns.date, y, headStyle);
  drawText(flow.paper, 'Task', columns.title, y, headStyle);
  drawText(flow.paper, 'Photos', columns.photos, y, headStyle, 'right');
  drawText(flow.paper, 'Page', columns.page - 1, y, headStyle, 'right');
  flow.space(entryHeight);
}

function drawEntry(flow: Flow, task: MonthlyTask, number: number): ContentsEntry {
  const { paper } = flow;
  const y = flow.y + 4.3;
  drawText(paper, `${number}`, columns.number, y, entryStyle, 'right');
  drawText(paper, longDate(task.time), columns.date, y, entryStyle);
  drawText(
    paper,
    fitText(paper.fonts, taskTitle(task), entryStyle, columns.photos - 14 - columns.title),
    columns.title,
    y,
    entryStyle,
  );
  if (task.urls.length > 0) drawText(paper, `${task.urls.length}`, columns.photos, y, entryStyle, 'right');
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
    drawText(paper, `${leadsTo}`, columns.page - 1, y + 4.3, entryStyle, 'right');
    paper.doc.link(page.left, y, page.right - page.left, entryHeight, { pageNumber: leadsTo });
  }
}
