import type { jsPDF } from 'jspdf';
import type { ReadFont } from './font-source.ts';

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
  const known = unpackedFonts.get(read) ?? read().then(trueTypeOf).then(binaryString);
  unpackedFonts.set(read, known);
  // a font that could not be loaded is requested again
  known.catch(() => unpackedFonts.delete(read));
  return known;
}

/** Loads fonts in parallel but adds them in order, so that the same data makes the same file. */
export async function addFaces(doc: jsPDF, fonts: readonly { name: string; read: ReadFont }[]): Promise<Face[]> {
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
