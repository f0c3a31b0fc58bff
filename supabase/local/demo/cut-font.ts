import { deflateSync } from 'node:zlib';
import { trueTypeOf } from '../../../src/reports/fonts/woff.ts';

/*
 * jsPDF leaves out the outlines of unused glyphs, but not their entries in other tables, which are four times as large as the
 * outlines in a Chinese font. A font that has only the needed glyphs makes documents small.
 */

/** The tables that are copied. Only the counts in them are changed. */
const copiedTables = ['head', 'hhea', 'maxp', 'OS/2', 'name'];

interface Font {
  table(tag: string): DataView;
  glyphOf(code: number): number;
  outline(glyph: number): Uint8Array;
  metric(glyph: number): [advance: number, bearing: number];
}

function readFont(bytes: Uint8Array): Font {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // the directory of tables begins at byte 12 and has 16 bytes for each table: its name, at 8 its offset, and at 12 its length
  const ranges = new Map<string, [number, number]>();
  for (let entry = 12; entry < 12 + file.getUint16(4) * 16; entry += 16) {
    const tag = String.fromCodePoint(...bytes.subarray(entry, entry + 4));
    ranges.set(tag, [file.getUint32(entry + 8), file.getUint32(entry + 12)]);
  }
  const table = (tag: string) => {
    const range = ranges.get(tag);
    if (!range) throw new Error(`The font has no table ${tag}`);
    return new DataView(bytes.buffer, bytes.byteOffset + range[0], range[1]);
  };
  // whether the offsets of outlines have four bytes (indexToLocFormat)
  const isLong = table('head').getInt16(50) === 1;
  const [loca, glyf, hmtx] = [table('loca'), table('glyf'), table('hmtx')];
  // the glyphs behind these have the width of the last of them (numberOfHMetrics)
  const widthCount = table('hhea').getUint16(34);
  const start = (glyph: number) => (isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2);
  return {
    table,
    glyphOf: charactersOf(table('cmap')),
    outline: (glyph) =>
      new Uint8Array(glyf.buffer, glyf.byteOffset + start(glyph), start(glyph + 1) - start(glyph)).slice(),
    metric: (glyph) => [
      hmtx.getUint16(Math.min(glyph, widthCount - 1) * 4),
      glyph < widthCount ? hmtx.getInt16(glyph * 4 + 2) : hmtx.getInt16(widthCount * 4 + (glyph - widthCount) * 2),
    ],
  };
}

/** Reads the table that maps characters of the Basic Multilingual Plane to glyphs (format 4). */
function charactersOf(cmap: DataView): (code: number) => number {
  const tables = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(4 + index * 8 + 4));
  const tableStart = tables.find((offset) => cmap.getUint16(offset) === 4);
  if (tableStart === undefined) throw new Error('The font has no table of characters that can be read');
  // the table has four lists, of the segments' ends, starts, deltas and offsets; this is the size of each, two bytes a segment
  const listBytes = cmap.getUint16(tableStart + 6);
  const [ends, starts] = [tableStart + 14, tableStart + 16 + listBytes];
  return (code) => {
    for (let entry = 0; entry < listBytes; entry += 2) {
      if (code > cmap.getUint16(ends + entry)) continue;
      const from = cmap.getUint16(starts + entry);
      if (code < from) return 0;
      const delta = cmap.getUint16(starts + listBytes + entry);
      const range = starts + 2 * listBytes + entry;
      const offset = cmap.getUint16(range);
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = cmap.getUint16(range + offset + (code - from) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

/** The positions in an outline at which it refers to other glyphs, as an accented letter does. */
function componentsOf(outline: Uint8Array): number[] {
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  if (outline.length === 0 || view.getInt16(0) >= 0) return [];
  const positions: number[] = [];
  // the flags of a component: 1 for arguments of two bytes; 8, 64 or 128 for a scale of two, four or eight bytes; 32 if another follows
  for (let offset = 10, more = true; more;) {
    const flags = view.getUint16(offset);
    positions.push(offset + 2);
    offset += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0);
    more = (flags & 32) !== 0;
  }
  return positions;
}

const toFourBytes = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return padded;
};

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** Numbers of two bytes, big-endian. */
const words = (...values: number[]): Uint8Array =>
  new Uint8Array(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));

