import type { jsPDF } from 'jspdf';
import { addFaces, type Face } from './face.ts';
import { slicesFor, type FontSlice, type FontSource, type TextPainter } from './font-source.ts';

export interface LatinFaces {
  regular: Face;
  bold: Face;
}

export interface LoadedFonts extends LatinFaces {
  /** For characters that those two lack. */
  others: readonly Face[];
  /** For the invisible copy of painted text. */
  unseen: readonly Face[];
  /** Null where nothing can be painted, as in a script. */
  painter: TextPainter | null;
  /** Caches what sets a grapheme; null for one that nothing sets. */
  known: { regular: Map<string, Cluster | null>; bold: Map<string, Cluster | null> };
}

export async function loadLatinFaces(doc: jsPDF, source: FontSource): Promise<LatinFaces> {
  const [regular, bold] = await addFaces(doc, [
    { name: 'Barlow', read: source.regular },
    { name: 'Barlow-Condensed', read: source.bold },
  ]);
  if (!regular || !bold) throw new Error('No fonts');
  return { regular, bold };
}

/** Loads the faces for `texts`, which must be clean. Only text beyond Latin letters downloads anything. */
export async function loadFonts(
  doc: jsPDF,
  latin: LatinFaces,
  source: FontSource,
  texts: readonly string[],
  painter: TextPainter | null,
): Promise<LoadedFonts> {
  const known = { regular: new Map(), bold: new Map() };
  const graphemes = new Set(graphemesOf(texts.join('\n').replaceAll('\n', '')));
  const beyond = [...graphemes].filter((grapheme) => !faceOf(grapheme, [latin.regular]));
  if (beyond.length === 0) return { ...latin, known, others: [], unseen: [], painter: null };

  const others = await addSlices(doc, await source.slices(), beyond);
  const painted = beyond.filter((grapheme) => !faceOf(grapheme, others));
  if (painted.length === 0) return { ...latin, known, others, unseen: [], painter: null };

  await painter?.prepare(painted);
  return { ...latin, known, others, unseen: await addSlices(doc, await source.shaped(), painted), painter };
}

async function addSlices(doc: jsPDF, slices: readonly FontSlice[], graphemes: readonly string[]): Promise<Face[]> {
  return addFaces(doc, slicesFor(slices, graphemes.join('')));
}

/** A grapheme cluster. */
export interface Cluster {
  text: string;
  /** Null: it is painted. */
  face: Face | null;
  /** Advance in em. */
  width: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemesOf(text: string): string[] {
  // most texts; the segmenter is slow
  if (/^[\n -~]*$/u.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

// marks combine with other characters, which a plain face cannot do
const joined = /[\p{M}\u200C\u200D]/u;

function faceOf(cluster: string, faces: readonly Face[]): Face | null {
  if (joined.test(cluster)) return null;
  const codes = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
  return faces.find((face) => codes.every((code) => face.has(code))) ?? null;
}

function unprintableNote(count: number): string {
  return count === 1 ? '[a character that cannot be printed]' : `[${count} characters that cannot be printed]`;
}

/** Graphemes that nothing can set are replaced by words: an empty box would not say that something is missing. */
export function clustersOf(fonts: LoadedFonts, text: string, bold: boolean): Cluster[] {
  const clusters: Cluster[] = [];
  let missing = 0;
  const sayMissing = () => {
    if (missing > 0) clusters.push(...clustersOf(fonts, unprintableNote(missing), bold));
    missing = 0;
  };
  for (const grapheme of graphemesOf(text)) {
    const cluster = clusterOf(fonts, grapheme, bold);
    if (cluster) {
      sayMissing();
      clusters.push(cluster);
    } else missing += 1;
  }
  sayMissing();
  return clusters;
}

function clusterOf(fonts: LoadedFonts, grapheme: string, bold: boolean): Cluster | null {
  const known = bold ? fonts.known.bold : fonts.known.regular;
  let cluster = known.get(grapheme);
  if (cluster === undefined) {
    cluster = findCluster(fonts, grapheme, bold);
    known.set(grapheme, cluster);
  }
  return cluster;
}

function findCluster(fonts: LoadedFonts, text: string, bold: boolean): Cluster | null {
  const { painter } = fonts;
  const face = faceOf(text, [...(bold ? [fonts.bold] : []), fonts.regular, ...fonts.others]);
  if (face)
    return { text, face, width: Array.from(text).reduce((sum, one) => sum + face.advance(one.codePointAt(0) ?? 0), 0) };
  return painter?.has(text) ? { text, face: null, width: painter.advance(text, bold) } : null;
}
