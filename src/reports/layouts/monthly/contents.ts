import { longDate } from '../../../records/time.ts';
import type { Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/page-style.ts';
import type { Paper } from '../../engine/paper.ts';
import { drawSection } from '../../engine/section.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';
import { titleOf, type MonthlyTask } from './data.ts';

/** A line of the contents; the page that it leads to is known when the task is drawn. */
export interface ContentsEntry {
  page: number;
  y: number;
  leadsTo: number;
}

const style = { size: 9.5 };
const head = { size: 9, bold: true, colour: colours.grey };
const row = 6.2;
const at = {
  number: page.left + 7,
  date: page.left + 11,
  title: page.left + 46,
  photos: page.right - 16,
  page: page.right,
};

/** One line for each task: its number, date, title, photos, and later its page. */
export function drawContents(flow: Flow, tasks: readonly MonthlyTask[]): ContentsEntry[] {
  drawSection(flow, 'Contents', 3 * row);
  drawHead(flow);
  return tasks.map((task, index) => {
    if (flow.room < row) {
      flow.newPage();
      drawHead(flow);
    }
    return drawEntry(flow, task, index + 1);
  });
}

function drawHead(flow: Flow): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.ground);
  doc.rect(page.left, flow.y, page.right - page.left, row, 'F');
  const y = flow.y + 4.2;
  drawText(flow.paper, 'No.', at.number, y, head, 'right');
  drawText(flow.paper, 'Date', at.date, y, head);
  drawText(flow.paper, 'Task', at.title, y, head);
  drawText(flow.paper, 'Photos', at.photos, y, head, 'right');
  drawText(flow.paper, 'Page', at.page - 1, y, head, 'right');
  flow.space(row);
}

function drawEntry(flow: Flow, task: MonthlyTask, number: number): ContentsEntry {
  const { paper } = flow;
  const y = flow.y + 4.3;
  drawText(paper, `${number}`, at.number, y, style, 'right');
  drawText(paper, longDate(task.time), at.date, y, style);
  drawText(paper, fitText(paper.fonts, titleOf(task), style, at.photos - 14 - at.title), at.title, y, style);
  if (task.urls.length > 0) drawText(paper, `${task.urls.length}`, at.photos, y, style, 'right');
  paper.doc.setDrawColor(colours.line);
  paper.doc.setLineWidth(0.2);
  paper.doc.line(page.left, flow.y + row, page.right, flow.y + row);
  const entry = { page: flow.page, y: flow.y, leadsTo: 0 };
  flow.space(row);
  return entry;
}

/** Writes the page numbers into the contents and makes each line lead there. */
export function fillInPages(paper: Paper, entries: readonly ContentsEntry[]): void {
  for (const { page: on, y, leadsTo } of entries) {
    paper.doc.setPage(on);
    drawText(paper, `${leadsTo}`, at.page - 1, y + 4.3, style, 'right');
    paper.doc.link(page.left, y, page.right - page.left, row, { pageNumber: leadsTo });
  }
}
