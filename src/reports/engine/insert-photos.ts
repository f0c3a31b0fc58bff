import type { PhotoSlot } from './layout.ts';
import { bytesOf, fills, framedObject, imageObject, type PdfObject } from './photo-object.ts';
import type { ReportPhoto } from './photo.ts';
import { standIn } from './stand-in.ts';

// one letter for each byte
const letters = new TextDecoder('latin1');

/** The object of a stand-in: from the end of `obj` to the start of `endobj`. */
interface Hole {
  slot: PhotoSlot;
  start: number;
  end: number;
}

/** A written PDF whose photos are still missing, taken apart so that putting them in takes no time. */
export interface Draft {
  pdf: Uint8Array<ArrayBuffer>;
  /** In the order of the file. */
  holes: readonly Hole[];
  /** Lines of the table of places (`xref`), by the number of the object: the place, and what follows it. */
  places: readonly { at: number; rest: string }[];
  /** Where the table begins. */
  table: number;
  trailer: string;
}

/**
 * Finds the stand-ins of `slots`, which come in the order in which they were drawn.
 * @throws Error when the file is not what jsPDF writes.
 */
export function takeApart(pdf: Uint8Array<ArrayBuffer>, slots: readonly PhotoSlot[]): Draft {
  const text = letters.decode(pdf);
  const table = Number(/^startxref\n(\d+)\n%%EOF\s*$/u.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
  const head = /^xref\n0 (\d+)\n/u.exec(text.slice(table, table + 40));
  if (!head) throw new Error('The PDF has no table of places');
  const first = table + head[0].length;
  // twenty bytes a line
  const places = Array.from({ length: Number(head[1]) }, (_, number) => {
    const line = text.slice(first + number * 20, first + number * 20 + 20);
    return { at: Number(line.slice(0, 10)), rest: line.slice(10) };
  });
  const trailer = text.slice(first + places.length * 20, text.lastIndexOf('startxref'));
  return { pdf, holes: holesIn(text, slots), places, table, trailer };
}

function holesIn(text: string, slots: readonly PhotoSlot[]): Hole[] {
  let from = 0;
  return slots.map((slot) => {
    const found = text.indexOf(letters.decode(standIn(slot.photo)), from);
    const start = text.lastIndexOf(' obj\n', found) + ' obj\n'.length;
    const end = text.indexOf('\nendobj', found);
    if (found < 0 || end < 0 || start < from) throw new Error('A photo has no place in the PDF');
    from = end;
    return { slot, start, end };
  });
}

/**
 * The finished file: each stand-in replaced by its photo, and the table of places put right. It is never in memory in
 * one piece. `photos` are told by the numbers of the slots.
 */
export function insertPhotos(draft: Draft, photos: readonly (ReportPhoto | null | undefined)[]): Blob {
  const { pdf, holes, places, table, trailer } = draft;
  const parts: PdfObject = [];
  const framed: ReportPhoto[] = [];
  const moves: { from: number; by: number }[] = [];
  let at = 0;
  let by = 0;
  for (const { slot, start, end } of holes) {
    const photo = photos[slot.photo];
    if (!photo) throw new Error('A photo is not there');
    // what is not of the shape of its box becomes two objects, the second behind all others
    const object = fills(photo, slot)
      ? imageObject(photo)
      : framedObject(photo, slot, places.length + framed.push(photo) - 1);
    parts.push(pdf.subarray(at, start), ...object);
    by += sizeOf(object) - (end - start);
    moves.push({ from: end, by });
    at = end;
  }
  parts.push(pdf.subarray(at, table));

  const lines = movedLines(places, moves);
  let length = table + by;
  for (const photo of framed) {
    lines.push(`${padded(length)} 00000 n \n`);
    const object = [bytesOf(`${lines.length - 1} 0 obj\n`), ...imageObject(photo), bytesOf('\nendobj\n')];
    parts.push(...object);
    length += sizeOf(object);
  }
  const size = trailer.replace(/\/Size \d+/u, `/Size ${lines.length}`);
  parts.push(bytesOf(`xref\n0 ${lines.length}\n${lines.join('')}${size}startxref\n${length}\n%%EOF`));
  return new Blob(parts, { type: 'application/pdf' });
}

/** The lines of the table after the moves, which come in the order of the file. */
function movedLines(places: Draft['places'], moves: readonly { from: number; by: number }[]): string[] {
  const lines: string[] = Array.from({ length: places.length });
  const inOrder = places.map(({ at, rest }, number) => ({ at, rest, number })).toSorted((a, b) => a.at - b.at);
  let passed = 0;
  for (const { at, rest, number } of inOrder) {
    while ((moves[passed]?.from ?? Infinity) <= at) passed += 1;
    lines[number] = `${padded(at + (moves[passed - 1]?.by ?? 0))}${rest}`;
  }
  return lines;
}

const padded = (place: number) => `${place}`.padStart(10, '0');
const sizeOf = (object: PdfObject) => object.reduce((sum, { length }) => sum + length, 0);
