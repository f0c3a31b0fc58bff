import type { jsPDF } from 'jspdf';
import type { Paper } from '../engine/layout.ts';
import { colours, emOf, type TextStyle } from '../engine/page-style.ts';
import { clustersOf, type Cluster } from '../fonts/document-fonts.ts';
import type { Face } from '../fonts/face.ts';
import { cleanText } from './wrap-text.ts';

interface Run {
  text: string;
  face: Face | null;
  /** In em. */
  width: number;
}

// including their commas and question marks
const rightToLeft = /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}]/u;

function runsOf(clusters: readonly Cluster[]): Run[] {
  const runs: Run[] = [];
  clusters.forEach((cluster, index) => {
    const last = runs.at(-1);
    // right-to-left words are painted together, or their order would be lost
    const inPhrase = cluster.text === ' ' && last?.face === null && rightToLeft.test(clusters[index + 1]?.text ?? '');
    if (last && (last.face === cluster.face || inPhrase)) {
      last.text += cluster.text;
      last.width += cluster.width;
    } else runs.push({ ...cluster });
  });
  return runs;
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0);
}

function lineOf({ fonts }: Paper, text: string, { bold = false }: TextStyle): Run[] {
  const runs = runsOf(clustersOf(fonts, cleanText(text).replaceAll('\n', ' '), bold));
  // joined glyphs are narrower than single ones
  return runs.map((run) =>
    run.face || !fonts.painter ? run : { ...run, width: fonts.painter.advance(run.text, bold) },
  );
}

/** In mm. */
export function textWidth(paper: Paper, text: string, style: TextStyle): number {
  return widthOf(lineOf(paper, text, style)) * emOf(style);
}

/** Writes one line of any script; `y` is its baseline, `x` its left end, middle or right end. All in mm. */
export function drawText(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
  align: 'left' | 'center' | 'right' = 'left',
): void {
  const runs = lineOf(paper, text, style);
  const em = emOf(style);
  const share = { left: 0, center: 0.5, right: 1 }[align];
  let at = x - widthOf(runs) * em * share;
  for (const run of runs) {
    if (run.face) drawFaceText(paper, run.text, run.face, at, y, style);
    else drawPaintedText(paper, run.text, at, y, style);
    at += run.width * em;
  }
}

function drawFaceText({ doc, fonts }: Paper, text: string, face: Face, x: number, y: number, style: TextStyle): void {
  const colour = style.colour ?? colours.ink;
  doc.setFont(face.name, 'normal');
  doc.setFontSize(style.size);
  doc.setTextColor(colour);
  // the other faces have one weight; an outline makes it bolder
  const thicken = style.bold === true && face !== fonts.bold;
  if (thicken) strokeOf(doc, colour, style);
  doc.text(text, x, y, thicken ? { renderingMode: 'fillThenStroke' } : {});
}

function strokeOf(doc: jsPDF, colour: string, style: TextStyle): void {
  doc.setDrawColor(colour);
  doc.setLineWidth(emOf(style) * 0.03);
}

/** Draws a picture of the text with the text itself behind it, so that it can be searched and copied. */
function drawPaintedText({ doc, fonts }: Paper, text: string, x: number, y: number, style: TextStyle): void {
  const em = emOf(style);
  const { size, bold = false, colour = colours.ink } = style;
  const painted = fonts.painter?.paint(text, size, bold, colour);
  if (!painted) return;
  const { png, left, top, width, height } = painted;
  const picture = () =>
    doc.addImage(
      png,
      'PNG',
      x + left * em,
      y + top * em,
      width * em,
      height * em,
      `text ${size} ${bold} ${colour} ${text}`,
    );

  const face = fonts.unseen.find((one) => hasAll(one, text));
  if (face) {
    // as wide as the picture, so that the selection matches
    const totalAdvance = Array.from(text).reduce(
      (sum, character) => sum + face.advance(character.codePointAt(0) ?? 0),
      0,
    );
    const horizontalScale =
      totalAdvance === 0 ? 1 : (fonts.painter?.advance(text, bold) ?? totalAdvance) / totalAdvance;
    doc.saveGraphicsState();
    doc.setFont(face.name, 'normal');
    doc.setFontSize(size);
    doc.text(text, x, y, { renderingMode: 'invisible', horizontalScale });
    doc.restoreGraphicsState();
    picture();
  } else {
    writeOperator(doc, `/Span <</ActualText <${utf16(text)}>>> BDC`);
    picture();
    // viewers copy the actual text only where there is a glyph
    doc.setFont(fonts.regular.name, 'normal');
    doc.setFontSize(size);
    doc.text(' ', x, y, { renderingMode: 'invisible' });
    writeOperator(doc, 'EMC');
  }
}

function hasAll(face: Face, text: string): boolean {
  return Array.from(text).every((character) => face.has(character.codePointAt(0) ?? 0));
}

/** A hexadecimal text string of PDF (big-endian). */
function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `FEFF${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}`.toUpperCase();
}

// jsPDF lacks marked content; its own plug-ins write operators this way, which its types leave out
function writeOperator(doc: jsPDF, operator: string): void {
  if (canWrite(doc.internal)) doc.internal.write(operator);
}

function canWrite(internal: object): internal is { write(operator: string): void } {
  return 'write' in internal && typeof internal.write === 'function';
}