/** The table that maps characters to glyphs: a segment for each character, and the last segment, which the format requires. */
function characterTable(codes: readonly number[], glyphs: ReadonlyMap<number, number>): Uint8Array {
  const ends = [...codes, 0xffff];
  const deltas = ends.map((code) => ((glyphs.get(code) ?? 0) - code) & 0xffff);
  const count = ends.length;
  const body = words(count * 2, 0, 0, 0, ...ends, 0, ...ends, ...deltas, ...ends.map(() => 0));
  return concatenated([words(0, 1, 3, 1, 0, 12), words(4, body.length + 6, 0), body]);
}

/** Makes a WOFF that has only the characters of `text` which the given WOFF has, in the order of their codes. */
export async function cutFont(woff: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const font = readFont(await trueTypeOf(woff));
  const codes = [...new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))]
    .filter((code) => code < 0xffff && font.glyphOf(code) > 0)
    .toSorted((a, b) => a - b);
  const glyphs = [...new Set([0, ...codes.map((code) => font.glyphOf(code))])];
  const outlines: Uint8Array[] = [];
  for (let index = 0; index < glyphs.length; index += 1) {
    const outline = font.outline(glyphs[index] ?? 0);
    const view = new DataView(outline.buffer);
    for (const position of componentsOf(outline)) {
      const part = view.getUint16(position);
      if (!glyphs.includes(part)) glyphs.push(part);
      view.setUint16(position, glyphs.indexOf(part));
    }
    outlines.push(toFourBytes(outline));
  }

  const tables = new Map<string, Uint8Array>(
    copiedTables.map((tag): [string, Uint8Array] => {
      const view = font.table(tag);
      return [tag, new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice()];
    }),
  );
  const set = (tag: string, offset: number, value: number) =>
    new DataView(tables.get(tag)?.buffer ?? new ArrayBuffer(0)).setUint16(offset, value);
  // four bytes for each offset in `loca`; the number of widths; the number of glyphs
  set('head', 50, 1);
  set('hhea', 34, glyphs.length);
  set('maxp', 4, glyphs.length);
  let end = 0;
  const ends = outlines.map(({ length }) => (end += length));
  tables.set('loca', words(...[0, ...ends].flatMap((offset) => [offset >>> 16, offset & 0xffff])));
  tables.set('glyf', concatenated(outlines));
  tables.set('hmtx', words(...glyphs.flatMap((glyph) => font.metric(glyph))));
  tables.set('cmap', characterTable(codes, new Map(codes.map((code) => [code, glyphs.indexOf(font.glyphOf(code))]))));
  // version 3 of the table has no names of glyphs
  tables.set('post', concatenated([words(3, 0), new Uint8Array(28)]));
  return woffOf(tables);
}

/** A WOFF file: a header of 44 bytes, 20 bytes about each table, and the tables, compressed where that is shorter (see `woff.ts`). */
function woffOf(tables: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const entries = new DataView(new ArrayBuffer(44 + sorted.length * 20));
  entries.setUint32(0, 0x774f4646);
  entries.setUint32(4, 0x00010000);
  entries.setUint16(12, sorted.length);
  const parts: Uint8Array[] = [];
  let offset = entries.byteLength;
  sorted.forEach(([tag, bytes], index) => {
    const packed = deflateSync(bytes);
    const stored = packed.length < bytes.length ? packed : bytes;
    const entry = 44 + index * 20;
    for (let characterIndex = 0; characterIndex < 4; characterIndex += 1)
      entries.setUint8(entry + characterIndex, tag.charCodeAt(characterIndex));
    entries.setUint32(entry + 4, offset);
    entries.setUint32(entry + 8, stored.length);
    entries.setUint32(entry + 12, bytes.length);
    parts.push(toFourBytes(stored));
    offset += Math.ceil(stored.length / 4) * 4;
  });
  return concatenated([new Uint8Array(entries.buffer), ...parts]);
}
