import type { Pen } from '../../layout/pen.ts';
import { inks } from '../palette.ts';

/** A number in a disc, which the table under the figure explains. */
export function drawMarker(pen: Pen, number: number, x: number, y: number): void {
  pen.circle(x, y, 2.4, { fill: inks.amber, edge: inks.ink });
  pen.text(`${number}`, x, y + 1.1, { size: 8.5, bold: true, align: 'center' });
}

/** A measure between two points of a level or upright line, with its text beside the middle. */
export function drawMeasure(
  pen: Pen,
  from: readonly [number, number],
  to: readonly [number, number],
  text: string,
): void {
  const stroke = { colour: inks.blue, width: 0.25, arrow: true };
  pen.line([from, to], stroke);
  pen.line([to, from], stroke);
  const level = from[1] === to[1];
  const x = (from[0] + to[0]) / 2;
  const y = (from[1] + to[1]) / 2;
  if (level) pen.text(text, x, y - 1.2, { size: 7.5, colour: inks.blue, align: 'center' });
  else pen.text(text, x + 1.5, y + 1, { size: 7.5, colour: inks.blue });
}
