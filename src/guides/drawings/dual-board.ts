import type { Drawing } from '../layout/blocks.ts';
import { drawMarker, drawTerminals, inks } from './parts.ts';

const reader = ['12V', 'GND', 'D0', 'D1', 'LED', 'BEEP'];

export const dualBoard: Drawing = {
  height: 88,
  draw(pen) {
    pen.rect(10, 6, 166, 76, { fill: inks.board, edge: inks.boardEdge, width: 0.5, radius: 2 });
    drawTerminals(pen, 20, 12, ['12V', 'GND'], 'J1 Power', 'above');
    drawTerminals(pen, 44, 12, reader, 'J2 Reader A, lane 1', 'above');
    drawTerminals(pen, 94, 12, reader, 'J3 Reader B, lane 2', 'above');
    drawTerminals(pen, 144, 12, ['A', 'B', 'GND'], 'J4 RS-485', 'above');
    drawTerminals(pen, 20, 70, ['NO', 'COM', 'NC'], 'J5 Relay 1', 'below');
    drawTerminals(pen, 48, 70, ['NO', 'COM', 'NC'], 'J6 Relay 2', 'below');
    drawTerminals(pen, 76, 70, ['EX1', 'GND', 'EX2', 'GND'], 'J7 Exit inputs', 'below');
    drawTerminals(pen, 110, 70, ['S1', 'GND', 'S2', 'GND'], 'J8 Sensor inputs', 'below');
    drawTerminals(pen, 144, 70, ['TMP', 'GND'], 'J9 Tamper', 'below');

    pen.rect(22, 36, 24, 16, { fill: inks.ink, radius: 1 });
    pen.text('K1', 34, 45.5, { size: 9, bold: true, colour: inks.white, align: 'center' });
    pen.rect(52, 36, 24, 16, { fill: inks.ink, radius: 1 });
    pen.text('K2', 64, 45.5, { size: 9, bold: true, colour: inks.white, align: 'center' });
    drawMarker(pen, 1, 34, 56.5);
    drawMarker(pen, 1, 64, 56.5);

    pen.rect(86, 34, 30, 20, { fill: '#2F3A44', radius: 1 });
    pen.text('Processor', 101, 43, { size: 8.5, bold: true, colour: inks.white, align: 'center' });
    pen.text('event memory', 101, 47.2, { size: 8, colour: inks.white, align: 'center' });
    drawMarker(pen, 2, 101, 58.5);

    pen.rect(124, 33, 21, 12, { fill: inks.red, radius: 0.8 });
    for (let key = 0; key < 6; key += 1) {
      pen.rect(125.6 + key * 3.1, 35, 2.2, 8, { fill: inks.white });
      pen.rect(125.6 + key * 3.1, 39, 2.2, 4, { fill: inks.ink });
    }
    pen.text('SW1 address', 134.5, 48.4, { size: 7.5, align: 'center' });
    drawMarker(pen, 3, 134.5, 53);

    ['PWR', 'RUN', 'COMM', 'FAULT'].forEach((name, index) => {
      pen.circle(154, 34 + index * 6, 1.5, { fill: index === 3 ? inks.red : inks.green, edge: inks.ink });
      pen.text(name, 158, 35 + index * 6, { size: 7.5, bold: true });
    });
    drawMarker(pen, 4, 157, 59);
  },
};
