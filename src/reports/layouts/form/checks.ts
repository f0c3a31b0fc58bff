import type { Check } from '../../../records/maintenance-form/maintenance-form.ts';
import type { Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/page-style.ts';
import { drawSection } from '../../engine/section.ts';
import { drawTable, type Column } from '../../engine/table.ts';
import { drawText } from '../../text/draw-text.ts';
import { firstRowHeight } from './first-row.ts';

const columns: Column[] = [
  { width: 52, style: { size: 9.5, bold: true, colour: colours.grey }, label: true },
  { width: 46, style: { size: 10 } },
  { width: 88, style: { size: 10 } },
];

const table = { head: ['Check', 'Result', 'What was found'], rowHeight: 9 };

const results = [
  { result: 'Pass', x: 2, colour: '#1A6B3C' },
  { result: 'Fail', x: 17, colour: '#A8261A' },
  { result: 'N.A.', x: 31, colour: colours.grey },
] as const;

const box = 3.6;

/** What was done and how it came out: a box to tick for each result, empty ones for the pen. */
export function drawChecks(flow: Flow, checks: readonly (Check & { name: string })[]): void {
  const rows = checks.map(({ name, text }) => [name, '', text]);
  drawSection(flow, 'Tasks performed', firstRowHeight(flow, columns, rows, table));
  drawTable(flow, columns, rows, {
    ...table,
    onRow: (row, y) => {
      for (const one of results) drawResult(flow, one, checks[row]?.result === one.result, y + 2.4);
    },
  });
}

function drawResult(flow: Flow, { result, x, colour }: (typeof results)[number], ticked: boolean, y: number): void {
  const { doc } = flow.paper;
  const left = page.left + 52 + x;
  doc.setDrawColor(ticked ? colour : colours.grey);
  doc.setLineWidth(0.3);
  doc.rect(left, y, box, box);
  if (ticked) {
    doc.setLineWidth(0.7);
    doc.setLineCap('round');
    doc.lines(
      [
        [1, 1.1],
        [2, -2.6],
      ],
      left + 0.4,
      y + 1.9,
    );
    doc.setLineCap('butt');
  }
  const style = { size: 9.5, bold: ticked, colour: ticked ? colour : colours.grey };
  drawText(flow.paper, result, left + box + 1.2, y + 3, style);
}
