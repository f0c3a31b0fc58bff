import type { jsPDF } from 'jspdf';
import { type Paper, colours, emOf, type TextStyle } from '../engine/layout.ts';
import { clustersOf, type Cluster, type Face, type LoadedFonts } from '../fonts/document-fonts.ts';
import { cleanText } from './clean-text.ts';

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

/** The width of a text, in mm. */
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
  let position = x - widthOf(runs) * em * share;
  for (const run of runs) {
    if (run.face) drawFaceText(paper, run.text, run.face, position, y, style);
    else drawPaintedText(paper, run.text, position, y, style);
    position += run.width * em;
  }
}

/** A style in which a text is at most `across` mm wide. */
export function fittedStyle(paper: Paper, text: string, style: TextStyle, across: number): TextStyle {
  const width = textWidth(paper, text, style);
  return width <= across ? style : { ...style, size: (style.size * across) / width };
}

/** Writes words of the document in a place of `across` mm: smaller where a language's are longer, and never cut. */
export function drawFitted(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
  across: number,
  align: 'left' | 'center' | 'right' = 'left',
): void {
  drawText(paper, text, x, y, fittedStyle(paper, text, style, across), align);
}

function drawFaceText({ doc, fonts }: Paper, text: string, face: Face, x: number, y: number, style: TextStyle): void {
  const colour = style.colour ?? colours.ink;
  doc.setFont(face.name, 'normal');
  doc.setFontSize(style.size);
  doc.setTextColor(colour);
  // the other faces have one weight; an outline makes their text bolder
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

  const face = fonts.invisible.find((candidate) => hasAll(candidate, text));
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

const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const neverFirst = /^[\p{Pe}\p{Pf}、。，．：；！？…—·%,.!?:;ー々]/u;
const neverLast = /^[\p{Ps}\p{Pi}]/u;

const latinLetter = /^[A-Za-z]$/u;

function canBreak(before: Cluster, after: Cluster): boolean {
  if (before.text === ' ') return after.text !== ' ';
  // a shortcut for most pairs, as the checks below are slow
  if (latinLetter.test(before.text) && latinLetter.test(after.text)) return false;
  if (neverFirst.test(after.text) || neverLast.test(before.text)) return false;
  if (ideograph.test(before.text) || ideograph.test(after.text)) return true;
  return /^[-–—/]$/u.test(before.text) && /^\p{L}/u.test(after.text);
}

const textOf = (clusters: readonly Cluster[]) => clusters.map(({ text }) => text).join('');
const isSpace = (cluster: Cluster | undefined) => cluster?.text === ' ';

/** Whether a blank stands between a number and the Chinese word that counts with it, which stay together. */
function countsNext(clusters: readonly Cluster[], index: number): boolean {
  const [number, blank, word] = [clusters[index - 2], clusters[index - 1], clusters[index]];
  return isSpace(blank) && /^\d$/u.test(number?.text ?? '') && ideograph.test(word?.text ?? '');
}

/** A single Chinese character, which looks lost as the last line. */
const alone = /^\p{Script=Han}\p{P}*$/u;
/** The character that joins it from the line above. */
const lastWord = /(?<=\p{Script=Han}{2})\p{Script=Han}$/u;

/** The lines with the blanks that they end with. */
function wrapLine(clusters: readonly Cluster[], limit: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let width = 0;
  let breakAt = 0;
  for (let index = 0; index < clusters.length; index += 1) {
    const cluster = clusters[index];
    const before = clusters[index - 1];
    if (!cluster) break;
    if (before && index > start && canBreak(before, cluster) && !countsNext(clusters, index)) breakAt = index;
    width += cluster.width;
    // a trailing space may overhang, as it is not drawn
    if (width <= limit || isSpace(cluster) || index === start) continue;
    const end = breakAt > start ? breakAt : index;
    lines.push(textOf(clusters.slice(start, end)));
    start = end;
    width = clusters.slice(start, index + 1).reduce((sum, part) => sum + part.width, 0);
  }
  const [line, end] = [lines.at(-1), textOf(clusters.slice(start))];
  const more = line === undefined || !alone.test(end.trimEnd()) ? '' : (lastWord.exec(line)?.[0] ?? '');
  if (line !== undefined && more !== '') lines[lines.length - 1] = line.slice(0, -more.length);
  lines.push(more + end);
  return lines;
}

/** The lines of a text with the blanks and line breaks that they end with. */
function wholeLines(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string[] {
  // rounding must not push the last character of an exact fit to a line of its own
  const limit = across / emOf(style) + 1e-6;
  return cleanText(text)
    .split('\n')
    .flatMap((line) => {
      const lines = wrapLine(clustersOf(fonts, line.trimEnd(), style.bold ?? false), limit);
      return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}\n`];
    });
}

/** A text in lines up to `across` mm wide, broken at spaces, after hyphens and between Chinese characters. */
export function wrapText(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string[] {
  return wholeLines(fonts, text, style, across).map((line) => line.trimEnd());
}

/** The same in at most `most` lines, with an ellipsis where it was cut. */
export function fitLines(fonts: LoadedFonts, text: string, style: TextStyle, across: number, most: number): string[] {
  const lines = wholeLines(fonts, text, style, across);
  const last = lines
    .slice(most - 1)
    .join('')
    .trimEnd();
  const shown = lines.slice(0, most - 1).map((line) => line.trimEnd());
  return lines.length < most ? shown : [...shown, fitText(fonts, last, style, across)];
}

/** A text that is at most `across` mm wide, with an ellipsis where it was cut. */
export function fitText(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string {
  const limit = across / emOf(style);
  const clusters = clustersOf(fonts, cleanText(text).replaceAll('\n', ' '), style.bold ?? false);
  if (clusters.reduce((sum, { width }) => sum + width, 0) <= limit + 1e-6) return textOf(clusters);
  const fitting: Cluster[] = [];
  let room = limit - 0.9;
  for (const cluster of clusters) {
    room -= cluster.width;
    if (room < 0) break;
    fitting.push(cluster);
  }
  return `${textOf(fitting).trimEnd()}…`;
}
