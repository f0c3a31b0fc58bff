import type { jsPDF } from 'jspdf';
import type { ReadFont } from './font-source.ts';
import { trueTypeOf } from './true-type.ts';

/** One font of a document. */
export interface Face {
  name: string;
  has(codePoint: number): boolean;
  /** Advance of a letter, in em. */
  advance(codePoint: number): number;
}

// what jsPDF keeps of a TrueType font; not part of its types
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

// a worker makes some documents before the one that is asked for, and unpacking takes longer than all the rest
const unpacked = new WeakMap<ReadFont, Promise<string>>();

function trueType(read: ReadFont): Promise<string> {
  const known = unpacked.get(read) ?? read().then(trueTypeOf).then(binaryString);
  unpacked.set(read, known);
  // one that could not be had is asked for again
  known.catch(() => unpacked.delete(read));
  return known;
}

/**
 * Gives a document more fonts, read side by side and added in their order, so that the same data makes the same file.
 * @throws Error when one cannot be loaded or read.
 */
export async function addFaces(doc: jsPDF, fonts: readonly { name: string; read: ReadFont }[]): Promise<Face[]> {
  const read = await Promise.all(fonts.map(async (font) => ({ ...font, ttf: await trueType(font.read) })));
  return read.map(({ name, ttf }) => addFace(doc, name, ttf));
}

function addFace(doc: jsPDF, name: string, ttf: string): Face {
  doc.addFileToVFS(`${name}.ttf`, ttf);
  doc.addFont(`${name}.ttf`, name, 'normal');
  doc.setFont(name, 'normal');
  const metadata: unknown = doc.getFont().metadata;
  // without this check the PDF would come out broken and nobody told
  if (!isTrueType(metadata)) throw new Error(`The font ${name} cannot be read`);
  return {
    name,
    // jsPDF reads 16-bit codes only
    has: (code) => code <= 0xffff && metadata.characterToGlyph(code) > 0,
    advance: (code) => metadata.widthOfGlyph(metadata.characterToGlyph(code)) / 1_000,
  };
}
