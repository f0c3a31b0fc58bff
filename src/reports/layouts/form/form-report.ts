import { fileNameOf } from '../../../lib/file-names.ts';
import {
  equipmentLabels,
  keysOf,
  taskLabels,
  type Check,
  type MaintenanceForm,
  type MaintenanceFormReport,
} from '../../../records/maintenance-form/maintenance-form.ts';
import { longDay } from '../../../records/time.ts';
import { drawSection, Flow, drawTable, firstRowHeight, type TableColumn } from '../../engine/flow.ts';
import { type Layout, type Paper, colours, page } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { drawText } from '../../text/draw-text.ts';
import { drawSignatures } from './form-signatures.ts';

const title = 'Maintenance Report';
const unnamed = 'Client';

const label: TableColumn = { width: 52, style: { size: 9.5, bold: true, colour: colours.grey }, label: true };
const value: TableColumn = { width: 134, style: { size: 10 } };
const fieldColumns = [label, value];
/** In mm: high enough to write in with a pen. */
const penHeight = 7;

const checkColumns: TableColumn[] = [
  { width: 52, style: { size: 9.5, bold: true, colour: colours.grey }, label: true },
  { width: 46, style: { size: 10 } },
  { width: 88, style: { size: 10 } },
];

const checkTable = { head: ['Check', 'Result', 'What was found'], rowHeight: 9 };

const results = [
  { result: 'Pass', x: 2, colour: '#1A6B3C' },
  { result: 'Fail', x: 17, colour: '#A8261A' },
  { result: 'N.A.', x: 31, colour: colours.grey },
] as const;

/** In mm. */
const tickBox = 3.6;

/** The form of one visit, as it is handed to the client (`spec §3`). */
export const maintenanceFormReport: Layout<MaintenanceFormReport> = {
  meta: ({ form, madeOn: instant }) => {
    const { client, date } = form.generalInfo;
    return {
      title: `${title}, ${client.trim() || unnamed}, ${longDay(date)}`,
      subject: 'Preventive maintenance of RFID boom gates',
      fileName: fileNameOf(client.trim() || unnamed, 'Maintenance-Report', date),
      madeOn: instant,
      running: [client.trim() || unnamed, `${title}, ${longDay(date)}`],
      foot: `Made on ${madeOnText(instant)}`,
    };
  },
  texts: ({ form }) => [
    ...Object.values(form.generalInfo),
    ...Object.values(form.equipment),
    ...Object.values(form.tasksPerformed).map(({ text }) => text),
    ...Object.values(form.findings),
    ...form.conclusion.flatMap(({ post, text }) => [post, text]),
    ...Object.values(form.signatures),
  ],
  photos: () => [],
  draw(paper, { form }) {
    drawForm(paper, form);
    return [];
  },
};

function drawForm(paper: Paper, form: MaintenanceForm): void {
  const { generalInfo, equipment, findings, conclusion } = form;
  const flow = new Flow(paper, drawLetterhead(paper, title, longDay(generalInfo.date)) + 6);
  const pairs = (heading: string, rows: readonly (readonly string[])[], rowHeight = penHeight) => {
    drawSection(flow, heading, Math.max(2 * rowHeight, firstRowHeight(flow, fieldColumns, rows, { rowHeight })));
    drawTable(flow, fieldColumns, rows, { rowHeight });
    flow.space(5);
  };

  pairs('General information', [
    ['Date', longDay(generalInfo.date)],
    ['Client', generalInfo.client],
    ['Location', generalInfo.location],
    ['Sales engineer', generalInfo.salesEngineer],
  ]);
  pairs(
    'Equipment',
    keysOf(equipmentLabels).map((field) => [equipmentLabels[field], equipment[field]]),
  );
  drawChecks(
    flow,
    keysOf(taskLabels).map((field) => ({ name: taskLabels[field], ...form.tasksPerformed[field] })),
  );
  flow.space(5);
  pairs(
    'Findings',
    [
      ['Issue details', findings.issueDetails],
      ['Recommended action', findings.recommendedAction],
    ],
    16,
  );
  pairs(
    'Conclusion',
    conclusion.map(({ post, text }) => [post, text]),
    conclusion.length > 2 ? penHeight + 3 : 16,
  );
  drawSignatures(flow, form);
}

function drawChecks(flow: Flow, checks: readonly (Check & { name: string })[]): void {
  const rows = checks.map(({ name, text }) => [name, '', text]);
  drawSection(flow, 'Tasks performed', firstRowHeight(flow, checkColumns, rows, checkTable));
  drawTable(flow, checkColumns, rows, {
    ...checkTable,
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
  doc.rect(left, y, tickBox, tickBox);
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
  drawText(flow.paper, result, left + tickBox + 1.2, y + 3, style);
}
