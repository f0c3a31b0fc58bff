import type { Drawing } from '../layout/blocks.ts';
import { drawButton, drawMarker, drawWindow, inks } from './parts.ts';

const lanes = [
  { name: 'P1 Main Gate, entrance', mode: 'Normal', last: '09:14:06  B-12-03  VKX 2084  passed', colour: inks.green },
  { name: 'P1 Main Gate, exit', mode: 'Normal', last: '09:13:40  A-03-11  BQD 771  passed', colour: inks.green },
  { name: 'P3 Visitor lane', mode: 'Hold open', last: '09:02:17  guard, hold open', colour: inks.yellow },
] as const;

export const laneModes: Drawing = {
  height: 56,
  draw(pen) {
    drawWindow(pen, 56, 'GateKeeper Access Manager', ['Monitor', 'Users', 'Groups', 'Events', 'Devices'], 0);
    lanes.forEach(({ name, mode, last, colour }, index) => {
      const y = 15 + index * 13.4;
      pen.rect(3, y, 180, 12, { fill: inks.pale, edge: inks.line, radius: 1 });
      pen.circle(8, y + 6, 2, { fill: colour });
      pen.text(name, 13, y + 5, { size: 9, bold: true });
      pen.text(last, 13, y + 9.4, { size: 8, colour: inks.grey });
      pen.text(mode, 92, y + 7.2, { size: 9, bold: true, colour });
      drawButton(pen, 112, y + 2.8, 20, 'Open', true);
      drawButton(pen, 135, y + 2.8, 22, 'Hold open', mode === 'Hold open');
      drawButton(pen, 160, y + 2.8, 20, 'Lock', false);
    });
    drawMarker(pen, 1, 88, 21);
    drawMarker(pen, 2, 122, 17);
    drawMarker(pen, 3, 146, 17);
    drawMarker(pen, 4, 170, 17);
  },
};
