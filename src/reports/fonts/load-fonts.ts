import type { jsPDF } from 'jspdf';
import { cleanText } from '../text/clean-text.ts';
import { faceOf, graphemesOf, type Cluster } from '../text/clusters.ts';
import type { TextPainter } from '../text/text-painter.ts';
import { addFaces, type Face } from './face.ts';
import type { FontSlice, FontSource } from './font-source.ts';

/** The faces that every document has. */
export interface LatinFaces {
  regular: Face;
  bold: Face;
}

/** What the texts of one document are set with. */
export interface LoadedFonts extends LatinFaces {
  /** For letters that those two lack. */
  others: readonly Face[];
  /** For writing a painted text a second time, unseen. */
  unseen: readonly Face[];
  /** Null where nothing can be painted, as in a script. */
  painter: TextPainter | null;
  /** What sets a letter, found out once; null for one that nothing sets. */
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

/** Completes the faces of a document for its texts. Only texts beyond Latin letters fetch anything. */
export async function loadFonts(
  doc: jsPDF,
  latin: LatinFaces,
  source: FontSource,
  texts: readonly string[],
  painter: TextPainter | null,
): Promise<LoadedFonts> {
  const known = { regular: new Map(), bold: new Map() };
  const letters = new Set(graphemesOf(cleanText(texts.join('\n')).replaceAll('\n', '')));
  const beyond = [...letters].filter((letter) => !faceOf(letter, [latin.regular]));
  if (beyond.length === 0) return { ...latin, known, others: [], unseen: [], painter: null };

  const others = await addSlices(doc, await source.slices(), beyond);
  const painted = beyond.filter((letter) => !faceOf(letter, others));
  if (painted.length === 0) return { ...latin, known, others, unseen: [], painter: null };

  await painter?.prepare(painted);
  return { ...latin, known, others, unseen: await addSlices(doc, await source.shaped(), painted), painter };
}

async function addSlices(doc: jsPDF, slices: readonly FontSlice[], letters: readonly string[]): Promise<Face[]> {
  const codes = letters.flatMap((letter) => Array.from(letter, (one) => one.codePointAt(0) ?? 0));
  const wanted = slices.filter(({ unicodeRange }) => {
    const ranges = rangesOf(unicodeRange);
    return codes.some((code) => ranges.some(([first, last]) => first <= code && code <= last));
  });
  return addFaces(doc, wanted);
}

function rangesOf(unicodeRange: string): [number, number][] {
  return unicodeRange.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
