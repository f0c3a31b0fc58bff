import type { Drawing } from '../layout/blocks.ts';
import type { Pen } from '../layout/pen.ts';
import { inks } from './parts.ts';

const values = [1, 2, 4, 8, 16, 32];

function drawSwitch(pen: Pen, x: number, address: number, sum: string): void {
  pen.rect(x, 6, 52, 20, { fill: inks.red, radius: 1 });
  pen.text('ON', x + 1.5, 12.2, { size: 7, bold: true, colour: inks.white });
  values.forEach((value, index) => {
    const left = x + 8 + index * 7.2;
    const isOn = Math.floor(address / value) % 2 === 1;
    pen.text(`${value}`, left + 2, 4.6, { size: 8, colour: inks.grey, align: 'center' });
    pen.rect(left, 8.5, 4, 11.5, { fill: inks.white });
    pen.rect(left + 0.4, isOn ? 9 : 14.5, 3.2, 5, { fill: inks.ink });
    pen.text(`${index + 1}`, left + 2, 24, { size: 7.5, bold: true, colour: inks.white, align: 'center' });
  });
  pen.text(`address ${address} = ${sum}`, x + 26, 31, { size: 9, bold: true, align: 'center' });
}

export const dipSwitch: Drawing = {
  height: 33,
  draw(pen) {
    drawSwitch(pen, 2, 2, '2');
    drawSwitch(pen, 67, 3, '1 + 2');
    drawSwitch(pen, 132, 39, '1 + 2 + 4 + 32');
  },
};
