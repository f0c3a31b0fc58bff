import type { Drawing } from '../layout/blocks.ts';
import type { Pen } from '../layout/pen.ts';
import { drawDevice, inks } from './parts.ts';

const middles = [24, 70, 116, 162];
const devices = [
  { name: 'KDC-485E', lines: ['converter', '9600 8N1'] },
  { name: 'KAC-20S', lines: ['lanes 1 and 2', 'address 2'] },
  { name: 'KAC-20S', lines: ['lanes 3 and 4', 'address 3'] },
  { name: 'KAC-20S', lines: ['last on the line', 'address 4'] },
];

function drawResistor(pen: Pen, x: number): void {
  pen.rect(x - 6.5, 35, 13, 4.6, { fill: inks.amber, edge: inks.ink });
  pen.text('120 ohm', x, 38.4, { size: 7.5, bold: true, align: 'center' });
}

export const bus: Drawing = {
  height: 47,
  draw(pen) {
    devices.forEach((device, index) =>
      drawDevice(pen, { x: (middles[index] ?? 0) - 17, y: 2, width: 34, height: 18, ...device }),
    );
    for (const [y, colour, name, shift, from, to] of [
      [27, inks.blue, 'A', -5, 15, 171],
      [32, inks.green, 'B', 5, 29, 167],
    ] as const) {
      pen.line(
        [
          [from, y],
          [to, y],
        ],
        { colour, width: 0.7 },
      );
      pen.text(name, from - 2, y + 1.1, { size: 8.5, bold: true, colour, align: 'right' });
      for (const x of middles) {
        pen.line(
          [
            [x + shift, 20],
            [x + shift, y],
          ],
          { colour, width: 0.7 },
        );
        pen.circle(x + shift, y, 0.8, { fill: colour });
      }
    }
    drawResistor(pen, 24);
    drawResistor(pen, 162);
    // the resistors are between A and B
    for (const [x, out] of [
      [24, -1],
      [162, 1],
    ] as const)
      for (const [side, from, colour] of [
        [out, 27, inks.blue],
        [-out, 32, inks.green],
      ] as const)
        pen.line(
          [
            [x + side * 9, from],
            [x + side * 9, 37.3],
            [x + side * 6.5, 37.3],
          ],
          { colour, width: 0.7 },
        );
    pen.text('one shielded twisted pair from device to device, no branches, up to 1200 m', 93, 38.4, {
      size: 8,
      colour: inks.grey,
      align: 'center',
    });
    pen.text('shield joined through, to the earth bar at the converter only', 93, 44, {
      size: 8,
      colour: inks.earth,
      align: 'center',
    });
  },
};
