import type { MaintenanceForm, Stroke } from '../../../domain/maintenance-form.ts';
import type { Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/paper.ts';
import { drawSection } from '../../engine/section.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';

/** The box that signatures are drawn in, in mm. */
const box = { width: 90, height: 30, gutter: 6 } as const;
const line = 7;

/** Two boxes side by side: who did the work and who accepted it. Never torn from their heading. */
export function drawSignatures(flow: Flow, { signatures, drawn }: MaintenanceForm): void {
  const height = 6 + box.height + 2 * line + 2;
  drawSection(flow, 'Signatures', height);
  const top = flow.y;
  drawParty(flow, page.left, top, 'Sales engineer', drawn.salesEngineer, [['Name', signatures.salesEngineer]]);
  drawParty(flow, page.left + box.width + box.gutter, top, 'Client', drawn.client, [
    ['Name', signatures.ClientName],
    ['ID number', signatures.ClientIdNumber],
  ]);
  flow.space(height);
}

function drawParty(
  flow: Flow,
  x: number,
  top: number,
  who: string,
  strokes: readonly Stroke[],
  lines: readonly (readonly [string, string])[],
): void {
  const { paper } = flow;
  const { doc, fonts } = paper;
  const label = { size: 9, bold: true, colour: colours.grey };
  const style = { size: 10.5 };
  drawText(paper, who, x, top + 3.6, label);
  doc.setDrawColor(colours.line);
  doc.setLineWidth(0.25);
  doc.rect(x, top + 5.5, box.width, box.height);
  drawStrokes(flow, strokes, x, top + 5.5);
  lines.forEach(([name, text], index) => {
    const y = top + 5.5 + box.height + (index + 1) * line;
    drawText(paper, name, x, y - 1.3, label);
    drawText(paper, fitText(fonts, text, style, box.width - 20), x + 19, y - 1.3, style);
    doc.setDrawColor(colours.line);
    doc.line(x + 18, y, x + box.width, y);
  });
}

function drawStrokes(flow: Flow, strokes: readonly Stroke[], x: number, y: number): void {
  const { doc } = flow.paper;
  doc.setDrawColor(colours.pen);
  doc.setFillColor(colours.pen);
  doc.setLineWidth(0.5);
  doc.setLineCap('round');
  doc.setLineJoin('round');
  for (const stroke of strokes) {
    const points = stroke.map(
      ([across, down]) => [x + clamp(across) * box.width, y + clamp(down) * box.height] as const,
    );
    const [first, ...rest] = points;
    if (!first) continue;
    if (rest.length === 0) doc.circle(first[0], first[1], 0.35, 'F');
    else {
      doc.moveTo(first[0], first[1]);
      for (const [toX, toY] of rest) doc.lineTo(toX, toY);
      doc.stroke();
    }
  }
  doc.setLineCap('butt');
}

/** A line that left its box stays at the edge. */
function clamp(share: number): number {
  return Math.min(0.99, Math.max(0.01, share));
}
