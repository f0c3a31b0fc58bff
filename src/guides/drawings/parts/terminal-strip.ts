import type { Pen } from '../../layout/pen.ts';
import { inks } from '../palette.ts';

/** Distance of two terminals in mm. */
const pitch = 6.6;

/** The middle of a terminal of a strip that begins at `x`; the first is 0. */
function terminalAt(x: number, index: number): number {
  return x + (index + 0.5) * pitch;
}

/** A row of screw terminals, 6 mm high, with the names of the terminals over or under it. */
export function drawTerminals(
  pen: Pen,
  x: number,
  y: number,
  names: readonly string[],
  title: string,
  titleSide: 'above' | 'below',
): void {
  pen.rect(x, y, names.length * pitch, 6, { fill: inks.metal, edge: inks.metalEdge });
  names.forEach((name, index) => {
    const middle = terminalAt(x, index);
    pen.circle(middle, y + 3, 1.7, { fill: inks.white, edge: inks.metalEdge });
    pen.line([
      [middle - 1.1, y + 4.1],
      [middle + 1.1, y + 1.9],
    ]);
    pen.text(name, middle, titleSide === 'above' ? y + 9 : y - 1.2, { size: 7, bold: true, align: 'center' });
  });
  const titleY = titleSide === 'above' ? y - 1.6 : y + 9.2;
  pen.text(title, x + (names.length * pitch) / 2, titleY, { size: 7.5, colour: inks.grey, align: 'center' });
}
