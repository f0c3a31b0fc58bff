import { fileNameOf } from '../../../lib/file-names.ts';
import { said, t, tIn } from '../../../lib/language/translate.ts';
import {
  equipmentLabels,
  keysOf,
  resultLabel,
  taskLabels,
  type Check,
  type MaintenanceForm,
  type MaintenanceFormReport,
  type Stroke,
} from '../../../records/maintenance-form/maintenance-form.ts';
import { inkCurves, onCurve, pen, signatureBox, type InkCurve } from '../../../records/maintenance-form/signature.ts';
import { longDay } from '../../../records/time.ts';
import { drawSection, Flow, drawTable, firstRowHeight, type TableColumn, lineHeight } from '../../engine/flow.ts';
import { type Layout, type Paper, colours, page } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { drawText, fitLines, textWidth } from '../../text/draw-text.ts';

const formClient = ({ client }: MaintenanceForm['generalInfo']) => client.trim() || t('Client');

/** The widths of the columns of names and of values, in mm. Both together are as wide as the page's body. */
const [nameWidth, valueWidth] = [52, 134];
const label: TableColumn = { width: nameWidth, style: { size: 9.5, bold: true, colour: colours.grey }, label: true };
const value: TableColumn = { width: valueWidth, style: { size: 10 } };
const fieldColumns = [label, value];
/** The height of a row in mm, high enough to write in it with a pen. */
const penHeight = 7;

/** The columns of a check: its name, its results and its finding, which gets the remaining width. @param results the width of the results in mm */
const checkColumns = (results: number): TableColumn[] => [
  { width: nameWidth, style: { size: 9.5, bold: true, colour: colours.grey }, label: true },
  { width: results, style: { size: 10 } },
  { width: valueWidth - results, style: { size: 10 } },
];

const checkTable = () => ({ head: [t('Check'), t('Result'), t('What was found')], rowHeight: 9 });

const results = [
  { result: 'Pass', x: 2, colour: '#1A6B3C' },
  { result: 'Fail', x: 17, colour: '#A8261A' },
  { result: 'N.A.', x: 31, colour: colours.grey },
] as const;

/**
 * The lengths of a box to tick, in mm: its side, the distance from its left edge to its word, the smallest gap after the word, and the smallest
 * width of the column.
 */
const tick = { box: 3.6, word: 4.8, gap: 2.5, column: 46 };
const resultStyle = { size: 9.5 };

interface PlacedResult {
  result: (typeof results)[number]['result'];
  /** The distance from the left edge of the column, in mm. */
  x: number;
  colour: string;
}

/** The positions of the results, which depend on the widths of the words before them, and the width of their column. */
function placeResults(paper: Paper): { placed: PlacedResult[]; width: number } {
  let end = 0;
  const placed = results.map(({ result, x, colour }) => {
    const left = Math.max(x, end);
    const widths = [false, true].map((bold) => textWidth(paper, resultLabel(result), { ...resultStyle, bold }));
    end = left + tick.word + Math.max(...widths) + tick.gap;
    return { result, x: left, colour };
  });
  return { placed, width: Math.max(tick.column, end) };
}

