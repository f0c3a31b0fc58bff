import { colours } from '../../reports/engine/page-style.ts';
import type { Pen } from '../layout/pen.ts';

export const inks = {
  ...colours,
  board: '#DCE9DF',
  boardEdge: '#5E8168',
  metal: '#DDE1E5',
  metalEdge: '#7E8A95',
  road: '#E4E2DC',
  green: '#1A8A4A',
  blue: '#2B62B8',
  red: '#C8321F',
  yellow: '#C99700',
  earth: '#4C8A1F',
  glass: '#E6F1F5',
  pale: '#F6F5F1',
} as const;

/** A number in a disc, which the table under the figure explains. */
export function drawMarker(pen: Pen, number: number, x: number, y: number): void {
  pen.circle(x, y, 2.4, { fill: inks.amber, edge: inks.ink });
  pen.text(`${number}`, x, y + 1.1, { size: 8.5, bold: true, align: 'center' });
}

/** A dimension of a horizontal or vertical line, with its text beside the middle. */
export function drawMeasure(
  pen: Pen,
  from: readonly [number, number],
  to: readonly [number, number],
  text: string,
): void {
  const stroke = { colour: inks.blue, width: 0.25, arrow: true };
  pen.line([from, to], stroke);
  pen.line([to, from], stroke);
  const level = from[1] === to[1];
  const x = (from[0] + to[0]) / 2;
  const y = (from[1] + to[1]) / 2;
  if (level) pen.text(text, x, y - 1.2, { size: 7.5, colour: inks.blue, align: 'center' });
  else pen.text(text, x + 1.5, y + 1, { size: 7.5, colour: inks.blue });
}

interface Device {
  x: number;
  y: number;
  width: number;
  height: number;
  name: string;
  lines?: readonly string[];
  fill?: string;
}

export function drawDevice(pen: Pen, { x, y, width, height, name, lines = [], fill = inks.white }: Device): void {
  pen.rect(x, y, width, height, { fill, edge: inks.brand, width: 0.4, radius: 1.2 });
  const middle = x + width / 2;
  const first = y + height / 2 + 1.2 - lines.length * 1.8;
  pen.text(name, middle, first, { size: 9, bold: true, align: 'center' });
  lines.forEach((line, index) =>
    pen.text(line, middle, first + 3.7 * (index + 1), { size: 8, colour: inks.grey, align: 'center' }),
  );
}

/** Distance between terminals in mm. */
const pitch = 6.6;

/** @param index from 0, in a strip that begins at `x`. */
function terminalAt(x: number, index: number): number {
  return x + (index + 0.5) * pitch;
}

/** Screw terminals, 6 mm high, named above or below. */
export function drawTerminals(
  pen: Pen,
  x: number,
  y: number,
  names: readonly string[],
  title: string,
  titleSide: 'above' | 'below',
): void {
  pen.rect(x, y, names.length * pitch, 6, { fill: inks.metal, edge: inks.metalEdge });
  names.forEach((name, index) => {
    const middle = terminalAt(x, index);
    pen.circle(middle, y + 3, 1.7, { fill: inks.white, edge: inks.metalEdge });
    pen.line([
      [middle - 1.1, y + 4.1],
      [middle + 1.1, y + 1.9],
    ]);
    pen.text(name, middle, titleSide === 'above' ? y + 9 : y - 1.2, { size: 7, bold: true, align: 'center' });
  });
  const titleY = titleSide === 'above' ? y - 1.6 : y + 9.2;
  pen.text(title, x + (names.length * pitch) / 2, titleY, { size: 7.5, colour: inks.grey, align: 'center' });
}

/** A window of the software: title bar and tabs. Its body begins at y 13. */
export function drawWindow(pen: Pen, height: number, title: string, tabs: readonly string[], open: number): void {
  pen.rect(0, 0, 186, height, { fill: inks.white, edge: inks.metalEdge, radius: 1.5 });
  pen.rect(0, 0, 186, 6.5, { fill: inks.ink, radius: 1.5 });
  pen.text(title, 3, 4.5, { size: 8.5, bold: true, colour: inks.white });
  for (const [index, colour] of [inks.teal, inks.amber, inks.red].entries())
    pen.circle(174 + index * 4, 3.25, 1, { fill: colour });
  tabs.forEach((tab, index) => {
    const x = 3 + index * 27;
    const opened = index === open;
    if (opened) pen.rect(x - 2, 6.5, 26, 6, { fill: inks.pale });
    pen.text(tab, x, 10.7, { size: 8.5, bold: opened, colour: opened ? inks.brand : inks.grey });
  });
  pen.line(
    [
      [0, 12.5],
      [186, 12.5],
    ],
    { colour: inks.line },
  );
}

export function drawField(pen: Pen, x: number, y: number, width: number, label: string, value: string): void {
  pen.text(label, x, y, { size: 7.5, colour: inks.grey });
  pen.rect(x, y + 1.2, width, 6, { fill: inks.white, edge: inks.metalEdge, radius: 0.8 });
  pen.text(value, x + 2, y + 5.4, { size: 9 });
}

/** The button to press is filled. */
export function drawButton(pen: Pen, x: number, y: number, width: number, word: string, main: boolean): void {
  pen.rect(x, y, width, 6.4, main ? { fill: inks.brand, radius: 0.8 } : { edge: inks.brand, radius: 0.8 });
  const colour = main ? inks.white : inks.brand;
  pen.text(word, x + width / 2, y + 4.4, { size: 8.5, bold: true, colour, align: 'center' });
}
