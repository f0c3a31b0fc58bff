import { months, type Month } from '../../records/time.ts';
import { Flow } from '../engine/flow.ts';
import type { Layout, PhotoSlot } from '../engine/layout.ts';
import { drawLetterhead } from '../engine/letterhead.ts';
import type { Paper } from '../engine/paper.ts';
import { fileNameOf } from '../file-name.ts';
import { drawContents, fillInPages } from './monthly/contents.ts';
import { madeOn, periodOf, photosOf, titleOf, type MonthlyReport } from './monthly/data.ts';
import { drawFacts } from './monthly/facts.ts';
import { drawTask } from './monthly/task.ts';

const title = 'Maintenance Report';

/** All visible tasks of a month with their photos (`spec §9`). */
export const monthlyReport: Layout<MonthlyReport> = {
  meta: (data) => ({
    title: `${title}, ${data.siteName}, ${periodOf(data)}`,
    subject: `${data.tasks.length} maintenance tasks of ${periodOf(data)}`,
    fileName: fileNameOf(data.name, 'Maintenance-Report', `${data.year}-${monthNumber(data.month)}`),
    madeOn: data.madeOn,
    running: [data.siteName, `${title}, ${periodOf(data)}`],
    foot: `Made on ${madeOn(data.madeOn)}`,
  }),
  texts: (data) => [data.siteName, data.address, ...data.tasks.flatMap((task) => [task.title, task.tasks])],
  photos: photosOf,
  draw,
};

function monthNumber(month: Month): string {
  return String(months.findIndex(({ value }) => value === month) + 1).padStart(2, '0');
}

function draw(paper: Paper, data: MonthlyReport): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, title, periodOf(data)) + 8);
  drawFacts(flow, data);
  const entries = drawContents(flow, data.tasks);
  const slots: PhotoSlot[] = [];
  data.tasks.forEach((task, index) => {
    const { page, photos } = drawTask(flow, data, task, index + 1, slots.length);
    slots.push(...photos);
    paper.doc.outline.add(null, `${index + 1}. ${titleOf(task)}`, { pageNumber: page });
    const entry = entries[index];
    if (entry) entry.leadsTo = page;
  });
  fillInPages(paper, entries);
  return slots;
}
