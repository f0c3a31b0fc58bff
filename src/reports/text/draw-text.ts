import type { jsPDF } from 'jspdf';
import { colours } from '../engine/page-style.ts';
import type { Paper } from '../engine/paper.ts';
import type { Face } from '../fonts/face.ts';
import { cleanText } from './clean-text.ts';
import { clustersOf, type Cluster } from './clusters.ts';
import { drawPaintedText } from './draw-painted-text.ts';
import { emOf, type TextStyle } from './text-style.ts';

interface Run {
  text: string;
  face: Face | null;
  /** In em. */
  width: number;
}

// their own commas and question marks too
const rightToLeft = /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}]/u;

function runsOf(clusters: readonly Cluster[]): Run[] {
  const runs: Run[] = [];
  clusters.forEach((cluster, index) => {
    const last = runs.at(-1);
    // words from right to left are painted together, or their order would be lost
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
  // letters that join are narrower together than one by one
  return runs.map((run) =>
    run.face || !fonts.painter ? run : { ...run, width: fonts.painter.advance(run.text, bold) },
  );
}

/** Width of one line, in mm. */
export function textWidth(paper: Paper, text: string, style: TextStyle): number {
  return widthOf(lineOf(paper, text, style)) * emOf(style);
}

/** Writes one line of any script, `y` being its base line; `x` is its left end, middle or right end. All in mm. */
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
  // the other faces have one weight; an outline makes it stronger
  const thicken = style.bold === true && face !== fonts.bold;
  if (thicken) strokeOf(doc, colour, style);
  doc.text(text, x, y, thicken ? { renderingMode: 'fillThenStroke' } : {});
}

function strokeOf(doc: jsPDF, colour: string, style: TextStyle): void {
  doc.setDrawColor(colour);
  doc.setLineWidth(emOf(style) * 0.03);
}
