import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { companyName } from '../../../src/records/company.ts';
import { drawPairs, drawSection, Flow, drawTable, type TableColumn } from '../../../src/reports/engine/flow.ts';
import { type Layout, type Paper, type PhotoSlot, colours, page } from '../../../src/reports/engine/layout.ts';
import { drawLetterhead } from '../../../src/reports/engine/letterhead.ts';
import { drawText } from '../../../src/reports/text/draw-text.ts';
import { photoFolder, reportFile } from './demo-files.ts';
import { reportFromDisk } from './disk-reports.ts';
import { checks, visits, type Visit } from './visits.ts';

const title = 'Service report';
const column = (width: number, label = false): TableColumn => ({
  width,
  style: label ? { size: 9, bold: true, colour: colours.grey } : { size: 9 },
  label,
});

/** A service report of two A4 pages. Photos are given by name, not by URL. */
const serviceReport: Layout<Visit> = {
  meta: (visit) => ({
    title: `${title} ${visit.number}`,
    subject: 'Demonstration document',
    fileName: `${visit.number}.pdf`,
    madeOn: `${visit.isoDate}T12:00:00+08:00`,
    running: [visit.client, `${title} ${visit.number}`],
    foot: `${visit.number} · Illustrative document of a demonstration installation`,
    fileId: visit.number,
  }),
  texts: (visit) => [
    visit.client,
    visit.address,
    visit.findings,
    visit.action,
    visit.accepted,
    ...visit.readings.flat(),
    ...visit.equipment.flat(),
    ...checks.flat(),
  ],
  photos: ({ photos }) => photos.map(([name]) => name),
  draw: drawReport,
};

function drawReport(paper: Paper, visit: Visit): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, title, `${visit.number}, ${visit.date}`) + 4);
  drawPairs(flow, [
    ['Client', visit.client],
    ['Lane', visit.lane],
    ['Site address', visit.address],
    ['Contract', visit.contract],
    ['Technician', visit.technician],
    ['On site', `${visit.arrived} to ${visit.left} (Singapore time)`],
  ]);
  drawSection(flow, 'Equipment', 20);
  drawTable(flow, [column(38, true), column(88), column(60)], visit.equipment, {
    head: ['Equipment', 'Model', 'Version, counter'],
  });
  flow.space(1);
  drawSection(flow, 'Checklist', 20);
  drawTable(flow, [column(38, true), column(129), column(19)], checks, { head: ['Check', 'What was done', 'Result'] });
  flow.space(1);
  drawSection(flow, 'Readings', 20);
  drawTable(flow, [column(62, true), column(52), column(50), column(22)], visit.readings, {
    head: ['Reading', 'Measured', 'Limit', 'Result'],
  });

  flow.newPage();
  const slots = drawServicePhotos(flow, visit);
  for (const [heading, text] of [
    ['Findings', visit.findings],
    ['Recommended action', visit.action],
  ] as const) {
    drawSection(flow, heading, 12);
    flow.paragraph(text, { size: 10.5 });
    flow.space(4);
  }
  drawSection(flow, 'Parts and next visit', 12);
  drawPairs(flow, [
    ['Parts used', visit.parts],
    ['Next visit', visit.next],
  ]);
  flow.space(3);
  drawSection(flow, 'Signatures', 32);
  drawSignature(flow, `For ${companyName}`, visit.technician, visit.date, page.left, signatures[0]);
  drawSignature(flow, 'Accepted for the client', visit.accepted, visit.date, page.left + 96, signatures[1]);
  return slots;
}

function drawServicePhotos(flow: Flow, visit: Visit): PhotoSlot[] {
  drawSection(flow, 'Photos', 74);
  const slots = visit.photos.map(([, caption], photo) => {
    const x = page.left + photo * 96;
    drawText(flow.paper, caption, x, flow.y + 72, { size: 8.5, colour: colours.grey });
    return { photo, page: flow.page, x, y: flow.y, width: 90, height: 67.5 };
  });
  flow.space(79);
  return slots;
}

type Curve = number[][];

const signatures: readonly [Curve, Curve] = [
  [
    [6, -9, 7, -4, 5, 1],
    [2, 6, 5, -8, 9, -3],
    [8, 2, 12, -2, 22, -3],
  ],
  [
    [3, -10, 9, -8, 6, 2],
    [4, 3, 8, -9, 11, -1],
    [5, 3, 9, -3, 14, -2],
  ],
];

function drawSignature(flow: Flow, role: string, name: string, date: string, x: number, curve: Curve): void {
  const { paper, y } = flow;
  paper.doc.setDrawColor(colours.pen);
  paper.doc.setLineWidth(0.5);
  paper.doc.lines(curve, x + 8, y + 15, [1, 1], 'S');
  paper.doc.setDrawColor(colours.ink);
  paper.doc.setLineWidth(0.3);
  paper.doc.line(x, y + 19, x + 90, y + 19);
  drawText(paper, role, x, y + 3, { size: 9, bold: true, colour: colours.grey });
  drawText(paper, name, x, y + 23.5, { size: 10 });
  drawText(paper, date, x, y + 28, { size: 9, colour: colours.grey });
}

/** Its photos must have been drawn. */
export async function makeServiceReport(root: string, visit: Visit): Promise<Uint8Array> {
  return (await reportFromDisk(serviceReport, visit, { root, photos: photoFolder(root, visit.siteId) })).bytes;
}

const recordTitle = 'Service record';
const recordNumber = 'Sample document';

const explanation =
  'This page stands in for every service record of the project records. It shows where a record will be found and how ' +
  'it is saved. It describes no visit, no site and no person.';

const pairs = [
  ['Client', 'As on the service contract'],
  ['Lane', 'Entrance or exit, with its post'],
  ['Date of visit', 'Day, month and year, Singapore time'],
  ['Technician', 'Who was on site'],
] as const;

const sections = [
  ['Work done', 'What was checked, adjusted and replaced, in the order of the checklist.'],
  ['Readings', 'Supply voltage, opening and closing time, reading distance of the tags.'],
  ['Parts used', 'Each part with its number and quantity, or none.'],
  ['Recommended action', 'What should be done before the next visit, and by whom.'],
] as const;

/** The placeholder behind each file of the project records: one A4 page. */
const sampleRecord: Layout<null> = {
  meta: () => ({
    title: `${recordTitle}: ${recordNumber.toLowerCase()}`,
    subject: 'Demonstration document',
    fileName: 'sample-record.pdf',
    madeOn: '2025-12-31T12:00:00+08:00',
    running: [recordTitle, recordNumber],
    foot: `${recordNumber} of a demonstration installation`,
    fileId: 'sample-record',
  }),
  texts: () => [explanation, ...pairs.flat(), ...sections.flat()],
  photos: () => [],
  draw: (paper) => {
    const flow = new Flow(paper, drawLetterhead(paper, recordTitle, recordNumber) + 6);
    flow.paragraph(explanation, { size: 11 });
    flow.space(5);
    drawPairs(flow, pairs);
    for (const [heading, text] of sections) {
      flow.space(3);
      drawSection(flow, heading, 14);
      flow.paragraph(text, { size: 10.5 });
    }
    return [];
  },
};

export async function makeSampleRecord(root: string): Promise<Uint8Array> {
  return (await reportFromDisk(sampleRecord, null, { root })).bytes;
}

// npm run demo:draw
if (process.argv[1] === import.meta.filename) {
  const root = process.cwd();
  for (const visit of visits) await writeFile(reportFile(root, visit.siteId), await makeServiceReport(root, visit));
  await writeFile(join(root, 'public/sample-record.pdf'), await makeSampleRecord(root));
}
