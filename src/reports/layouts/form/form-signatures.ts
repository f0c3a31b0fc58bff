import type { MaintenanceForm, Stroke } from '../../../records/maintenance-form/maintenance-form.ts';
import { inkCurves, onCurve, pen, signatureBox, type InkCurve } from '../../../records/maintenance-form/signature.ts';
import { drawSection, lineHeight, type Flow } from '../../engine/flow.ts';
import { colours, page, type Paper } from '../../engine/layout.ts';
import { drawText, fitText } from '../../text/draw-text.ts';

/** In mm. */
const box = { width: 90, height: 30, gutter: 6 } as const;
/** Where typed text starts on the lines below the box. */
const indent = 19;
const firstLine = 7;
/** Longer than any name; the boxes must stay together on one page. */
const maxLines = 4;

const label = { size: 9, bold: true, colour: colours.grey };
const style = { size: 10.5 };

interface Party {
  who: string;
  strokes: readonly Stroke[];
  typed: readonly { name: string; lines: readonly string[] }[];
}

/** Who did the work and who accepted it, side by side. Always on the page of their heading. */
export function drawSignatures(flow: Flow, { signatures, drawn }: MaintenanceForm): void {
  const typed = (name: string, text: string) => ({ name, lines: linesOf(flow, text) });
  const parties: Party[] = [
    { who: 'Sales engineer', strokes: drawn.salesEngineer, typed: [typed('Name', signatures.salesEngineer)] },
    {
      who: 'Client',
      strokes: drawn.client,
      typed: [typed('Name', signatures.ClientName), typed('ID number', signatures.ClientIdNumber)],
    },
  ];
  const height =
    8 +
    box.height +
    Math.max(...parties.map((party) => party.typed.reduce((sum, one) => sum + typedHeight(one.lines), 0)));
  drawSection(flow, 'Signatures', height);
  const top = flow.y;
  parties.forEach((party, index) => drawParty(flow, page.left + index * (box.width + box.gutter), top, party));
  flow.space(height);
}

function linesOf(flow: Flow, text: string): string[] {
  const across = box.width - indent - 1;
  const lines = flow.lines(text, style, across);
  if (lines.length <= maxLines) return lines;
  const rest = fitText(flow.paper.fonts, lines.slice(maxLines - 1).join(' '), style, across);
  return [...lines.slice(0, maxLines - 1), rest];
}

function typedHeight(lines: readonly string[]): number {
  return firstLine + (lines.length - 1) * lineHeight(style);
}

function drawParty(flow: Flow, x: number, top: number, { who, strokes, typed }: Party): void {
  const { paper } = flow;
  const { doc } = paper;
  drawText(paper, who, x, top + 3.6, label);
  doc.setDrawColor(colours.line);
  doc.setLineWidth(0.25);
  doc.rect(x, top + 5.5, box.width, box.height);
  drawInk(paper, strokes, { x, y: top + 5.5, width: box.width, height: box.height });
  let above = top + 5.5 + box.height;
  for (const { name, lines } of typed) {
    const first = above + firstLine - 1.3;
    drawText(paper, name, x, first, label);
    lines.forEach((line, index) => drawText(paper, line, x + indent, first + index * lineHeight(style), style));
    above += typedHeight(lines);
    doc.setDrawColor(colours.line);
    doc.setLineWidth(0.25);
    doc.line(x + indent - 1, above, x + box.width, above);
  }
}

/** In mm. */
interface InkArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Steps, in mm, in which a line grows thicker: too fine to be seen. */
const widthStep = 0.03;
const maxPieces = 16;

/** As smooth as on the screen, whatever the size of the print. */
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
    // as on the pad, the line thickens towards its end
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

/** Moves points outside the box to its edge. */
function insideBox(stroke: Stroke): Stroke {
  return stroke.map(([right, below, time]) =>
    time === undefined ? [clamp(right), clamp(below)] : [clamp(right), clamp(below), time],
  );
}

function clamp(share: number): number {
  return Math.min(0.99, Math.max(0.01, share));
}
