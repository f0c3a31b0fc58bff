import type { Drawing } from '../layout/blocks.ts';
import { drawDevice, drawMeasure, inks } from './parts.ts';

export const cabinetPlan: Drawing = {
  height: 92,
  draw(pen) {
    pen.rect(20, 2, 146, 82, { fill: inks.pale, edge: inks.ink, width: 0.8, radius: 2 });
    pen.text('230 V side', 26, 8, { size: 8.5, bold: true, colour: inks.red });
    pen.text('12 V, 24 V and data side', 160, 8, { size: 8.5, bold: true, colour: inks.blue, align: 'right' });
    drawDevice(pen, { x: 26, y: 11, width: 34, height: 12, name: 'RCD and MCB' });
    drawDevice(pen, { x: 26, y: 27, width: 34, height: 14, name: 'SPD type 2', lines: ['window green'] });
    drawDevice(pen, { x: 26, y: 45, width: 34, height: 12, name: 'AVR, 230 V out' });
    drawDevice(pen, { x: 68, y: 45, width: 32, height: 12, name: '12 V DC supply' });
    drawDevice(pen, { x: 118, y: 11, width: 42, height: 14, name: 'KAC-400', lines: ['door controller'] });
    drawDevice(pen, { x: 118, y: 29, width: 42, height: 12, name: 'Loop detectors' });
    drawDevice(pen, { x: 118, y: 45, width: 42, height: 12, name: 'Data SPD', lines: ['RS-485, RJ45'] });
    const mains = { colour: inks.red, width: 0.7, arrow: true };
    pen.line(
      [
        [43, 23],
        [43, 27],
      ],
      mains,
    );
    pen.line(
      [
        [43, 41],
        [43, 45],
      ],
      mains,
    );
    pen.line(
      [
        [60, 51],
        [68, 51],
      ],
      mains,
    );
    pen.line(
      [
        [100, 51],
        [110, 51],
        [110, 18],
        [118, 18],
      ],
      { colour: inks.blue, width: 0.7, arrow: true },
    );
    pen.text('12 V DC', 108.5, 41, { size: 8, colour: inks.blue, align: 'right' });
    drawMeasure(pen, [60, 34], [110, 34], '500 mm or more');
    pen.rect(26, 66, 134, 5, { fill: '#D9B24A', edge: inks.ink });
    pen.text('earth bar', 93, 69.6, { size: 8, bold: true, align: 'center' });
    for (const [x, y] of [
      [94, 57],
      [140, 57],
    ] as const)
      pen.line(
        [
          [x, y],
          [x, 66],
        ],
        { colour: inks.earth, width: 0.6 },
      );
    pen.line(
      [
        [26, 34],
        [23, 34],
        [23, 68.5],
        [26, 68.5],
      ],
      { colour: inks.earth, width: 0.6 },
    );
    pen.line(
      [
        [40, 71],
        [40, 90],
      ],
      { colour: inks.earth, width: 1, arrow: true },
    );
    pen.text('earth electrode', 44, 90, { size: 8, colour: inks.earth });
    pen.rect(60, 78, 18, 6, { fill: inks.metal, edge: inks.ink });
    pen.text('mains gland', 69, 82, { size: 7, align: 'center' });
    pen.rect(120, 78, 18, 6, { fill: inks.metal, edge: inks.ink });
    pen.text('data gland', 129, 82, { size: 7, align: 'center' });
    pen.rect(92, 81, 8, 3, { fill: inks.white, edge: inks.ink });
    pen.text('drain', 96, 89, { size: 8, colour: inks.grey, align: 'center' });
  },
};
