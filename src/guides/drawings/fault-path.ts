import type { Drawing } from '../layout/blocks.ts';
import { drawDevice, inks } from './parts.ts';

const steps = [
  { question: 'Link LED lit?', no: 'Cable side', look: 'plug, PoE, switch port' },
  { question: 'Answers a ping?', no: 'Address side', look: 'IP address, mask, VLAN' },
  { question: 'Shown as Online?', no: 'Server side', look: 'port, service, licence' },
  { question: 'Events arrive?', no: 'Reader side', look: 'power, wiring, loop' },
] as const;

export const faultPath: Drawing = {
  height: 46,
  draw(pen) {
    steps.forEach(({ question, no, look }, index) => {
      const x = index * 47;
      const middle = x + 20;
      drawDevice(pen, { x, y: 4, width: 40, height: 12, name: question, fill: inks.glass });
      drawDevice(pen, { x, y: 30, width: 40, height: 14, name: no, lines: [look], fill: '#FCEDEA' });
      pen.line(
        [
          [middle, 16],
          [middle, 30],
        ],
        { colour: inks.red, width: 0.6, arrow: true },
      );
      pen.text('No', middle + 2, 23.5, { size: 8.5, bold: true, colour: inks.red });
      if (index === steps.length - 1) return;
      pen.line(
        [
          [x + 40, 10],
          [x + 47, 10],
        ],
        { colour: inks.green, width: 0.6, arrow: true },
      );
      pen.text('Yes', x + 43.2, 8.4, { size: 8, bold: true, colour: inks.green, align: 'center' });
    });
  },
};
