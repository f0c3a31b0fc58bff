import { companyName } from '../../../src/records/company.ts';
import { drawPairs, drawSection, Flow } from '../../../src/reports/engine/flow.ts';
import { type Layout, type Paper, colours, page } from '../../../src/reports/engine/layout.ts';
import { drawLetterhead } from '../../../src/reports/engine/letterhead.ts';
import { drawText } from '../../../src/reports/text/draw-text.ts';
import { readDemoData, type DemoSite } from './demo-data.ts';
import type { DemoDocument } from './demo-files.ts';
import { reportFromDisk, smallFonts } from './disk-reports.ts';

// The documents that the office has added to a site of the demo: its agreement, with the terms of the site's record, and a plan of a lane.

const foot = 'Illustrative document of a demonstration installation';

/** The data of both layouts. */
interface DocumentOfSite {
  document: DemoDocument;
  site: DemoSite;
}

function filedLayout(
  heading: string,
  texts: (filed: DocumentOfSite) => readonly string[],
  draw: (flow: Flow, filed: DocumentOfSite) => void,
) {
  const layout: Layout<DocumentOfSite> = {
    meta: ({ document, site }) => ({
      title: document.title,
      subject: 'Demonstration document',
      fileName: document.fileName,
      madeOn: document.filedAt,
      running: [site.sitename, document.title],
      foot,
      fileId: document.fileName,
    }),
    texts: (filed) => [heading, filed.document.title, filed.site.sitename, ...texts(filed)],
    photos: () => [],
    draw: (paper, filed) => {
      const flow = new Flow(paper, drawLetterhead(paper, heading, filed.site.sitename) + 6);
      draw(flow, filed);
      return [];
    },
  };
  return layout;
}

const termsOf = ({ site }: DocumentOfSite): (readonly [string, string])[] => [
  ['Client', `${site.sitename}, ${site.address}`],
  ['Contractor', companyName],
  ['Installation', `${site.gate_numbers} gates, ${site.rfid_unit} RFID readers`],
  ['Until', site.contract_until],
  ['Preventive maintenance', site.preventive_maintenance],
  ['Emergency visits', site.emergency_visit ?? 'As agreed'],
];

const clauses = [
  [
    'Preventive visits',
    'At each visit the arm, its spring and its limit switches, the loop detectors, the readers and the controller are checked, measured and recorded with photos.',
  ],
  [
    'Emergency visits',
    'A technician comes within the agreed hours of the report, day and night. Parts that wear are included; damage by vehicles, lightning and water is not.',
  ],
  ['Records', 'Each visit is recorded in the portal on the same day, with a service report that the client may sign.'],
] as const;

const agreement = filedLayout(
  'Service agreement',
  (filed) => [...termsOf(filed).flat(), ...clauses.flat()],
  (flow, filed) => {
    drawPairs(flow, termsOf(filed), 46);
    for (const [heading, text] of clauses) {
      flow.space(3);
      drawSection(flow, heading, 14);
      flow.paragraph(text, { size: 10.5 });
    }
  },
);

/** A part of the lane in the plan. Position and size are in mm, measured from the upper left corner of the plan. */
interface LanePart {
  name: string;
  note: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const lane: readonly LanePart[] = [
  { name: 'Reader mast', note: 'Antenna at 4.2 m', x: 26, y: 44, width: 5, height: 5 },
  { name: 'Loop L1', note: '2.0 x 1.0 m, presence', x: 62, y: 66, width: 22, height: 12 },
  { name: 'Barrier', note: 'Arm of 4.0 m', x: 98, y: 42, width: 8, height: 9 },
  { name: 'Loop L2', note: '2.0 x 1.0 m, closing', x: 118, y: 66, width: 22, height: 12 },
];
const laneLabels = ['Island', 'Lane, 3.6 m', 'Direction of travel'] as const;

const drawing = filedLayout(
  'Lane drawing',
  () => [
    'P1 Main Gate, entrance',
    ...laneLabels,
    ...lane.flatMap(({ name, note }) => [name, note, `${name}: ${note}`]),
  ],
  (flow) => {
    drawSection(flow, 'P1 Main Gate, entrance', 120);
    drawPlan(flow.paper, page.left, flow.y + 4);
    flow.space(120);
    drawPairs(
      flow,
      lane.map(({ name, note }) => [name, note]),
    );
  },
);

/** The lane seen from above, with the island along its upper side. */
function drawPlan(paper: Paper, left: number, top: number): void {
  const { doc } = paper;
  const [island, width, direction] = laneLabels;
  doc.setDrawColor(colours.ink);
  doc.setLineWidth(0.4);
  doc.setFillColor(colours.ground);
  doc.rect(left, top + 38, 180, 16, 'FD');
  doc.line(left, top + 90, left + 180, top + 90);
  doc.setFillColor(colours.white);
  doc.setDrawColor(colours.brand);
  for (const { x, y, width: across, height } of lane) doc.rect(left + x, top + y, across, height, 'FD');
  // the arm, closed over the lane
  doc.setLineWidth(1.2);
  doc.setDrawColor(colours.red);
  doc.line(left + 102, top + 51, left + 102, top + 89);
  doc.setLineWidth(0.4);
  doc.setDrawColor(colours.ink);
  doc.line(left + 8, top + 100, left + 58, top + 100);
  doc.lines(
    [
      [-4, -2],
      [0, 4],
      [4, -2],
    ],
    left + 58,
    top + 100,
    [1, 1],
    'F',
  );
  const small = { size: 9, colour: colours.grey };
  drawText(paper, island, left + 4, top + 48, small);
  drawText(paper, width, left + 4, top + 86, small);
  drawText(paper, direction, left + 8, top + 106, small);
  for (const { name, x, y, height } of lane) {
    const isOnIsland = y < 60;
    drawText(paper, name, left + x, isOnIsland ? top + 34 : top + y + height + 5, { size: 9, bold: true });
  }
}

const layouts = { 'service-agreement.pdf': agreement, 'lane-drawing.pdf': drawing };

/** Draws a document of the demo, the same bytes on every run. */
export async function makeFiledDocument(root: string, document: DemoDocument): Promise<Uint8Array> {
  const site = readDemoData(root).maintable.find(({ id }) => id === document.siteId);
  if (!site) throw new Error(`There is no site ${document.siteId} in the demo`);
  const layout = layouts[document.fileName];
  const filed = { document, site };
  const usedText = [...layout.texts(filed), foot, companyName, ' 0123456789/[]'].join('');
  return (await reportFromDisk(layout, filed, { root, fonts: smallFonts(root, usedText) })).bytes;
}
