import type { Drawing } from '../layout/blocks.ts';
import { drawDevice, inks } from './parts.ts';

export const fireInput: Drawing = {
  height: 34,
  draw(pen) {
    drawDevice(pen, {
      x: 2,
      y: 4,
      width: 40,
      height: 26,
      name: 'Fire alarm panel',
      lines: ['dry contact,', 'closes on alarm'],
      fill: '#FCEDEA',
    });
    drawDevice(pen, {
      x: 92,
      y: 4,
      width: 38,
      height: 26,
      name: 'KAC-400',
      lines: ['fire input', 'FIRE and GND'],
      fill: inks.metal,
    });
    drawDevice(pen, { x: 152, y: 4, width: 32, height: 26, name: 'Barriers', lines: ['open and', 'stay open'] });
    for (const y of [12, 22])
      pen.line(
        [
          [42, y],
          [92, y],
        ],
        { colour: inks.red, width: 0.7 },
      );
    pen.text('two cores, free of voltage', 67, 18.2, { size: 8, colour: inks.grey, align: 'center' });
    pen.line(
      [
        [130, 17],
        [152, 17],
      ],
      { width: 0.7, arrow: true },
    );
    pen.text('relays', 140, 15.4, { size: 8, colour: inks.grey, align: 'center' });
  },
};
