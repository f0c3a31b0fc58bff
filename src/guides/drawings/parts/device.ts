import type { Pen } from '../../layout/pen.ts';
import { inks } from '../palette.ts';

interface Device {
  x: number;
  y: number;
  width: number;
  height: number;
  name: string;
  /** Smaller lines under the name. */
  lines?: readonly string[];
  fill?: string;
}

/** A box with the name of a device in its middle. */
export function drawDevice(pen: Pen, { x, y, width, height, name, lines = [], fill = inks.white }: Device): void {
  pen.rect(x, y, width, height, { fill, edge: inks.brand, width: 0.4, radius: 1.2 });
  const middle = x + width / 2;
  const first = y + height / 2 + 1.2 - lines.length * 1.8;
  pen.text(name, middle, first, { size: 9, bold: true, align: 'center' });
  lines.forEach((line, index) =>
    pen.text(line, middle, first + 3.7 * (index + 1), { size: 8, colour: inks.grey, align: 'center' }),
  );
}
