import type { Drawing } from '../layout/blocks.ts';
import type { Pen, Point } from '../layout/pen.ts';
import { drawDevice, inks } from './parts.ts';

const cable = (pen: Pen, points: readonly Point[]) => pen.line(points, { colour: inks.brand, width: 0.7 });

export const network: Drawing = {
  height: 75,
  draw(pen) {
    drawDevice(pen, { x: 2, y: 8, width: 42, height: 18, name: 'Server', lines: ['Access Manager', '192.168.10.10'] });
    drawDevice(pen, {
      x: 2,
      y: 46,
      width: 42,
      height: 18,
      name: 'Guard house PC',
      lines: ['monitor screen', '192.168.10.11'],
    });
    drawDevice(pen, {
      x: 66,
      y: 27,
      width: 34,
      height: 20,
      name: 'PoE switch',
      lines: ['802.3af', '192.168.10.2'],
      fill: inks.glass,
    });
    drawDevice(pen, {
      x: 130,
      y: 2,
      width: 54,
      height: 18,
      name: 'KAC-400',
      lines: ['controller, PoE', '192.168.10.20'],
    });
    drawDevice(pen, {
      x: 130,
      y: 28,
      width: 54,
      height: 18,
      name: 'KDC-485E',
      lines: ['RS-485 converter', '192.168.10.31'],
    });
    drawDevice(pen, { x: 130, y: 56, width: 25, height: 14, name: 'KAC-20S', lines: ['address 2'], fill: inks.board });
    drawDevice(pen, { x: 159, y: 56, width: 25, height: 14, name: 'KAC-20S', lines: ['address 3'], fill: inks.board });
    cable(pen, [
      [44, 17],
      [55, 17],
      [55, 33],
      [66, 33],
    ]);
    cable(pen, [
      [44, 55],
      [55, 55],
      [55, 41],
      [66, 41],
    ]);
    cable(pen, [
      [100, 33],
      [114, 33],
      [114, 11],
      [130, 11],
    ]);
    cable(pen, [
      [100, 40],
      [130, 40],
    ]);
    pen.line(
      [
        [142.5, 46],
        [142.5, 56],
      ],
      { colour: inks.green, width: 0.7 },
    );
    pen.line(
      [
        [155, 63],
        [159, 63],
      ],
      { colour: inks.green, width: 0.7 },
    );
    pen.text('RS-485', 144.5, 52.4, { size: 8, colour: inks.green });
    pen.line(
      [
        [83, 27],
        [83, 12],
      ],
      { colour: inks.metalEdge, dashed: true },
    );
    drawDevice(pen, { x: 64, y: 2, width: 38, height: 10, name: 'Router, time server', fill: inks.pale });
    pen.text('copper: 100 m at most,', 83, 52.6, { size: 8, colour: inks.grey, align: 'center' });
    pen.text('each cable', 83, 56.4, { size: 8, colour: inks.grey, align: 'center' });
    pen.text('data SPD at both ends of every outdoor cable', 93, 73.6, {
      size: 8,
      colour: inks.earth,
      align: 'center',
    });
  },
};
