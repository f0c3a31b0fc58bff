import type { Drawing } from '../layout/blocks.ts';
import type { Pen } from '../layout/pen.ts';
import { inks } from './parts.ts';

const bit = 4.5;

function drawFrame(pen: Pen, y: number, first: number, firstText: string, second: number, secondText: string): void {
  const parts = [
    { bits: 1, text: 'P', fill: inks.metal },
    { bits: first, text: firstText, fill: inks.glass },
    { bits: second, text: secondText, fill: inks.board },
    { bits: 1, text: 'P', fill: inks.metal },
  ];
  let x = 24;
  for (const { bits, text, fill } of parts) {
    pen.rect(x, y, bits * bit, 8, { fill, edge: inks.ink });
    pen.text(text, x + (bits * bit) / 2, y + 5.2, { size: 8.5, align: 'center' });
    x += bits * bit;
  }
  pen.text(`${first + second + 2} bit`, 20, y + 5.2, { size: 9, bold: true, align: 'right' });
}

/** To scale; P is a parity bit. */
export const wiegandFrame: Drawing = {
  height: 23,
  draw(pen) {
    drawFrame(pen, 1, 8, 'facility 0 to 255', 16, 'card 0 to 65535');
    drawFrame(pen, 13, 16, 'facility 0 to 65535', 16, 'card 0 to 65535');
  },
};
