import type { Pen } from '../../layout/pen.ts';
import { inks } from '../palette.ts';

/** The frame of a window of the software: a dark bar with its name, and tabs under it. Answers nothing; the body begins at y 13. */
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

/** A field of a form with what is in it. */
export function drawField(pen: Pen, x: number, y: number, width: number, label: string, value: string): void {
  pen.text(label, x, y, { size: 7.5, colour: inks.grey });
  pen.rect(x, y + 1.2, width, 6, { fill: inks.white, edge: inks.metalEdge, radius: 0.8 });
  pen.text(value, x + 2, y + 5.4, { size: 9 });
}

/** A button; the one that is meant to be pressed is filled. */
export function drawButton(pen: Pen, x: number, y: number, width: number, word: string, main: boolean): void {
  pen.rect(x, y, width, 6.4, main ? { fill: inks.brand, radius: 0.8 } : { edge: inks.brand, radius: 0.8 });
  const colour = main ? inks.white : inks.brand;
  pen.text(word, x + width / 2, y + 4.4, { size: 8.5, bold: true, colour, align: 'center' });
}
