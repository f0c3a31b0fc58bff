import type { Drawing } from '../layout/blocks.ts';
import { drawWindow, inks } from './parts.ts';

const columns = [12, 60, 98, 124, 152];
const head = ['Device', 'Address', 'State', 'Last event', 'Clock'];
const rows = [
  { cells: ['KAC-400 P1 Main Gate', '192.168.10.20', 'Online', '21 Nov, 09:14:06', 'in step'], online: true },
  { cells: ['KDC-485E converter', '192.168.10.31', 'Online', '-', '-'], online: true },
  { cells: ['KAC-20S P2 Rear Gate', 'RS-485, 2', 'Online', '21 Nov, 09:13:51', 'in step'], online: true },
  { cells: ['KAC-20S P3 Visitor', 'RS-485, 3', 'Offline', '21 Nov, 07:40:12', 'unknown'], online: false },
] as const;

export const statusScreen: Drawing = {
  height: 52,
  draw(pen) {
    drawWindow(pen, 52, 'GateKeeper Access Manager', ['Monitor', 'Users', 'Groups', 'Events', 'Devices'], 4);
    head.forEach((text, index) => pen.text(text, columns[index] ?? 0, 18, { size: 8, bold: true, colour: inks.grey }));
    rows.forEach(({ cells, online }, index) => {
      const y = 21 + index * 7.4;
      if (!online) pen.rect(2, y, 182, 7, { fill: '#FCEDEA' });
      pen.circle(7, y + 3.5, 1.6, { fill: online ? inks.green : inks.red });
      cells.forEach((text, column) =>
        pen.text(text, columns[column] ?? 0, y + 4.6, { size: 8.5, bold: !online && column === 2 }),
      );
    });
  },
};
