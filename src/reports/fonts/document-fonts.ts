import type { jsPDF } from 'jspdf';
import { graphemesOf } from '../../lib/graphemes.ts';
import { t } from '../../lib/language/translate.ts';
import { slicesFor, type FontSlice, type FontSource, type TextPainter, type ReadFont } from './font-source.ts';
import { trueTypeOf } from './woff.ts';

// Loads the fonts of a document, and finds for each grapheme of its texts a Latin face, another face, the painter, or nothing. Every document has
// two fonts; others are loaded only for graphemes that the Latin faces do not have. If a font cannot be loaded, making the document fails.

/** A font in a jsPDF document. */
export interface Face {
  name: string;
  has(codePoint: number): boolean;
  /** The width of a character, in em. */
  advance(codePoint: number): number;
}

/** A grapheme cluster, which is drawn as a whole. */
export interface Cluster {
  text: string;
  /** The face with its characters; null when it is painted as an image. */
  face: Face | null;
  /** In em. */
  width: number;
}

export interface LatinFaces {
  regular: Face;
  bold: Face;
}

export interface LoadedFonts extends LatinFaces {
  /** The faces for characters that the Latin faces do not have. */
  others: readonly Face[];
  /** The faces for the invisible text behind painted text, so that it can be searched and copied. */
  invisible: readonly Face[];
  /** Null when nothing has to be painted, or nothing can be painted, as in a Node script. */
  painter: TextPainter | null;
  /** The cluster of each grapheme that was looked up; null for a grapheme that can neither be set nor painted. */
  cache: { regular: Map<string, Cluster | null>; bold: Map<string, Cluster | null> };
  /** The graphemes for which faces were loaded. */
  requested: ReadonlySet<string>;
  /** Graphemes beyond Latin letters that were drawn without faces being loaded for them. The document is drawn again with their faces. */
  unrequested: Set<string>;
}

/** Loads the two faces that every document has. */
export async function loadLatinFaces(doc: jsPDF, source: FontSource): Promise<LatinFaces> {
  const [regular, bold] = await addFaces(doc, [
    { name: 'Barlow', read: source.regular },
    { name: 'Barlow-Condensed', read: source.bold },
  ]);
  if (!regular || !bold) throw new Error('No fonts');
  return { regular, bold };
}

/** Loads the faces for `texts`, which must come from `cleanText`. Fonts are downloaded only for characters beyond Latin letters. */
export async function loadFonts(
  doc: jsPDF,
  latin: LatinFaces,
  source: FontSource,
  texts: readonly string[],
  painter: TextPainter | null,
): Promise<LoadedFonts> {
  const graphemes = new Set(graphemesOf(texts.join('\n').replaceAll('\n', '')));
  const cache = { regular: new Map(), bold: new Map() };
  const common = { ...latin, cache, requested: graphemes, unrequested: new Set<string>() };
  const beyondLatin = [...graphemes].filter((grapheme) => !faceOf(grapheme, [latin.regular]));
  if (beyondLatin.length === 0) return { ...common, others: [], invisible: [], painter: null };

  const others = await addSlices(doc, await source.slices(), beyondLatin);
  const paintedGraphemes = beyondLatin.filter((grapheme) => !faceOf(grapheme, others));
  if (paintedGraphemes.length === 0) return { ...common, others, invisible: [], painter: null };

  await painter?.prepare(paintedGraphemes);
  return { ...common, others, invisible: await addSlices(doc, await source.shaped(), paintedGraphemes), painter };
}

async function addSlices(doc: jsPDF, slices: readonly FontSlice[], graphemes: readonly string[]): Promise<Face[]> {
  return addFaces(doc, slicesFor(slices, graphemes.join('')));
}

/** Matches marks and joiners. jsPDF cannot combine characters, so a grapheme with these is painted. */
const combining = /[\p{M}\u200C\u200D]/u;

/** The first face that has all characters of a grapheme; null when there is none. */
function faceOf(grapheme: string, faces: readonly Face[]): Face | null {
  if (combining.test(grapheme)) return null;
  const codes = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
  return faces.find((face) => codes.every((code) => face.has(code))) ?? null;
}

function unprintableNote(count: number): string {
  return t(
    '{count, plural, one {[a character that cannot be printed]} other {[# characters that cannot be printed]}}',
    { count },
  );
}

