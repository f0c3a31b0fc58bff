import type { jsPDF } from 'jspdf';
import { type Paper, colours, emOf, type TextStyle } from '../engine/layout.ts';
import { clustersOf, type Cluster, type Face, type LoadedFonts } from '../fonts/document-fonts.ts';
import { cleanText } from './clean-text.ts';

/** Adjacent clusters with the same face. A run without a face is painted as an image. */
interface Run {
  text: string;
  face: Face | null;
  /** In em. */
  width: number;
}

// matches Arabic and Hebrew characters, including their commas and question marks
const rightToLeft = /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}]/u;

function runsOf(clusters: readonly Cluster[]): Run[] {
  const runs: Run[] = [];
  clusters.forEach((cluster, index) => {
    const last = runs.at(-1);
    // right-to-left words are painted together with the blanks between them, because their order would be wrong otherwise
    const isInPhrase = cluster.text === ' ' && last?.face === null && rightToLeft.test(clusters[index + 1]?.text ?? '');
    if (last && (last.face === cluster.face || isInPhrase)) {
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
  // painted text is measured as a whole, because joined glyphs are narrower than single glyphs
  return runs.map((run) =>
    run.face || !fonts.painter ? run : { ...run, width: fonts.painter.advance(run.text, bold) },
  );
}

/** The width of a text, in mm. */
export function textWidth(paper: Paper, text: string, style: TextStyle): number {
  return widthOf(lineOf(paper, text, style)) * emOf(style);
}

/** Writes one line in any script. @param x its left end, middle or right end, depending on `align`, in mm @param y its baseline, in mm */
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

/** A style in which a text is at most `across` mm wide: the same, or a smaller size. */
export function fittedStyle(paper: Paper, text: string, style: TextStyle, across: number): TextStyle {
  const width = textWidth(paper, text, style);
  return width <= across ? style : { ...style, size: (style.size * across) / width };
}

/** Writes a text in at most `across` mm. A longer text, as in some languages, is written smaller, and is never cut. */
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
  // the other faces have only one weight, so an outline makes their text bolder
  const isThickened = style.bold === true && face !== fonts.bold;
  if (isThickened) setStroke(doc, colour, style);
  doc.text(text, x, y, isThickened ? { renderingMode: 'fillThenStroke' } : {});
}

function setStroke(doc: jsPDF, colour: string, style: TextStyle): void {
  doc.setDrawColor(colour);
  doc.setLineWidth(emOf(style) * 0.03);
}

/** Draws an image of the text, with the text itself invisible behind it, so that it can be searched and copied. */
function drawPaintedText({ doc, fonts }: Paper, text: string, x: number, y: number, style: TextStyle): void {
  const em = emOf(style);
  const { size, bold = false, colour = colours.ink } = style;
  const painted = fonts.painter?.paint(text, size, bold, colour);
  if (!painted) return;
  const { png, left, top, width, height } = painted;
  const drawImage = () =>
    doc.addImage(
      png,
      'PNG',
      x + left * em,
      y + top * em,
      width * em,
      height * em,
      // the alias of the image: jsPDF puts images with the same alias into the file only once
      `text ${size} ${bold} ${colour} ${text}`,
    );

  const face = fonts.invisible.find((candidate) => hasAll(candidate, text));
  if (face) {
    // the invisible text is as wide as the image, so that a selection matches
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
    drawImage();
  } else {
    writeOperator(doc, `/Span <</ActualText <${utf16(text)}>>> BDC`);
    drawImage();
    // PDF viewers copy the actual text only if there is a glyph
    doc.setFont(fonts.regular.name, 'normal');
    doc.setFontSize(size);
    doc.text(' ', x, y, { renderingMode: 'invisible' });
    writeOperator(doc, 'EMC');
  }
}

function hasAll(face: Face, text: string): boolean {
  return Array.from(text).every((character) => face.has(character.codePointAt(0) ?? 0));
}

/** A text as a hexadecimal string in PDF syntax: UTF-16, big-endian, with a byte order mark. */
function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `FEFF${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}`.toUpperCase();
}

// jsPDF has no function for marked content; its own plug-ins write operators with `internal.write`, which its types do not have
function writeOperator(doc: jsPDF, operator: string): void {
  if (canWrite(doc.internal)) doc.internal.write(operator);
}

function canWrite(internal: object): internal is { write(operator: string): void } {
  return 'write' in internal && typeof internal.write === 'function';
}

/** Matches an East Asian character, before and after which a line may break. */
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
/** Matches a character that must not begin a line. */
const neverFirst = /^[\p{Pe}\p{Pf}、。，．：；！？…—·%,.!?:;ー々]/u;
/** Matches a character that must not end a line. */
const neverLast = /^[\p{Ps}\p{Pi}]/u;

const latinLetter = /^[A-Za-z]$/u;

/** Whether a line may break between two clusters. */
function canBreak(before: Cluster, after: Cluster): boolean {
  if (before.text === ' ') return after.text !== ' ';
  // a shortcut for most pairs, because the checks below are slow
  if (latinLetter.test(before.text) && latinLetter.test(after.text)) return false;
  if (neverFirst.test(after.text) || neverLast.test(before.text)) return false;
  if (ideograph.test(before.text) || ideograph.test(after.text)) return true;
  return /^[-–—/]$/u.test(before.text) && /^\p{L}/u.test(after.text);
}

const textOf = (clusters: readonly Cluster[]) => clusters.map(({ text }) => text).join('');
const isSpace = (cluster: Cluster | undefined) => cluster?.text === ' ';

/** Whether there is a blank between a number and a Chinese word before an index. A line must not break there. */
function isBeforeCountedWord(clusters: readonly Cluster[], index: number): boolean {
  const [number, blank, word] = [clusters[index - 2], clusters[index - 1], clusters[index]];
  return isSpace(blank) && /^\d$/u.test(number?.text ?? '') && ideograph.test(word?.text ?? '');
}

/** Matches a last line of a single Chinese character, which must not be alone. */
const singleCharacter = /^\p{Script=Han}\p{P}*$/u;
/** Matches the last character of the line above, which is moved to that last line. */
const lastCharacter = /(?<=\p{Script=Han}{2})\p{Script=Han}$/u;

/** The lines of a paragraph, including their trailing blanks. @param limit the width of a line in em */
function wrapLine(clusters: readonly Cluster[], limit: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let width = 0;
  let breakAt = 0;
  for (let index = 0; index < clusters.length; index += 1) {
    const cluster = clusters[index];
    const before = clusters[index - 1];
    if (!cluster) break;
    if (before && index > start && canBreak(before, cluster) && !isBeforeCountedWord(clusters, index)) breakAt = index;
    width += cluster.width;
    // a trailing space may exceed the width, because it is not drawn
    if (width <= limit || isSpace(cluster) || index === start) continue;
    const end = breakAt > start ? breakAt : index;
    lines.push(textOf(clusters.slice(start, end)));
    start = end;
    width = clusters.slice(start, index + 1).reduce((sum, part) => sum + part.width, 0);
  }
  const [line, end] = [lines.at(-1), textOf(clusters.slice(start))];
  const movedCharacter =
    line === undefined || !singleCharacter.test(end.trimEnd()) ? '' : (lastCharacter.exec(line)?.[0] ?? '');
  if (line !== undefined && movedCharacter !== '') lines[lines.length - 1] = line.slice(0, -movedCharacter.length);
  lines.push(movedCharacter + end);
  return lines;
}

/** The lines of a text, including their trailing blanks and line breaks. */
function wholeLines(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string[] {
  // a small tolerance, so that rounding errors do not wrap a text that fits exactly
  const limit = across / emOf(style) + 1e-6;
  return cleanText(text)
    .split('\n')
    .flatMap((line) => {
      const lines = wrapLine(clustersOf(fonts, line.trimEnd(), style.bold ?? false), limit);
      return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}\n`];
    });
}

/**
 * A text in lines of at most `across` mm, broken at spaces, after hyphens, dashes and slashes, and between Chinese characters. A word that
 * is longer than a line is broken anywhere.
 */
export function wrapText(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string[] {
  return wholeLines(fonts, text, style, across).map((line) => line.trimEnd());
}

/** A text in at most `most` lines, like `wrapText`; the last line has an ellipsis if the text was cut. */
export function fitLines(fonts: LoadedFonts, text: string, style: TextStyle, across: number, most: number): string[] {
  const lines = wholeLines(fonts, text, style, across);
  const last = lines
    .slice(most - 1)
    .join('')
    .trimEnd();
  const shown = lines.slice(0, most - 1).map((line) => line.trimEnd());
  return lines.length < most ? shown : [...shown, fitText(fonts, last, style, across)];
}

/** A text of at most `across` mm in one line, with an ellipsis if it was cut. */
export function fitText(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string {
  const limit = across / emOf(style);
  const clusters = clustersOf(fonts, cleanText(text).replaceAll('\n', ' '), style.bold ?? false);
  if (clusters.reduce((sum, { width }) => sum + width, 0) <= limit + 1e-6) return textOf(clusters);
  const fitting: Cluster[] = [];
  // 0.9 em are left for the ellipsis
  let room = limit - 0.9;
  for (const cluster of clusters) {
    room -= cluster.width;
    if (room < 0) break;
    fitting.push(cluster);
  }
  return `${textOf(fitting).trimEnd()}…`;
}
