import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { companyName } from '../../../src/records/company.ts';
import { drawPairs, drawSection, Flow, drawTable, type TableColumn } from '../../../src/reports/engine/flow.ts';
import { type Layout, type Paper, colours, page } from '../../../src/reports/engine/layout.ts';
import { drawLetterhead } from '../../../src/reports/engine/letterhead.ts';
import { drawText } from '../../../src/reports/text/draw-text.ts';
import { readDemoData } from './demo-data.ts';
import { demoDocuments, demoDocumentFile, demoReportFile } from './demo-files.ts';
import { reportFromDisk, smallFonts } from './disk-reports.ts';
import { random } from './drawing.ts';
import { makeFiledDocument } from './filed-documents.ts';
import { withOtherPosts } from './other-posts.ts';
import { listReports, type ServiceReport } from './report-facts.ts';

const title = 'Service report';
const column = (width: number, label = false): TableColumn => ({
  width,
  style: label ? { size: 9, bold: true, colour: colours.grey } : { size: 9 },
  label,
});

/** A service report of one A4 page. */
const serviceReport: Layout<ServiceReport> = {
  meta: (report) => ({
    title: `${title} ${report.number}`,
    subject: 'Demonstration document',
    fileName: `${report.number}.pdf`,
    madeOn: report.time,
    running: [report.client, `${title} ${report.number}`],
    foot: `${report.number} · Illustrative document of a demonstration installation`,
    fileId: reportStamp(report),
  }),
  texts: (report) => [
    ...Object.values(report).flatMap((value: unknown) => (typeof value === 'string' ? [value] : [])),
    ...report.readings.flat(),
    ...report.checks.flat(),
  ],
  photos: () => [],
  draw: drawReport,
};

/** A hash of the report's content. It is the id of the PDF, which a test compares. */
export const reportStamp = (report: ServiceReport): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 16);

/** The fixed texts of the layout. */
const labels = [
  'Visit',
  'Kind',
  'Post',
  'Client',
  'Contract',
  'Technician',
  ', on site to (Singapore time)',
  'Work and findings',
  'Readings',
  'Reading',
  'Measured',
  'Limit',
  'Result',
  'Checklist',
  'Check',
  'What was done',
  'Action, parts and next visit',
  'Recommended',
  'Parts used',
  'Next visit',
  'Signatures',
  'For',
  'Accepted for the client',
];

function drawReport(paper: Paper, report: ServiceReport): [] {
  const flow = new Flow(paper, drawLetterhead(paper, title, `${report.number}, ${report.date}`) + 4);
  drawPairs(flow, [
    ['Visit', report.title],
    ['Kind', report.kind],
    ['Post', report.posts],
    ['Client', `${report.client}, ${report.address}`],
    ['Contract', report.contract],
    ['Technician', `${report.technician}, on site ${report.arrived} to ${report.left} (Singapore time)`],
  ]);
  flow.space(1);
  drawSection(flow, 'Work and findings', 12);
  flow.paragraph(report.work, { size: 10.5 });
  flow.space(2);
  if (report.readings.length > 0) {
    drawSection(flow, 'Readings', 20);
    drawTable(flow, [column(76, true), column(40), column(48), column(22)], report.readings, {
      head: ['Reading', 'Measured', 'Limit', 'Result'],
    });
    flow.space(2);
  }
  if (report.checks.length > 0) {
    drawSection(flow, 'Checklist', 20);
    drawTable(flow, [column(38, true), column(129), column(19)], report.checks, {
      head: ['Check', 'What was done', 'Result'],
    });
    flow.space(2);
  }
  drawSection(flow, 'Action, parts and next visit', 12);
  drawPairs(flow, [
    ['Recommended', report.action],
    ['Parts used', report.parts],
    ['Next visit', report.next],
  ]);
  flow.space(3);
  drawSection(flow, 'Signatures', 32);
  drawSignature(flow, `For ${companyName}`, report.technician, report.date, page.left);
  drawSignature(flow, 'Accepted for the client', report.accepted, report.date, page.left + 96);
  return [];
}

/** The curves of an invented signature, made from the letters of the name: always the same for a person. */
function signatureOf(name: string): number[][] {
  const next = random(Array.from(name).reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 99_991);
  const between = (least: number, most: number) => least + next() * (most - least);
  const wave = () => [between(2, 4), between(3, 6), between(5, 8), between(-8, -5), between(7, 10), between(-2, 1)];
  return [
    [between(2, 4), between(-12, -7), between(6, 9), between(-9, -4), between(5, 7), between(0, 3)],
    wave(),
    wave(),
    [between(6, 9), between(1, 3), between(10, 13), between(-3, -1), between(14, 22), between(-3, -1)],
  ];
}

function drawSignature(flow: Flow, role: string, name: string, date: string, x: number): void {
  const { paper, y } = flow;
  paper.doc.setDrawColor(colours.pen);
  paper.doc.setLineWidth(0.5);
  paper.doc.lines(signatureOf(name), x + 8, y + 15, [1, 1], 'S');
  paper.doc.setDrawColor(colours.ink);
  paper.doc.setLineWidth(0.3);
  paper.doc.line(x, y + 19, x + 90, y + 19);
  drawText(paper, role, x, y + 3, { size: 9, bold: true, colour: colours.grey });
  drawText(paper, name, x, y + 23.5, { size: 10 });
  drawText(paper, date, x, y + 28, { size: 9, colour: colours.grey });
}

export async function makeServiceReport(root: string, report: ServiceReport): Promise<Uint8Array> {
  const meta = serviceReport.meta(report);
  // the fonts also need the characters of the layout's own texts, and the digits of the footer
  const usedText = [...serviceReport.texts(report), meta.foot, ...labels, companyName, ' 0123456789/[]'].join('');
  return (await reportFromDisk(serviceReport, report, { root, fonts: smallFonts(root, usedText) })).bytes;
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

/** The page that stands in for each file of the project records: one A4 page. */
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
  await rm(join(root, 'supabase/local/demo/reports'), { recursive: true, force: true });
  const reports = listReports(withOtherPosts(readDemoData(root)).maintable);
  for (const report of reports) {
    const file = demoReportFile(root, report);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await makeServiceReport(root, report));
  }
  for (const document of demoDocuments) {
    const file = demoDocumentFile(root, document);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await makeFiledDocument(root, document));
  }
  await writeFile(join(root, 'public/sample-record.pdf'), await makeSampleRecord(root));
  console.log(`${reports.length} service reports and ${demoDocuments.length} documents written`);
}
