import { colours, type PhotoSlot, type ReportPhoto } from './layout.ts';

// decodes each byte to one character, so that indexes in the text are offsets in the file
const latin1 = new TextDecoder('latin1');

/** The object of a placeholder in the file. `start` is the offset after `obj`, `end` the offset before `endobj`. */
interface Placeholder {
  slot: PhotoSlot;
  start: number;
  end: number;
}

/** A PDF with placeholders instead of photos, parsed so that photos can be inserted fast. */
export interface PdfWithPlaceholders {
  pdf: Uint8Array<ArrayBuffer>;
  /** In the order of the file. */
  placeholders: readonly Placeholder[];
  /** The lines of the cross-reference table, by object number: the offset, and the remaining characters of the line. */
  entries: readonly { offset: number; rest: string }[];
  /** The offset of the cross-reference table. */
  table: number;
  trailer: string;
}

/** Parses a PDF and finds the placeholders of `slots`, which are in drawing order. Throws if the file is not in the form that jsPDF writes. */
export function parsePdf(pdf: Uint8Array<ArrayBuffer>, slots: readonly PhotoSlot[]): PdfWithPlaceholders {
  const text = latin1.decode(pdf);
  const table = Number(/^startxref\n(\d+)\n%%EOF\s*$/u.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
  // 40 characters are more than the two lines of the head
  const head = /^xref\n0 (\d+)\n/u.exec(text.slice(table, table + 40));
  if (!head) throw new Error('The PDF has no cross-reference table');
  const first = table + head[0].length;
  // each line of the table has 20 bytes
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

/** The size of a Blob in bytes. A Blob for each photo would cost a third of what fetching the photo costs. */
const pieceSize = 4_000_000;

/**
 * Replaces the placeholders by photos from the first to the last, as far as these have come, and updates the cross-reference table. The
 * file is handed to the browser's own process in pieces meanwhile, so that the page does not hold all of it in its memory.
 */
export class PhotoInserter {
  readonly #unfilled: PdfWithPlaceholders;
  readonly #photoAt: (photo: number) => ReportPhoto | null | undefined;
  readonly #pieces: Blob[] = [];
  /** The parts of the file behind the pieces, not handed over yet. */
  #parts: PdfObject = [];
  /** The photos in `#parts`, by their bytes. */
  readonly #photosInParts = new Map<PdfObject[number], ReportPhoto>();
  #piecesSize = 0;
  #size = 0;
  /** How many placeholders were replaced, and where the last of them ends in the file without photos. */
  #replaced = 0;
  #position = 0;
  readonly #moves: { from: number; by: number }[] = [];
  /** Where the objects are that the file without photos does not have. */
  readonly #added: number[] = [];

  /** `photoAt`: a photo by its number, as soon as it is there. */
  constructor(unfilled: PdfWithPlaceholders, photoAt: (photo: number) => ReportPhoto | null | undefined) {
    this.#unfilled = unfilled;
    this.#photoAt = photoAt;
  }

  /** Inserts the photos that have come. One that is not there holds up those after it. */
  insert(): void {
    const { pdf, placeholders } = this.#unfilled;
    for (const { slot, start, end } of placeholders.slice(this.#replaced)) {
      const photo = this.#photoAt(slot.photo);
      if (!photo) return;
      this.#append(pdf.subarray(this.#position, start));
      this.#appendPhoto(photo, slot);
      this.#moves.push({ from: end, by: this.#size - end });
      this.#position = end;
      this.#replaced += 1;
      if (this.#size - this.#piecesSize >= pieceSize) this.#handOver();
    }
  }

  /** The whole file. @throws Error if a photo is not there */
  end(): Blob {
    this.insert();
    const { pdf, placeholders, entries, table, trailer } = this.#unfilled;
    if (this.#replaced < placeholders.length) throw new Error('A photo is not there');
    this.#append(pdf.subarray(this.#position, table));
    const added = this.#added.map((offset) => `${padded(offset)} 00000 n \n`);
    const lines = [...movedEntries(entries, this.#moves), ...added];
    const size = trailer.replace(/\/Size \d+/u, `/Size ${lines.length}`);
    this.#append(asciiBytes(`xref\n0 ${lines.length}\n${lines.join('')}${size}startxref\n${this.#size}\n%%EOF`));
    return new Blob([...this.#pieces, ...this.#parts], { type: 'application/pdf' });
  }

  #append(...parts: PdfObject): void {
    this.#parts.push(...parts);
    this.#size += sizeOf(parts);
  }

  #appendPhoto(photo: ReportPhoto, slot: PhotoSlot): void {
    // a photo of another shape than its box becomes two objects
    if (!fillsBox(photo, slot)) {
      const image = this.#unfilled.entries.length + this.#added.length;
      this.#append(...framedObject(photo, slot, image), asciiBytes('\nendobj\n'));
      this.#added.push(this.#size);
      this.#append(asciiBytes(`${image} 0 obj\n`));
    }
    const content = contentOf(photo);
    this.#photosInParts.set(content, photo);
    this.#append(...imageObject(photo, content));
  }

  /** Makes a piece of the parts, which takes over the bytes of the photos in it. */
  #handOver(): void {
    const piece = new Blob(this.#parts);
    let start = 0;
    for (const part of this.#parts) {
      const end = start + partLength(part);
      const photo = this.#photosInParts.get(part);
      if (photo) photo.content = { piece, start, end };
      start = end;
    }
    this.#pieces.push(piece);
    this.#piecesSize = this.#size;
    this.#parts = [];
    this.#photosInParts.clear();
  }
}

/** The bytes of a photo. A slice is a Blob of its own, so it is made only where the pages are drawn again. */
function contentOf({ content }: ReportPhoto): PdfObject[number] {
  return 'piece' in content ? content.piece.slice(content.start, content.end) : content;
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

function imageObject({ grey, width, height }: ReportPhoto, content: PdfObject[number]): PdfObject {
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

/** Whether a photo fills its box to 0.3 mm: a small rendition, in whole pixels, misses the shape of the box slightly. */
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
  // 8 bits per sample, 1 × 1 pixel, one component
  const frame = [8, 0, 1, 0, 1, 1, 1, 0x11, 0];
  // jsPDF looks for the size after the first segment
  return new Uint8Array([0xff, 0xd8, ...segment(0xfe, name), ...segment(0xc0, frame), 0xff, 0xd9]);
}

function segment(marker: number, content: number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
}