/**
 * The clusters of a text. Graphemes that can neither be set nor painted are replaced by a note in words, because an empty box would not tell the
 * reader that something is missing.
 */
export function clustersOf(fonts: LoadedFonts, text: string, bold: boolean): Cluster[] {
  const clusters: Cluster[] = [];
  let unprintable = 0;
  const pushNote = () => {
    // the note itself may need a face, which is loaded for the next drawing
    const note = unprintable > 0 ? graphemesOf(unprintableNote(unprintable)) : [];
    clusters.push(...note.flatMap((grapheme) => clusterOf(fonts, grapheme, bold) ?? []));
    unprintable = 0;
  };
  for (const grapheme of graphemesOf(text)) {
    const cluster = clusterOf(fonts, grapheme, bold);
    if (cluster) {
      pushNote();
      clusters.push(cluster);
    } else unprintable += 1;
  }
  pushNote();
  return clusters;
}

function clusterOf(fonts: LoadedFonts, grapheme: string, bold: boolean): Cluster | null {
  const cache = bold ? fonts.cache.bold : fonts.cache.regular;
  let cluster = cache.get(grapheme);
  if (cluster === undefined) {
    cluster = findCluster(fonts, grapheme, bold);
    cache.set(grapheme, cluster);
  }
  return cluster;
}

/** Finds the face or the painter for a grapheme, and adds the grapheme to `unrequested` if no face was loaded for it. */
function findCluster(fonts: LoadedFonts, text: string, bold: boolean): Cluster | null {
  const { painter } = fonts;
  const latin = faceOf(text, bold ? [fonts.bold, fonts.regular] : [fonts.regular]);
  if (!latin && !fonts.requested.has(text)) fonts.unrequested.add(text);
  const face = latin ?? faceOf(text, fonts.others);
  if (face)
    return {
      text,
      face,
      width: Array.from(text).reduce((sum, character) => sum + face.advance(character.codePointAt(0) ?? 0), 0),
    };
  return painter?.has(text) ? { text, face: null, width: painter.advance(text, bold) } : null;
}

/** The methods of a parsed font in jsPDF that its types do not have. */
interface TrueTypeTables {
  characterToGlyph(code: number): number;
  widthOfGlyph(glyph: number): number;
}

function isTrueType(metadata: unknown): metadata is TrueTypeTables {
  return (
    typeof metadata === 'object' && metadata !== null && 'characterToGlyph' in metadata && 'widthOfGlyph' in metadata
  );
}

/** A string with one character for each byte. It is made in parts, because a call with a million arguments overflows the stack. */
function binaryString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8_192)
    parts.push(String.fromCodePoint(...bytes.subarray(start, start + 8_192)));
  return parts.join('');
}

/** A cache of unpacked fonts by their read functions, because unpacking is the slowest part of making a document. */
const unpackedFonts = new WeakMap<ReadFont, Promise<string>>();

/** A TrueType font as a string of bytes, the form that jsPDF needs. */
function unpackFont(read: ReadFont): Promise<string> {
  const unpackedFont = unpackedFonts.get(read) ?? read().then(trueTypeOf).then(binaryString);
  unpackedFonts.set(read, unpackedFont);
  // a font that could not be loaded is requested again the next time
  unpackedFont.catch(() => unpackedFonts.delete(read));
  return unpackedFont;
}

/** Loads fonts in parallel and adds them in order, so that the same data always gives the same file. */
async function addFaces(doc: jsPDF, fonts: readonly { name: string; read: ReadFont }[]): Promise<Face[]> {
  const loadedFonts = await Promise.all(fonts.map(async (font) => ({ ...font, ttf: await unpackFont(font.read) })));
  return loadedFonts.map(({ name, ttf }) => addFace(doc, name, ttf));
}

function addFace(doc: jsPDF, name: string, ttf: string): Face {
  doc.addFileToVFS(`${name}.ttf`, ttf);
  doc.addFont(`${name}.ttf`, name, 'normal');
  doc.setFont(name, 'normal');
  const metadata: unknown = doc.getFont().metadata;
  // without this check, a broken font would give a broken PDF without an error
  if (!isTrueType(metadata)) throw new Error(`The font ${name} cannot be read`);
  return {
    name,
    // jsPDF supports only 16-bit codes
    has: (code) => code <= 0xffff && metadata.characterToGlyph(code) > 0,
    advance: (code) => metadata.widthOfGlyph(metadata.characterToGlyph(code)) / 1_000,
  };
}
