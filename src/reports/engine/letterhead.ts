import { drawText } from '../text/draw-text.ts';
import { fitText } from '../text/wrap-text.ts';
import { colours, page } from './page-style.ts';
import type { Paper } from './paper.ts';

/** The company on whose paper the documents are. */
export const company = 'GateKeeper Field Service';

const height = 34;

/** The dark band with the lifted arm at the top of the first page. Answers the y below it. */
export function drawLetterhead(paper: Paper, title: string, subtitle: string): number {
  const { doc, fonts } = paper;
  doc.setFillColor(colours.ink);
  doc.rect(0, 0, page.width, height, 'F');
  drawGate(paper);
  drawText(paper, company, 46, 13, { size: 11, bold: true, colour: colours.pale });
  const titleStyle = { size: 22, bold: true, colour: colours.white };
  drawText(paper, fitText(fonts, title, titleStyle, page.right - 46), 46, 22.5, titleStyle);
  const subtitleStyle = { size: 12, colour: colours.white };
  drawText(paper, fitText(fonts, subtitle, subtitleStyle, page.right - 46), 46, 29, subtitleStyle);
  return height;
}

function drawGate({ doc }: Paper): void {
  doc.setFillColor(colours.teal);
  doc.roundedRect(14, 16, 7.5, 13, 1.2, 1.2, 'F');
  doc.setLineCap('butt');
  doc.setLineWidth(2.6);
  for (let stripe = 0; stripe < 7; stripe += 1) {
    doc.setDrawColor(stripe % 2 === 0 ? colours.white : colours.red);
    doc.line(17.7 + stripe * 2.9, 18.8 - stripe * 1.9, 20.6 + stripe * 2.9, 16.9 - stripe * 1.9);
  }
  doc.setFillColor(colours.amber);
  doc.circle(17.7, 18.8, 2.3, 'F');
  doc.setFillColor(colours.ink);
  doc.circle(17.7, 18.8, 0.8, 'F');
  doc.setDrawColor('#7E8A95');
  doc.setLineWidth(0.9);
  doc.line(12, 29.4, 40, 29.4);
}
