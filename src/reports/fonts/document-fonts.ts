import type { jsPDF } from 'jspdf';
import { graphemesOf } from '../../lib/graphemes.ts';
import { t } from '../../lib/language/translate.ts';
import { slicesFor, type FontSlice, type FontSource, type TextPainter, type ReadFont } from './font-source.ts';

export interface LatinFaces {
  regular: Face;
  bold: Face;
}

export interface LoadedFonts extends LatinFaces {
  /** The faces for characters that the Latin faces lack. */
  others: readonly Face[];
  /** The faces for the invisible copy of painted text. */
  unseen: readonly Face[];
  /** Null where nothing can be painted, as in a script. */
  painter: TextPainter | null;
  /** Caches what sets a grapheme; null for a grapheme that nothing sets. */
  cache: { regular: Map<string, Cluster | null>; bold: Map<string, Cluster | null> };
  /**
   * The graphemes that the faces were loaded for, and those beyond Latin letters that were drawn although no face was
   * loaded.
   */
  requested: ReadonlySet<string>;
  unrequested: Set<string>;
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
  const graphemes = new Set(graphemesOf(texts.join('\n').replaceAll('\n', '')));
  const cache = { regular: new Map(), bold: new Map() };
  const own = { ...latin, cache, requested: graphemes, unrequested: new Set<string>() };
  const beyond = [...graphemes].filter((grapheme) => !faceOf(grapheme, [latin.regular]));
  if (beyond.length === 0) return { ...own, others: [], unseen: [], painter: null };

  const others = await addSlices(doc, await source.slices(), beyond);
  const painted = beyond.filter((grapheme) => !faceOf(grapheme, others));
  if (painted.length === 0) return { ...own, others, unseen: [], painter: null };

  await painter?.prepare(painted);
  return { ...own, others, unseen: await addSlices(doc, await source.shaped(), painted), painter };
}

async function addSlices(doc: jsPDF, slices: readonly FontSlice[], graphemes: readonly string[]): Promise<Face[]> {
  return addFaces(doc, slicesFor(slices, graphemes.join('')));
}

/** A grapheme cluster. */
export interface Cluster {
  text: string;
  /** The face that sets it; null when it is painted. */
  face: Face | null;
  /** Advance in em. */
  width: number;
}

// marks combine with other characters, which a plain face cannot do
const joined = /[\p{M}\u200C\u200D]/u;

function faceOf(cluster: string, faces: readonly Face[]): Face | null {
  if (joined.test(cluster)) return null;
  const codes = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
  return faces.find((face) => codes.every((code) => face.has(code))) ?? null;
}

function unprintableNote(count: number): string {
  return t(
    '{count, plural, one {[a character that cannot be printed]} other {[# characters that cannot be printed]}}',
    { count },
  );
}

/** The clusters of a text. Words replace graphemes that nothing can set: an empty box would not say what is missing. */
export function clustersOf(fonts: LoadedFonts, text: string, bold: boolean): Cluster[] {
  const clusters: Cluster[] = [];
  let missing = 0;
  const sayMissing = () => {
    // the note itself may need a face, which is loaded for the next drawing
    const note = missing > 0 ? graphemesOf(unprintableNote(missing)) : [];
    clusters.push(...note.flatMap((grapheme) => clusterOf(fonts, grapheme, bold) ?? []));
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
  const cache = bold ? fonts.cache.bold : fonts.cache.regular;
  let cluster = cache.get(grapheme);
  if (cluster === undefined) {
    cluster = findCluster(fonts, grapheme, bold);
    cache.set(grapheme, cluster);
  }
  return cluster;
}

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

export interface Face {
  name: string;
  has(codePoint: number): boolean;
  /** In em. */
  advance(codePoint: number): number;
}

// jsPDF's TrueType metadata, missing from its types
interface TrueTypeTables {
  characterToGlyph(code: number): number;
  widthOfGlyph(glyph: number): number;
}

function isTrueType(metadata: unknown): metadata is TrueTypeTables {
  return (
    typeof metadata === 'object' && metadata !== null && 'characterToGlyph' in metadata && 'widthOfGlyph' in metadata
  );
}

function binaryString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8_192)
    parts.push(String.fromCodePoint(...bytes.subarray(start, start + 8_192)));
  return parts.join('');
}

// cached, because a worker drafts documents ahead, and unpacking is the slowest part
const unpackedFonts = new WeakMap<ReadFont, Promise<string>>();

function trueType(read: ReadFont): Promise<string> {
  const unpacked = unpackedFonts.get(read) ?? read().then(trueTypeOf).then(binaryString);
  unpackedFonts.set(read, unpacked);
  // a font that could not be loaded is requested again
  unpacked.catch(() => unpackedFonts.delete(read));
  return unpacked;
}

/** Loads fonts in parallel but adds them in order, so that the same data makes the same file. */
async function addFaces(doc: jsPDF, fonts: readonly { name: string; read: ReadFont }[]): Promise<Face[]> {
  const read = await Promise.all(fonts.map(async (font) => ({ ...font, ttf: await trueType(font.read) })));
  return read.map(({ name, ttf }) => addFace(doc, name, ttf));
}

function addFace(doc: jsPDF, name: string, ttf: string): Face {
  doc.addFileToVFS(`${name}.ttf`, ttf);
  doc.addFont(`${name}.ttf`, name, 'normal');
  doc.setFont(name, 'normal');
  const metadata: unknown = doc.getFont().metadata;
  // without this check the PDF would silently be broken
  if (!isTrueType(metadata)) throw new Error(`The font ${name} cannot be read`);
  return {
    name,
    // jsPDF reads 16-bit codes only
    has: (code) => code <= 0xffff && metadata.characterToGlyph(code) > 0,
    advance: (code) => metadata.widthOfGlyph(metadata.characterToGlyph(code)) / 1_000,
  };
}

const entrySize = 20;
const headerSize = 44;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The TrueType font in a WOFF 1.0 file: jsPDF reads TrueType only, the font packages ship WOFF only. */
export async function trueTypeOf(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (woff.length < headerSize || view.getUint32(0) !== 0x774f4646) throw new Error('Not a WOFF font');
  const count = view.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = headerSize + index * entrySize;
      const start = view.getUint32(entry + 4);
      const stored = view.getUint32(entry + 8);
      const size = view.getUint32(entry + 12);
      const bytes = woff.subarray(start, start + stored);
      return {
        tag: view.getUint32(entry),
        sum: view.getUint32(entry + 16),
        size,
        bytes: stored < size ? await inflate(bytes) : bytes,
      };
    }),
  );

  const directory = 12 + count * 16;
  const total = tables.reduce((sum, { size }) => sum + Math.ceil(size / 4) * 4, directory);
  const font = new Uint8Array(total);
  const out = new DataView(font.buffer);
  const power = Math.floor(Math.log2(count));
  out.setUint32(0, view.getUint32(4));
  out.setUint16(4, count);
  out.setUint16(6, 16 * 2 ** power);
  out.setUint16(8, power);
  out.setUint16(10, 16 * (count - 2 ** power));
  let offset = directory;
  tables.forEach(({ tag, sum, size, bytes }, index) => {
    const entry = 12 + index * 16;
    out.setUint32(entry, tag);
    out.setUint32(entry + 4, sum);
    out.setUint32(entry + 8, offset);
    out.setUint32(entry + 12, size);
    font.set(bytes.subarray(0, size), offset);
    offset += Math.ceil(size / 4) * 4;
  });
  return font;
}
