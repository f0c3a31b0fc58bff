import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { jsPDF } from 'jspdf';
import { photoFolder } from '../files.ts';
import { grey, heading, ink, left, newDocument, paragraph, table, width, write } from './page.ts';
import { checks, type Visit } from './visits.ts';

/** The dark band with the lifted arm, the title and the report's number. */
function letterhead(doc: jsPDF, visit: Visit): void {
  doc.setFillColor(ink);
  doc.rect(0, 0, 210, 34, 'F');
  doc.setFillColor('#2E9AAB');
  doc.roundedRect(18, 17, 7, 12, 1.2, 1.2, 'F');
  for (let i = 0; i < 6; i++) {
    doc.setDrawColor(i % 2 === 0 ? '#FFFFFF' : '#E0452F');
    doc.setLineWidth(2.4);
    doc.line(21.5 + i * 2.7, 19.5 - i * 2.1, 24.2 + i * 2.7, 17.4 - i * 2.1);
  }
  doc.setFillColor('#F2B01E');
  doc.circle(21.5, 19.5, 2.1, 'F');
  write(doc, 'GateKeeper Field Service', 44, 15, 11, 'bold', '#B9C2CB');
  write(doc, 'Preventive maintenance report', 44, 24, 19, 'title', '#FFFFFF');
  write(doc, visit.number, 195, 15, 11, 'bold', '#F2B01E', 'right');
  write(doc, visit.date, 195, 23, 11, 'normal', '#FFFFFF', 'right');
}

function pairs(doc: jsPDF, entries: readonly (readonly [string, string])[], top: number): number {
  entries.forEach(([name, value], i) => {
    const x = left + (i % 2) * 92;
    const y = top + Math.floor(i / 2) * 10.5;
    write(doc, name, x, y + 3.5, 8.5, 'bold', grey);
    write(doc, value, x, y + 8, 10);
  });
  return top + Math.ceil(entries.length / 2) * 10.5 + 2;
}

/** Two photos side by side, 88 mm wide, never cropped. */
function photos(doc: jsPDF, root: string, visit: Visit, top: number): number {
  visit.photos.forEach(([name, caption], i) => {
    const x = left + i * 92;
    const bytes = readFileSync(join(photoFolder(root, visit.siteId), `${name}.small.jpg`));
    const { width: w, height: h } = doc.getImageProperties(bytes);
    const scale = Math.min(88 / w, 66 / h);
    doc.setFillColor('#EBE9E2');
    doc.rect(x, top, 88, 66, 'F');
    doc.addImage(bytes, 'JPEG', x + (88 - w * scale) / 2, top + (66 - h * scale) / 2, w * scale, h * scale, name);
    write(doc, caption, x, top + 70.5, 8.5, 'normal', grey);
  });
  return top + 75;
}

function signature(
  doc: jsPDF,
  role: string,
  name: string,
  date: string,
  x: number,
  y: number,
  curve: number[][],
): void {
  doc.setDrawColor('#1B4F8F');
  doc.setLineWidth(0.5);
  doc.lines(curve, x + 8, y + 13, [1, 1], 'S');
  doc.setDrawColor(ink);
  doc.setLineWidth(0.3);
  doc.line(x, y + 17, x + 84, y + 17);
  write(doc, role, x, y + 3, 8.5, 'bold', grey);
  write(doc, name, x, y + 21.5, 10);
  write(doc, date, x, y + 26, 9, 'normal', grey);
}

function footers(doc: jsPDF, visit: Visit): void {
  const pages = doc.getNumberOfPages();
  for (let page = 1; page <= pages; page++) {
    doc.setPage(page);
    write(
      doc,
      `${visit.number} · Illustrative document of a demonstration installation`,
      left,
      288,
      8.5,
      'normal',
      grey,
    );
    write(doc, `Page ${page} / ${pages}`, left + width, 288, 8.5, 'normal', grey, 'right');
  }
}

/** The service report of one visit: two A4 pages, as the bytes of a PDF. The photos must have been drawn. */
export function serviceReport(root: string, visit: Visit): Uint8Array {
  const fileId = createHash('md5').update(visit.number).digest('hex').toUpperCase();
  const doc = newDocument(root, `Service report ${visit.number}`, fileId, visit.isoDate);
  letterhead(doc, visit);
  let y = pairs(
    doc,
    [
      ['Client', visit.client],
      ['Lane', visit.lane],
      ['Site address', visit.address],
      ['Contract', visit.contract],
      ['Technician', visit.technician],
      ['On site', `${visit.arrived} to ${visit.left} (Singapore time)`],
    ],
    39,
  );
  y = table(
    doc,
    [['Equipment', 'Model', 'Version, counter'], ...visit.equipment],
    [0, 42, 125],
    heading(doc, 'Equipment', y) + 1,
  );
  y = table(doc, [['Check', 'What was done', 'Result'], ...checks], [0, 42, 160], heading(doc, 'Checklist', y + 2) + 1);
  y = table(
    doc,
    [['Reading', 'Measured', 'Limit', 'Result'], ...visit.readings],
    [0, 62, 110, 160],
    heading(doc, 'Readings', y + 2) + 1,
  );

  doc.addPage();
  y = photos(doc, root, visit, heading(doc, 'Photos', 16) + 3);
  y = paragraph(doc, visit.findings, left, heading(doc, 'Findings', y + 4) + 1, width);
  y = paragraph(doc, visit.action, left, heading(doc, 'Recommended action', y + 4) + 1, width);
  y = pairs(
    doc,
    [
      ['Parts used', visit.parts],
      ['Next visit', visit.next],
    ],
    heading(doc, 'Parts and next visit', y + 4) + 2,
  );
  y = heading(doc, 'Signatures', y + 4) + 3;
  const [first, second] = [
    [
      [6, -9, 7, -4, 5, 1],
      [2, 6, 5, -8, 9, -3],
      [8, 2, 12, -2, 22, -3],
    ],
    [
      [3, -10, 9, -8, 6, 2],
      [4, 3, 8, -9, 11, -1],
      [5, 3, 9, -3, 14, -2],
    ],
  ];
  signature(doc, 'For GateKeeper Field Service', visit.technician, visit.date, left, y, first ?? []);
  signature(doc, 'Accepted for the client', visit.accepted, visit.date, left + 96, y, second ?? []);
  footers(doc, visit);
  return new Uint8Array(doc.output('arraybuffer'));
}
