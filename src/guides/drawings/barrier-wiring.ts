import type { Drawing } from '../layout/blocks.ts';
import { drawDevice, inks } from './parts.ts';

const left = 52;
const rows = [
  { y: 10, terminal: 'COM', from: 'J5', to: 118, colour: inks.ink },
  { y: 17, terminal: 'NO', from: 'J5', to: 118, colour: inks.ink },
  { y: 33, terminal: 'S1', from: 'J8', to: 118, colour: inks.blue },
  { y: 40, terminal: 'GND', from: 'J8', to: 118, colour: inks.blue },
  { y: 56, terminal: 'EX1', from: 'J7', to: 118, colour: inks.green },
  { y: 63, terminal: 'GND', from: 'J7', to: 118, colour: inks.green },
] as const;

export const barrierWiring: Drawing = {
  height: 70,
  draw(pen) {
    pen.rect(2, 3, left, 65, { fill: inks.board, edge: inks.boardEdge, width: 0.5, radius: 1.2 });
    pen.text('KAC-20S', 18, 35, { size: 9, bold: true, align: 'center' });
    pen.text('lane 1', 18, 39, { size: 8, colour: inks.grey, align: 'center' });
    for (const { y, terminal, from, to, colour } of rows) {
      pen.line(
        [
          [2 + left, y],
          [to, y],
        ],
        { colour, width: 0.7 },
      );
      pen.rect(left - 3, y - 2.4, 5, 4.8, { fill: inks.metal, edge: inks.metalEdge });
      pen.text(`${from} ${terminal}`, left - 5, y + 1, { size: 8, bold: true, align: 'right' });
    }
    pen.text('dry contact, pulse 0.5 to 1 s', 86, 14.3, { size: 8, colour: inks.grey, align: 'center' });
    pen.text('closed while a vehicle is on the loop', 86, 37.3, { size: 8, colour: inks.grey, align: 'center' });
    pen.text('closed while pressed', 86, 60.3, { size: 8, colour: inks.grey, align: 'center' });
    drawDevice(pen, { x: 118, y: 3, width: 34, height: 20, name: 'Barrier control', lines: ['OPEN and common'] });
    drawDevice(pen, { x: 118, y: 27, width: 34, height: 20, name: 'Loop detector', lines: ['relay, presence'] });
    drawDevice(pen, { x: 118, y: 51, width: 34, height: 17, name: "Guard's button", lines: ['normally open'] });
    pen.line(
      [
        [152, 13],
        [162, 13],
      ],
      { width: 0.8 },
    );
    pen.circle(167, 13, 5, { fill: inks.metal, edge: inks.ink });
    pen.text('M', 167, 14.4, { size: 10, bold: true, align: 'center' });
    pen.text('motor', 167, 21.6, { size: 8, colour: inks.grey, align: 'center' });
    for (let turn = 0; turn < 3; turn += 1)
      pen.rect(160 + turn * 1.2, 31 + turn * 1.2, 20 - turn * 2.4, 11 - turn * 2.4, { edge: inks.blue, radius: 1 });
    pen.line(
      [
        [152, 36.5],
        [160, 36.5],
      ],
      { colour: inks.blue, width: 0.7 },
    );
    pen.text('loop', 170, 45.6, { size: 8, colour: inks.grey, align: 'center' });
  },
};
