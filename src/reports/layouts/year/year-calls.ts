import { t, said } from '../../../lib/language/translate.ts';
import { timeText } from '../../../records/task/member-words.ts';
import { timeMembers } from '../../../records/task/optional-members.ts';
import { answeredText, responseSummary } from '../../../records/task/response-words.ts';
import type { CallResponse } from '../../../records/task/response.ts';
import type { Task } from '../../../records/task/task.ts';
import { visitTime, visitTitle } from '../../../records/task/visit.ts';
import { shortDay } from '../../../records/time.ts';
import { drawSection, drawTable, firstRowHeight, type Flow, type TableColumn } from '../../engine/flow.ts';
import type { YearReport } from '../../report-request.ts';
import { fitLines } from '../../text/draw-text.ts';

const cell = { size: 9 };
const columns: TableColumn[] = [27, 36, 22, 15, 15, 29, 42].map((width) => ({ width, style: cell }));
/** The columns of records, which are cut: the visits behind say all. */
const cut = { title: 1, text: 6 } as const;
/** In lines. */
const longest = { title: 3, text: 4 } as const;

/** The emergency calls of the year on a page of their own: how they were answered, and what was done (`decisions §14`). Without any, what is used of the contract year. */
export function drawCalls(flow: Flow, data: YearReport): void {
  const summary = responseSummary(data, Number(data.year), new Date(data.madeOn));
  if (summary === null) return;
  const { doc } = flow.paper;
  const heading = t('Emergency calls');
  if (data.response.responses.length === 0) {
    flow.space(8);
    flow.need(25);
    doc.outline.add(null, heading, { pageNumber: flow.page });
    drawSection(flow, heading, 10);
    flow.paragraph(t('{statement}.', { statement: summary }), { size: 10.5 });
    return;
  }
  const rows = data.response.responses.map((call) => rowOf(flow, call));
  const head = [
    t('Date'),
    t('Visit'),
    said(timeMembers.reported.label),
    said(timeMembers.arrived.label),
    said(timeMembers.left.label),
    t('Answered in'),
    t('What was done'),
  ];
  flow.newPage();
  doc.outline.add(null, heading, { pageNumber: flow.page });
  drawSection(flow, heading, firstRowHeight(flow, columns, rows, { head }));
  flow.paragraph(t('{statement}.', { statement: summary }), { size: 10.5 });
  flow.space(3);
  drawTable(flow, columns, rows, { head });
}

function rowOf(flow: Flow, call: CallResponse<Task>): string[] {
  const { visit } = call;
  const lines = (text: string, column: 'title' | 'text') =>
    fitLines(flow.paper.fonts, text, cell, (columns[cut[column]]?.width ?? 0) - 4, longest[column]).join('\n');
  return [
    shortDay(visitTime(visit.time).date),
    lines(visitTitle(visit), 'title'),
    timeText(visit, 'reported') ?? '',
    timeText(visit, 'arrived') ?? '',
    timeText(visit, 'left') ?? '',
    answeredText(call),
    lines(visit.tasks.trim(), 'text'),
  ];
}
