import type { Drawing } from '../layout/blocks.ts';
import { drawMarker, inks } from './parts.ts';

const doors = ['Door 1', 'Door 2', 'Door 3', 'Door 4'];

export const controllerFront: Drawing = {
  height: 68,
  draw(pen) {
    pen.rect(14, 4, 158, 60, { fill: inks.metal, edge: inks.ink, width: 0.6, radius: 2 });
    doors.forEach((door, index) => {
      const x = 20 + index * 27;
      pen.rect(x, 9, 24, 9, { fill: inks.board, edge: inks.boardEdge });
      for (let terminal = 0; terminal < 6; terminal += 1)
        pen.circle(x + 2.4 + terminal * 3.8, 13.5, 1.2, { fill: inks.white, edge: inks.metalEdge });
      pen.text(`Reader ${index + 1}`, x + 12, 21.6, { size: 7.5, align: 'center' });
      pen.rect(x, 50, 24, 9, { fill: inks.board, edge: inks.boardEdge });
      for (let terminal = 0; terminal < 6; terminal += 1)
        pen.circle(x + 2.4 + terminal * 3.8, 54.5, 1.2, { fill: inks.white, edge: inks.metalEdge });
      pen.text(door, x + 12, 48, { size: 7.5, align: 'center' });
    });
    pen.rect(20, 26, 60, 17, { fill: inks.ink, radius: 1 });
    pen.text('KAC-400', 50, 34, { size: 12, bold: true, colour: inks.white, align: 'center' });
    pen.text('four-door controller', 50, 39, { size: 8, colour: inks.white, align: 'center' });
    ['PWR', 'RUN', 'COMM', 'FAULT'].forEach((name, index) => {
      pen.circle(88 + index * 11, 31, 1.7, { fill: index === 3 ? inks.red : inks.green, edge: inks.ink });
      pen.text(name, 88 + index * 11, 36.4, { size: 7.5, bold: true, align: 'center' });
    });
    pen.rect(134, 9, 14, 12, { fill: inks.white, edge: inks.ink });
    pen.rect(137, 14, 8, 5, { fill: inks.ink });
    pen.text('LAN, PoE', 141, 24.6, { size: 7.5, align: 'center' });
    pen.rect(152, 9, 15, 12, { fill: inks.board, edge: inks.boardEdge });
    pen.text('12 V DC', 159.5, 24.6, { size: 7.5, align: 'center' });
    pen.rect(134, 50, 14, 9, { fill: inks.board, edge: inks.boardEdge });
    pen.text('RS-485', 141, 48, { size: 7.5, align: 'center' });
    pen.rect(152, 50, 15, 9, { fill: inks.board, edge: inks.boardEdge });
    pen.text('Fire input', 159.5, 48, { size: 7.5, align: 'center' });
    pen.circle(145, 35, 3.4, { fill: inks.white, edge: inks.ink });
    pen.text('Reset', 145, 41.6, { size: 7.5, align: 'center' });
    drawMarker(pen, 1, 14, 13.5);
    drawMarker(pen, 2, 14, 54.5);
    drawMarker(pen, 3, 134, 9);
    drawMarker(pen, 4, 167, 9);
    drawMarker(pen, 5, 134, 59);
    drawMarker(pen, 6, 167, 59);
    drawMarker(pen, 7, 82.5, 27);
    drawMarker(pen, 8, 152, 35);
  },
};
