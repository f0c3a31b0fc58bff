import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsPDF } from 'jspdf';
import { trueTypeOf } from './woff.ts';

/** The printable width of A4 with 15 mm margins, in mm, and its left edge. */
export const left = 15;
export const width = 180;

export const ink = '#17212B';
export const grey = '#46525E';
const ruled = '#D8D4C9';

const fonts = [
  ['barlow', 'Barlow', 'normal', 400],
  ['barlow', 'Barlow', 'bold', 600],
  ['barlow-semi-condensed', 'Condensed', 'bold', 600],
] as const;

/** An empty A4 document in mm that has the same bytes on every run. `date` is YYYY-MM-DD. */
export function newDocument(root: string, title: string, fileId: string, date: string): jsPDF {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true });
  doc.setFileId(fileId);
  // as text with its zone: a Date would be written in the zone of the machine
  doc.setCreationDate(`D:${date.replaceAll('-', '')}120000+08'00'`);
  doc.setLanguage('en-GB');
  doc.setProperties({ title, author: 'GateKeeper Field Service', subject: 'Demonstration document' });
  for (const [folder, family, style, weight] of fonts) {
    const name = `${folder}-latin-${weight}-normal`;
    const woff = readFileSync(join(root, 'node_modules/@fontsource', folder, 'files', `${name}.woff`));
    doc.addFileToVFS(`${name}.ttf`, trueTypeOf(woff).toString('base64'));
    doc.addFont(`${name}.ttf`, family, style);
  }
  return doc;
}

/** Writes one line at a baseline. `size` is in points. */
export function write(
  doc: jsPDF,
  text: string,
  x: number,
  y: number,
  size: number,
  look: 'normal' | 'bold' | 'title' = 'normal',
  colour = ink,
  align: 'left' | 'right' | 'center' = 'left',
): void {
  doc.setFont(look === 'title' ? 'Condensed' : 'Barlow', look === 'normal' ? 'normal' : 'bold');
  doc.setFontSize(size);
  doc.setTextColor(colour);
  doc.text(text, x, y, { align });
}

/** A section heading; returns the y below it. */
export function heading(doc: jsPDF, text: string, y: number): number {
  write(doc, text, left, y + 5, 13, 'title');
  doc.setDrawColor('#0B5563');
  doc.setLineWidth(0.6);
  doc.line(left, y + 7.2, left + width, y + 7.2);
  return y + 9;
}

/** The lines of a text in the current font, each at most `across` mm long. */
function wrap(doc: jsPDF, text: string, across: number): string[] {
  const lines: unknown = doc.splitTextToSize(text, across);
  return Array.isArray(lines) ? lines.map(String) : [text];
}

/** Wrapped text in a width of `across` mm; returns the y below it. */
export function paragraph(doc: jsPDF, text: string, x: number, y: number, across: number): number {
  doc.setFont('Barlow', 'normal');
  doc.setFontSize(9.5);
  const lines = wrap(doc, text, across);
  lines.forEach((line, i) => write(doc, line, x, y + 4 + i * 4.4, 9.5));
  return y + lines.length * 4.4 + 2;
}

const resultColour: Record<string, [string, string]> = {
  Pass: ['#1A6B3C', '#E2F2E7'],
  Attention: ['#7A4B00', '#FFF0CC'],
};

function result(doc: jsPDF, text: string, x: number, y: number): void {
  const [front, back] = resultColour[text] ?? [ink, '#FFFFFF'];
  doc.setFillColor(back);
  doc.roundedRect(x - 1, y - 3.5, 18, 4.8, 2.4, 2.4, 'F');
  write(doc, text, x + 8, y, 8.5, 'bold', front, 'center');
}

/** A ruled table; the first row is its head. `columns` are the x of each column in mm from the left margin. Returns the y below. */
export function table(
  doc: jsPDF,
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  top: number,
): number {
  let y = top;
  rows.forEach((row, index) => {
    const lines = row.map((cell, i) => {
      doc.setFont('Barlow', 'normal');
      doc.setFontSize(9);
      return wrap(doc, cell, (columns[i + 1] ?? width) - (columns[i] ?? 0) - 3);
    });
    const height = Math.max(...lines.map((cell) => cell.length)) * 4 + 2;
    if (index === 0) {
      doc.setFillColor('#EBE9E2');
      doc.rect(left, y, width, height, 'F');
    }
    lines.forEach((cell, i) => {
      const x = left + 2 + (columns[i] ?? 0);
      const text = row[i] ?? '';
      if (resultColour[text]) result(doc, text, x, y + 4.2);
      else
        cell.forEach((line, k) =>
          write(doc, line, x, y + 4.2 + k * 4, 9, index === 0 || i === 0 ? 'bold' : 'normal', index === 0 ? grey : ink),
        );
    });
    y += height;
    doc.setDrawColor(ruled);
    doc.setLineWidth(0.2);
    doc.line(left, y, left + width, y);
  });
  return y + 3;
}
