import { t, said } from '../../../lib/language/translate.ts';
import { joinedStatements } from '../../../records/sentences.ts';
import { timeMembers } from '../../../records/task/optional-members.ts';
import { answeredText, responseSummary, yearStatements } from '../../../records/task/response-words.ts';
import { hadNoCallOut, type CallResponse } from '../../../records/task/response.ts';
import { timeText } from '../../../records/task/service-facts.ts';
import type { Task } from '../../../records/task/task.ts';
import { visitTime, visitTitle } from '../../../records/task/visit.ts';
import { shortDay } from '../../../records/time.ts';
import { drawPairs, drawSection, drawTable, firstRowHeight, type Flow, type TableColumn } from '../../engine/flow.ts';
import type { YearReport } from '../../report-request.ts';
import { fitLines } from '../../text/draw-text.ts';

const cell = { size: 9 };
const columns: TableColumn[] = [27, 36, 22, 15, 15, 29, 42].map((width) => ({ width, style: cell }));
/** The indexes of the columns whose texts are shortened; the full texts are in the section of visits. */
const shortenedColumns = { title: 1, text: 6 } as const;
/** The longest texts of these columns, in lines. */
const maxLines = { title: 3, text: 4 } as const;

/** Draws the response figures on the first page, or the promise if there are no figures; nothing without either. */
export function drawResponse(flow: Flow, data: YearReport): void {
  const figures = yearStatements(data, new Date(data.madeOn));
  const noCallOut = hadNoCallOut(data.response) ? [t('no call-out')] : [];
  const promise = data.promise === null ? [] : [t('promised: {promise}', { promise: data.promise })];
  const figuresOrPromise = figures.length > 0 ? figures : promise;
  if (figuresOrPromise.length === 0) return;
  flow.space(2);
  drawPairs(flow, [[t('Response'), joinedStatements([...noCallOut, ...figuresOrPromise])]]);
}

/**
 * Draws the emergency calls of the year on a page of their own, with their response times and the work that was done (`decisions §14`). Without
 * calls, it draws a line about the used calls of the contract year, if any.
 */
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

/** The width of a column's texts: that of the column without the padding of 2 mm at both sides. */
const widthOf = (column: keyof typeof shortenedColumns) => (columns[shortenedColumns[column]]?.width ?? 0) - 4;

function rowOf(flow: Flow, call: CallResponse<Task>): string[] {
  const { visit } = call;
  const title = fitLines(flow.paper.fonts, visitTitle(visit), cell, widthOf('title'), maxLines.title).join('\n');
  const start = call.start === null ? visit : { ...visit, reported: call.start };
  return [
    shortDay(visitTime(visit.time).date),
    title,
    timeText(start, 'reported') ?? '',
    timeText(visit, 'arrived') ?? '',
    timeText(visit, 'left') ?? '',
    answeredText(call),
    inLines(flow, visit.tasks.trim(), widthOf('text')),
  ];
}

/** A text in lines. A long text is cut, with a note that it continues under *Visits*. */
function inLines(flow: Flow, text: string, across: number): string {
  const allLines = flow.lines(text, cell, across);
  if (allLines.length <= maxLines.text) return allLines.join('\n');
  const note = t('(continued under Visits)');
  const room = maxLines.text - flow.lines(note, cell, across).length;
  return [...fitLines(flow.paper.fonts, text, cell, across, room), note].join('\n');
}
