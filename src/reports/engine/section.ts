import { drawText } from '../text/draw-text.ts';
import type { Flow } from './flow.ts';
import { colours, page } from './page-style.ts';

/** A heading over a thin rule; goes to a new page with what follows when `follows` mm have no room under it. */
export function drawSection(flow: Flow, text: string, follows: number): void {
  const { doc } = flow.paper;
  flow.need(11 + follows);
  drawText(flow.paper, text, page.left, flow.y + 5.5, { size: 14, bold: true });
  doc.setDrawColor(colours.brand);
  doc.setLineWidth(0.6);
  doc.line(page.left, flow.y + 8, page.right, flow.y + 8);
  flow.space(11);
}
