import type { Drawing } from '../layout/blocks.ts';
import { drawDevice, inks } from './parts.ts';

const cores = [
  { name: '12V', colour: inks.red, core: '+12 V' },
  { name: 'GND', colour: inks.ink, core: '0 V' },
  { name: 'D0', colour: inks.green, core: 'Data 0, green' },
  { name: 'D1', colour: '#9AA3AB', core: 'Data 1, white' },
  { name: 'LED', colour: inks.blue, core: 'Reader lamp' },
  { name: 'BEEP', colour: inks.yellow, core: 'Reader sounder' },
] as const;

const top = 9;
const gap = 7;

export const readerWiring: Drawing = {
  height: 56,
  draw(pen) {
    drawDevice(pen, {
      x: 2,
      y: 5,
      width: 34,
      height: 44,
      name: 'UHF reader',
      lines: ['KUR-12', 'or KUR-9'],
      fill: inks.glass,
    });
    pen.rect(144, 5, 40, 44, { fill: inks.board, edge: inks.boardEdge, width: 0.5, radius: 1.2 });
    pen.text('KAC-20S', 171, 26, { size: 9, bold: true, align: 'center' });
    pen.text('J2 or J3', 171, 30, { size: 8, colour: inks.grey, align: 'center' });
    cores.forEach(({ name, colour, core }, index) => {
      const y = top + index * gap;
      pen.line(
        [
          [36, y],
          [144, y],
        ],
        { colour, width: 0.8 },
      );
      pen.text(core, 38.5, y - 1.2, { size: 7.5, colour: inks.grey });
      pen.rect(144, y - 2.4, 5, 4.8, { fill: inks.metal, edge: inks.metalEdge });
      pen.text(name, 151, y + 1, { size: 8, bold: true });
    });
    // the shield: a sleeve around all cores
    for (const x of [70, 122])
      pen.line(
        [
          [x, 6],
          [x, 47],
        ],
        { colour: inks.grey, dashed: true },
      );
    for (const y of [6, 47])
      pen.line(
        [
          [70, y],
          [122, y],
        ],
        { colour: inks.grey, dashed: true },
      );
    pen.text('Shield', 96, 4.6, { size: 8, bold: true, colour: inks.earth, align: 'center' });
    pen.line(
      [
        [122, 47],
        [122, 52.5],
        [128, 52.5],
      ],
      { colour: inks.earth, width: 0.6, arrow: true },
    );
    pen.text('to the earth bar, at the board only', 130, 53.5, { size: 7.5, colour: inks.earth });
    pen.text('cut and insulated at the reader', 68.5, 53.5, { size: 7.5, colour: inks.earth, align: 'right' });
  },
};