/** The form of one visit for the client (`spec §3`). */
export const maintenanceFormReport: Layout<MaintenanceFormReport> = {
  meta: ({ form, madeOn: instant }) => {
    const { client, date } = form.generalInfo;
    const running = t('Maintenance Report, {when}', { when: longDay(date) });
    return {
      title: t('Maintenance Report, {client}, {date}', { client: formClient(form.generalInfo), date: longDay(date) }),
      subject: t('Preventive maintenance of RFID boom gates'),
      fileName: fileNameOf(client.trim() || 'Client', 'Maintenance-Report', date),
      madeOn: instant,
      running: [formClient(form.generalInfo), running],
      foot: madeOnText(instant),
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

/** Draws a heading and adds a bookmark for it. @param follows the height that must fit on the same page below it, in mm */
function startSection(flow: Flow, heading: string, follows: number): void {
  drawSection(flow, heading, follows);
  flow.paper.doc.outline.add(null, heading, { pageNumber: flow.page });
}

function drawForm(paper: Paper, form: MaintenanceForm): void {
  const { generalInfo, equipment, findings, conclusion } = form;
  const flow = new Flow(paper, drawLetterhead(paper, t('Maintenance Report'), longDay(generalInfo.date)) + 6);
  const pairs = (heading: string, rows: readonly (readonly string[])[], rowHeight = penHeight) => {
    startSection(flow, heading, Math.max(2 * rowHeight, firstRowHeight(flow, fieldColumns, rows, { rowHeight })));
    drawTable(flow, fieldColumns, rows, { rowHeight });
    flow.space(5);
  };

  pairs(t('General information'), [
    [t('Date'), longDay(generalInfo.date)],
    [t('Client'), generalInfo.client],
    [t('Location'), generalInfo.location],
    [t('Sales engineer'), generalInfo.salesEngineer],
  ]);
  pairs(
    t('Equipment'),
    keysOf(equipmentLabels).map((field) => [said(equipmentLabels[field]), equipment[field]]),
  );
  drawChecks(
    flow,
    keysOf(taskLabels).map((field) => ({ name: said(taskLabels[field]), ...form.tasksPerformed[field] })),
  );
  flow.space(5);
  pairs(
    t('Findings'),
    [
      [t('Issue details'), findings.issueDetails],
      [t('Recommended action'), findings.recommendedAction],
    ],
    16,
  );
  pairs(
    t('Conclusion'),
    conclusion.map(({ post, text }) => [post, text]),
    conclusion.length > 2 ? penHeight + 3 : 16,
  );
  drawSignatures(flow, form);
}

function drawChecks(flow: Flow, checks: readonly (Check & { name: string })[]): void {
  const rows = checks.map(({ name, text }) => [name, '', text]);
  const table = checkTable();
  const { placed, width } = placeResults(flow.paper);
  const columns = checkColumns(width);
  startSection(flow, t('Tasks performed'), firstRowHeight(flow, columns, rows, table));
  drawTable(flow, columns, rows, {
    ...table,
    onRow: (row, y) => {
      for (const placedResult of placed)
        drawResult(flow, placedResult, checks[row]?.result === placedResult.result, y + 2.4);
    },
  });
}

function drawResult(flow: Flow, placedResult: PlacedResult, ticked: boolean, y: number): void {
  const { result, x, colour } = placedResult;
  const { doc } = flow.paper;
  const left = page.left + nameWidth + x;
  doc.setDrawColor(ticked ? colour : colours.grey);
  doc.setLineWidth(0.3);
  doc.rect(left, y, tick.box, tick.box);
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
  const word = { ...resultStyle, bold: ticked, colour: ticked ? colour : colours.grey };
  drawText(flow.paper, resultLabel(result), left + tick.word, y + 3, word);
}

/** The box of a signature, in mm. */
const box = { width: 90, height: 30, gutter: 6 } as const;
/** On the lines below the box: the smallest distance from the left to the typed text, and the gap between the label and the text, in mm. */
const typedText = { least: 19, gap: 4 };
const firstLine = 7;
/** The most lines of a typed name. It is limited, because both boxes must stay on one page. */
const maxLines = 4;

const boxLabel = { size: 9, bold: true, colour: colours.grey };
const style = { size: 10.5 };

interface Party {
  who: string;
  strokes: readonly Stroke[];
  typed: readonly { caption: string; lines: readonly string[] }[];
}

/** Draws the signatures of the sales engineer and the client side by side, always on the page of their heading. */
function drawSignatures(flow: Flow, { signatures, drawn }: MaintenanceForm): void {
  const [name, idNumber] = [tIn('of a person', 'Name'), t('ID number')];
  const widths = [name, idNumber].map((caption) => textWidth(flow.paper, caption, boxLabel) + typedText.gap);
  const indent = Math.max(typedText.least, ...widths);
  const typed = (caption: string, text: string) => ({ caption, lines: linesOf(flow, text, box.width - indent - 1) });
  const parties: Party[] = [
    { who: t('Sales engineer'), strokes: drawn.salesEngineer, typed: [typed(name, signatures.salesEngineer)] },
    {
      who: t('Client'),
      strokes: drawn.client,
      typed: [typed(name, signatures.ClientName), typed(idNumber, signatures.ClientIdNumber)],
    },
  ];
  const height =
    8 +
    box.height +
    Math.max(...parties.map((party) => party.typed.reduce((sum, field) => sum + typedHeight(field.lines), 0)));
  startSection(flow, t('Signatures'), height);
  const top = flow.y;
  parties.forEach((party, index) => drawParty(flow, page.left + index * (box.width + box.gutter), top, party, indent));
  flow.space(height);
}

function linesOf(flow: Flow, text: string, across: number): string[] {
  return fitLines(flow.paper.fonts, text, style, across, maxLines);
}

function typedHeight(lines: readonly string[]): number {
  return firstLine + (lines.length - 1) * lineHeight(style);
}

/** Draws the box of a signature and the lines with typed text below it. @param indent from the left end of a line to its typed text, in mm */
function drawParty(flow: Flow, x: number, top: number, { who, strokes, typed }: Party, indent: number): void {
  const { paper } = flow;
  const { doc } = paper;
  drawText(paper, who, x, top + 3.6, boxLabel);
  doc.setDrawColor(colours.line);
  doc.setLineWidth(0.25);
  doc.rect(x, top + 5.5, box.width, box.height);
  drawInk(paper, strokes, { x, y: top + 5.5, width: box.width, height: box.height });
  let above = top + 5.5 + box.height;
  for (const { caption, lines } of typed) {
    const first = above + firstLine - 1.3;
    drawText(paper, caption, x, first, boxLabel);
    lines.forEach((line, index) => drawText(paper, line, x + indent, first + index * lineHeight(style), style));
    above += typedHeight(lines);
    doc.setDrawColor(colours.line);
    doc.setLineWidth(0.25);
    doc.line(x + indent - 1, above, x + box.width, above);
  }
}

/** The area of a signature, in mm. */
interface InkArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The steps in mm in which a line becomes thicker. They are too small to be seen. */
const widthStep = 0.03;
/** The most pieces in which a curve is drawn, each of one width. */
const maxPieces = 16;

/** Draws a signature with curves, so that it is as smooth as on the screen in any size. */
function drawInk({ doc }: Paper, strokes: readonly Stroke[], { x, y, width, height }: InkArea): void {
  const scale = width / signatureBox.width;
  const across = (pixels: number) => x + pixels * scale;
  const down = (pixels: number) => y + (pixels / signatureBox.height) * height;
  doc.setDrawColor(colours.pen);
  doc.setFillColor(colours.pen);
  doc.setLineCap('round');
  doc.setLineJoin('round');

  const drawPiece = (curve: InkCurve, from: number, to: number) => {
    const [start, end] = [onCurve(curve, from), onCurve(curve, to)];
    const third = (to - from) / 3;
    // as in signature_pad, the width changes with the third power of the position
    const radius = curve.fromRadius + (curve.toRadius - curve.fromRadius) * ((from + to) / 2) ** 3;
    doc.setLineWidth(2 * radius * scale);
    doc.moveTo(across(start.point.x), down(start.point.y));
    doc.curveTo(
      across(start.point.x + start.slope.x * third),
      down(start.point.y + start.slope.y * third),
      across(end.point.x - end.slope.x * third),
      down(end.point.y - end.slope.y * third),
      across(end.point.x),
      down(end.point.y),
    );
    doc.stroke();
  };

  for (const stroke of strokes.map(insideBox)) {
    const [first, second] = stroke.map(
      ([right, below]) => [across(right * signatureBox.width), down(below * signatureBox.height)] as const,
    );
    if (stroke.length === 1 && first) doc.circle(first[0], first[1], pen.dotSize * scale, 'F');
    if (stroke.length === 2 && first && second) {
      doc.setLineWidth(2 * pen.dotSize * scale);
      doc.line(first[0], first[1], second[0], second[1]);
    }
    for (const curve of inkCurves(stroke)) {
      const growth = 2 * Math.abs(curve.toRadius - curve.fromRadius) * scale;
      const pieces = Math.min(maxPieces, Math.max(1, Math.ceil(growth / widthStep)));
      for (let piece = 0; piece < pieces; piece += 1) drawPiece(curve, piece / pieces, (piece + 1) / pieces);
    }
  }
  doc.setLineCap('butt');
}

/** Moves points that are outside the box or at its edge to just inside the edge. */
function insideBox(stroke: Stroke): Stroke {
  return stroke.map(([right, below, time]) => [clamp(right), clamp(below), time]);
}

function clamp(share: number): number {
  return Math.min(0.99, Math.max(0.01, share));
}
