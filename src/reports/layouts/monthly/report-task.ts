import { siteTime } from '../../../records/time.ts';
import { baseline, lineHeight, type Flow } from '../../engine/flow.ts';
import type { PhotoSlot } from '../../engine/layout.ts';
import { colours, page } from '../../engine/page-style.ts';
import type { MonthlyReport, MonthlyTask } from '../../report-request.ts';
import { drawText, textWidth } from '../../text/draw-text.ts';
import { oneLine } from '../../text/wrap-text.ts';

/** Photos stand two in a row at this size in mm (`spec §9`). */
const photo = { width: 90, height: 67.5, gutter: 6, caption: 6 } as const;

const heading = { size: 14, bold: true };
const dateLine = { size: 9.5, colour: colours.grey };
const body = { size: 10.5 };
const link = { size: 9.5, bold: true, colour: colours.brand };
const indent = 11;

/**
 * One task: heading, date, text, photos. Its heading is never the last thing on a page.
 * @param number its place in the report, from 1.
 * @param firstPhoto place of its first photo among all photos.
 */
export function drawTask(
  flow: Flow,
  data: MonthlyReport,
  task: MonthlyTask,
  number: number,
  firstPhoto: number,
): { page: number; photos: PhotoSlot[] } {
  const { paper } = flow;
  flow.space(7);
  const titleAcross = page.right - page.left - indent;
  const titleLines = flow.lines(taskTitle(task), heading, titleAcross);
  const text = task.tasks.trim();
  const textLines = text === '' ? 0 : flow.lines(text, body, titleAcross).length;
  flow.need(
    Math.min(titleLines.length, 6) * lineHeight(heading) + lineHeight(dateLine) + follows(textLines, task.urls.length),
  );

  const startPage = flow.page;
  drawNumber(flow, number);
  const linkTop = flow.y;
  flow.paragraph(titleLines.join('\n'), heading, page.left + indent);
  if (flow.page === startPage)
    paper.doc.link(page.left, linkTop, page.right - page.left, flow.y - linkTop, { url: taskUrl(data, task.id) });
  drawDate(flow, data, task);
  if (textLines > 0) {
    flow.space(1.5);
    flow.paragraph(text, body, page.left + indent);
  }
  return { page: startPage, photos: drawPhotos(flow, data, task, number, firstPhoto) };
}

/** How much of a task stays on the page of its heading: a short text with the first photos, or the beginning of a long one. */
function follows(textLines: number, photos: number): number {
  if (textLines > 8) return 3 * lineHeight(body) + 2;
  return textLines * lineHeight(body) + 2 + (photos > 0 ? photo.height + photo.caption + 3 : 0);
}

function drawNumber(flow: Flow, number: number): void {
  const { doc } = flow.paper;
  doc.setFillColor(colours.brand);
  doc.roundedRect(page.left, flow.y + 0.4, 8.4, 5.6, 1, 1, 'F');
  const style = { size: number < 100 ? 11 : 9, bold: true, colour: colours.white };
  drawText(flow.paper, `${number}`, page.left + 4.2, flow.y + 4.6, style, 'center');
}

function drawDate(flow: Flow, data: MonthlyReport, task: MonthlyTask): void {
  const { paper } = flow;
  flow.need(lineHeight(dateLine));
  const y = flow.y + baseline(dateLine);
  const { day, month, clock } = siteTime(task.time);
  const when = `${day} ${month} at ${clock}`;
  drawText(paper, `${when}${task.pdf ? '  ·  with a PDF report in the portal' : ''}`, page.left + indent, y, dateLine);
  const linkText = 'Open in the portal';
  const width = textWidth(paper, linkText, link);
  drawText(paper, linkText, page.right, y, link, 'right');
  paper.doc.link(page.right - width, flow.y, width, lineHeight(dateLine), { url: taskUrl(data, task.id) });
  flow.space(lineHeight(dateLine));
}

function drawPhotos(flow: Flow, data: MonthlyReport, task: MonthlyTask, number: number, first: number): PhotoSlot[] {
  const { paper } = flow;
  const slots: PhotoSlot[] = [];
  task.urls.forEach((_, index) => {
    const column = index % 2;
    if (column === 0) {
      flow.space(index === 0 ? 3 : 2);
      flow.need(photo.height + photo.caption);
    }
    const x = page.left + column * (photo.width + photo.gutter);
    slots.push({
      photo: first + index,
      page: flow.page,
      x,
      y: flow.y,
      width: photo.width,
      height: photo.height,
      link: taskUrl(data, task.id, index + 1),
    });
    drawText(paper, `Photo ${number}.${index + 1}`, x, flow.y + photo.height + 4, { size: 8.5, colour: colours.grey });
    if (column === 1 || index === task.urls.length - 1) flow.space(photo.height + photo.caption);
  });
  return slots;
}

/** The title of a task in one line; never empty, since it is what people look for. */
export function taskTitle(task: MonthlyTask): string {
  return oneLine(task.title) || 'Untitled task';
}

/** The url of a task in the portal, or that of one of its photos, counted from 1. */
function taskUrl(data: MonthlyReport, task: number, shown?: number): string {
  const url = new URL('/maintenance', data.portal);
  url.search = new URLSearchParams({
    site: data.name,
    year: data.year,
    month: data.month,
    task: `${task}`,
    ...(shown !== undefined && { photo: `${shown}` }),
  }).toString();
  return url.href;
}
