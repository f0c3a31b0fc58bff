import type { Paper } from '../../reports/engine/layout.ts';
import { colours } from '../../reports/engine/page-style.ts';
import { drawText } from '../../reports/text/draw-text.ts';

export type Point = readonly [x: number, y: number];

interface LineStyle {
  colour?: string;
  /** In mm. */
  width?: number;
  dashed?: boolean;
  arrow?: boolean;
}

interface Area {
  fill?: string;
  edge?: string;
  /** Of the edge, in mm. */
  width?: number;
  /** Of the corners, in mm. */
  radius?: number;
}

interface PenTextStyle {
  /** In points. */
  size?: number;
  bold?: boolean;
  colour?: string;
  align?: 'left' | 'center' | 'right';
}

/** All lengths in mm from the upper left corner of the drawing. */
export interface Pen {
  line(points: readonly Point[], stroke?: LineStyle): void;
  rect(x: number, y: number, width: number, height: number, area: Area): void;
  circle(x: number, y: number, radius: number, area: Area): void;
  polygon(points: readonly Point[], area: Area): void;
  /** One line of text, `y` being its baseline. */
  text(text: string, x: number, y: number, style?: PenTextStyle): void;
}

/** jsPDF's style letters: filled, outlined, or both. */
function modeOf({ fill, edge }: Area): 'F' | 'S' | 'FD' {
  if (fill && edge) return 'FD';
  return fill ? 'F' : 'S';
}

/** @param left of the drawing's upper left corner, in mm */
export function penOn(paper: Paper, left: number, top: number): Pen {
  const { doc } = paper;
  const set = ({ fill, edge, width = 0.25 }: Area) => {
    if (fill) doc.setFillColor(fill);
    if (edge) doc.setDrawColor(edge);
    doc.setLineWidth(width);
  };
  const trace = (points: readonly Point[]) =>
    points.forEach(([x, y], index) => {
      if (index === 0) doc.moveTo(left + x, top + y);
      else doc.lineTo(left + x, top + y);
    });
  const fillPolygon = (points: readonly Point[], area: Area) => {
    set(area);
    trace(points);
    doc.close();
    if (area.fill && area.edge) doc.fillStroke();
    else if (area.fill) doc.fill();
    else doc.stroke();
  };
  return {
    line(points, { colour = colours.ink, width = 0.35, dashed = false, arrow = false } = {}) {
      doc.setDrawColor(colour);
      doc.setLineWidth(width);
      if (dashed) doc.setLineDashPattern([1.4, 1.1], 0);
      trace(points);
      doc.stroke();
      if (dashed) doc.setLineDashPattern([], 0);
      if (arrow) fillPolygon(headOf(points), { fill: colour });
    },
    rect(x, y, width, height, area) {
      set(area);
      const { radius = 0 } = area;
      doc.roundedRect(left + x, top + y, width, height, radius, radius, modeOf(area));
    },
    circle(x, y, radius, area) {
      set(area);
      doc.circle(left + x, top + y, radius, modeOf(area));
    },
    polygon: fillPolygon,
    text(text, x, y, { size = 8.5, bold = false, colour = colours.ink, align = 'left' } = {}) {
      drawText(paper, text, left + x, top + y, { size, bold, colour }, align);
    },
  };
}

function headOf(points: readonly Point[]): Point[] {
  const [toX, toY] = points.at(-1) ?? [0, 0];
  const [fromX, fromY] = points.at(-2) ?? [0, 0];
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [alongX, alongY] = [(toX - fromX) / length, (toY - fromY) / length];
  const corner = (side: number): Point => [
    toX - alongX * 2.2 - alongY * side * 0.9,
    toY - alongY * 2.2 + alongX * side * 0.9,
  ];
  return [[toX, toY], corner(1), corner(-1)];
}
