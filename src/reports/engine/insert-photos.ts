import { colours, type PhotoSlot, type ReportPhoto } from './layout.ts';

// one character per byte
const latin1 = new TextDecoder('latin1');

/** A placeholder's object, from the end of `obj` to the start of `endobj`. */
interface Placeholder {
  slot: PhotoSlot;
  start: number;
  end: number;
}

/** A PDF whose photos are still missing, parsed so that inserting them is fast. */
export interface PdfWithPlaceholders {
  pdf: Uint8Array<ArrayBuffer>;
  /** In the order of the file. */
  placeholders: readonly Placeholder[];
  /** The lines of the cross-reference table, by object number: the offset, and the rest of the line. */
  entries: readonly { offset: number; rest: string }[];
  table: number;
  trailer: string;
}

/** Finds the placeholders of `slots`, given in drawing order; throws when the file is not what jsPDF writes. */
export function parsePdf(pdf: Uint8Array<ArrayBuffer>, slots: readonly PhotoSlot[]): PdfWithPlaceholders {
  const text = latin1.decode(pdf);
  const table = Number(/^startxref\n(\d+)\n%%EOF\s*$/u.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
  const head = /^xref\n0 (\d+)\n/u.exec(text.slice(table, table + 40));
  if (!head) throw new Error('The PDF has no cross-reference table');
  const first = table + head[0].length;
  // twenty bytes a line
  const entries = Array.from({ length: Number(head[1]) }, (_, number) => {
    const line = text.slice(first + number * 20, first + number * 20 + 20);
    return { offset: Number(line.slice(0, 10)), rest: line.slice(10) };
  });
  const trailer = text.slice(first + entries.length * 20, text.lastIndexOf('startxref'));
  return { pdf, placeholders: placeholdersIn(text, slots), entries, table, trailer };
}

function placeholdersIn(text: string, slots: readonly PhotoSlot[]): Placeholder[] {
  let from = 0;
  return slots.map((slot) => {
    const found = text.indexOf(latin1.decode(placeholderImage(slot.photo)), from);
    const start = text.lastIndexOf(' obj\n', found) + ' obj\n'.length;
    const end = text.indexOf('\nendobj', found);
    if (found < 0 || end < 0 || start < from) throw new Error('A photo has no placeholder in the PDF');
    from = end;
    return { slot, start, end };
  });
}

/** Replaces the placeholders and updates the cross-reference table, without holding the file in memory in one piece. */
export function insertPhotos(unfilled: PdfWithPlaceholders, photos: readonly (ReportPhoto | null | undefined)[]): Blob {
  const { pdf, placeholders, entries, table, trailer } = unfilled;
  const parts: PdfObject = [];
  const framed: ReportPhoto[] = [];
  const moves: { from: number; by: number }[] = [];
  let position = 0;
  let by = 0;
  for (const { slot, start, end } of placeholders) {
    const photo = photos[slot.photo];
    if (!photo) throw new Error('A photo is not there');
    // a photo of another shape than its box becomes two objects, the second at the end
    const object = fillsBox(photo, slot)
      ? imageObject(photo)
      : framedObject(photo, slot, entries.length + framed.push(photo) - 1);
    parts.push(pdf.subarray(position, start), ...object);
    by += sizeOf(object) - (end - start);
    moves.push({ from: end, by });
    position = end;
  }
  parts.push(pdf.subarray(position, table));

  const lines = movedEntries(entries, moves);
  let length = table + by;
  for (const photo of framed) {
    lines.push(`${padded(length)} 00000 n \n`);
    const object = [asciiBytes(`${lines.length - 1} 0 obj\n`), ...imageObject(photo), asciiBytes('\nendobj\n')];
    parts.push(...object);
    length += sizeOf(object);
  }
  const size = trailer.replace(/\/Size \d+/u, `/Size ${lines.length}`);
  parts.push(asciiBytes(`xref\n0 ${lines.length}\n${lines.join('')}${size}startxref\n${length}\n%%EOF`));
  return new Blob(parts, { type: 'application/pdf' });
}

/** The entries of the cross-reference table after objects have moved. `moves`: in the order of the file. */
function movedEntries(
  entries: PdfWithPlaceholders['entries'],
  moves: readonly { from: number; by: number }[],
): string[] {
  const lines: string[] = Array.from({ length: entries.length });
  const byOffset = entries
    .map(({ offset, rest }, number) => ({ offset, rest, number }))
    .toSorted((a, b) => a.offset - b.offset);
  let passed = 0;
  for (const { offset, rest, number } of byOffset) {
    while ((moves[passed]?.from ?? Infinity) <= offset) passed += 1;
    lines[number] = `${padded(offset + (moves[passed - 1]?.by ?? 0))}${rest}`;
  }
  return lines;
}

const padded = (offset: number) => `${offset}`.padStart(10, '0');
const partLength = (part: PdfObject[number]) => (part instanceof Blob ? part.size : part.length);
const sizeOf = (object: PdfObject) => object.reduce((sum, part) => sum + partLength(part), 0);

const asciiBytes = (ascii: string) => new TextEncoder().encode(ascii);

/** The bytes between `obj` and `endobj`. */
type PdfObject = (Blob | Uint8Array<ArrayBuffer>)[];

interface Size {
  width: number;
  height: number;
}

function stream(entries: string, content: PdfObject[number]): PdfObject {
  const head = asciiBytes(`<<\n${entries}\n/Length ${partLength(content)}\n>>\nstream\n`);
  return [head, content, asciiBytes('\nendstream')];
}

function imageObject({ content, grey, width, height }: ReportPhoto): PdfObject {
  const space = grey ? '/DeviceGray' : '/DeviceRGB';
  return stream(
    `/Type /XObject\n/Subtype /Image\n/Width ${width}\n/Height ${height}\n/ColorSpace ${space}\n/BitsPerComponent 8\n/Filter /DCTDecode`,
    content,
  );
}

/** Draws image number `image` uncropped in the middle of its box (the unit square), on a background. */
function framedObject(photo: Size, box: Size, image: number): PdfObject {
  const scale = Math.min(box.width / photo.width, box.height / photo.height);
  const across = (photo.width * scale) / box.width;
  const down = (photo.height * scale) / box.height;
  const matrix = [across, 0, 0, down, (1 - across) / 2, (1 - down) / 2].map((value) => value.toFixed(5)).join(' ');
  return stream(
    `/Type /XObject\n/Subtype /Form\n/BBox [0 0 1 1]\n/Resources << /XObject << /Photo ${image} 0 R >> >>`,
    asciiBytes(`${frameColour} rg 0 0 1 1 re f q ${matrix} cm /Photo Do Q`),
  );
}

/** Whether a photo fills its box: a small rendition, in whole pixels, misses the shape of the box slightly. */
function fillsBox(photo: Size, box: Size): boolean {
  const scale = Math.min(box.width / photo.width, box.height / photo.height);
  return Math.max(box.width - photo.width * scale, box.height - photo.height * scale) < 0.3;
}

// in PDF syntax
const frameColour = [1, 3, 5]
  .map((start) => (Number.parseInt(colours.ground.slice(start, start + 2), 16) / 255).toFixed(3))
  .join(' ');

// random, so that neither typed text nor another document contains it
const secret = crypto.getRandomValues(new Uint8Array(16));

// a JPEG of one grey pixel with a unique name, in place of a photo that is still loading; jsPDF would convert a real
// one to text several times
export function placeholderImage(number: number): Uint8Array {
  const name = [...secret, ...[24, 16, 8, 0].map((shift) => (number >> shift) & 0xff)];
  const frame = [8, 0, 1, 0, 1, 1, 1, 0x11, 0];
  // jsPDF looks for the size after the first segment
  return new Uint8Array([0xff, 0xd8, ...segment(0xfe, name), ...segment(0xc0, frame), 0xff, 0xd9]);
}

function segment(marker: number, content: number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
}
