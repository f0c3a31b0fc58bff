import {
  equipmentLabels,
  keysOf,
  taskLabels,
  type MaintenanceForm,
  type MaintenanceFormReport,
} from '../../records/maintenance-form/maintenance-form.ts';
import { longDay } from '../../records/time.ts';
import { Flow } from '../engine/flow.ts';
import type { Layout } from '../engine/layout.ts';
import { drawLetterhead } from '../engine/letterhead.ts';
import { colours } from '../engine/page-style.ts';
import type { Paper } from '../engine/paper.ts';
import { drawSection } from '../engine/section.ts';
import { drawTable, type Column } from '../engine/table.ts';
import { fileNameOf } from '../file-name.ts';
import { drawChecks } from './form/checks.ts';
import { firstRowHeight } from './form/first-row.ts';
import { drawSignatures } from './form/signatures.ts';
import { madeOn } from './monthly/data.ts';

const title = 'Maintenance Report';
const unnamed = 'Client';

const label: Column = { width: 52, style: { size: 9.5, bold: true, colour: colours.grey }, label: true };
const value: Column = { width: 134, style: { size: 10 } };
const columns = [label, value];
/** High enough to write in with a pen, for what is left empty. */
const penHeight = 7;

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
      foot: `Made on ${madeOn(instant)}`,
    };
  },
  texts: ({ form }) => [
    ...Object.values(form.generalInfo),
    ...Object.values(form.equipment),
    ...Object.values(form.tasksPerformed).map(({ text }) => text),
    ...Object.values(form.findings),
    ...Object.values(form.conclusion),
    ...Object.values(form.signatures),
  ],
  photos: () => [],
  draw(paper, { form }) {
    draw(paper, form);
    return [];
  },
};

function draw(paper: Paper, form: MaintenanceForm): void {
  const { generalInfo, equipment, findings, conclusion } = form;
  const flow = new Flow(paper, drawLetterhead(paper, title, longDay(generalInfo.date)) + 6);
  const pairs = (heading: string, rows: readonly (readonly string[])[], rowHeight = penHeight) => {
    drawSection(flow, heading, Math.max(2 * rowHeight, firstRowHeight(flow, columns, rows, { rowHeight })));
    drawTable(flow, columns, rows, { rowHeight });
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
  pairs('Conclusion', [['Post 1', conclusion.post1]], 16);
  drawSignatures(flow, form);
}
