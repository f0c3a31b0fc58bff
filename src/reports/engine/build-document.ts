import { jsPDF } from 'jspdf';
import { singaporeOffsetMs } from '../../lib/calendar/day.ts';
import { currentLanguage, t } from '../../lib/language/translate.ts';
import { companyName } from '../../records/company.ts';
import { loadFonts, loadLatinFaces, type LatinFaces } from '../fonts/document-fonts.ts';
import type { FontSource, TextPainter } from '../fonts/font-source.ts';
import { cleanText, oneLine } from '../text/clean-text.ts';
import { drawText } from '../text/draw-text.ts';
import { type DocumentMeta, type Layout, type ReportPhoto, type Paper, type PhotoSlot, colours } from './layout.ts';
import { markPages } from './letterhead.ts';
import { pauseAfterSlice } from './slices.ts';

export interface RenderContext {
  fonts: FontSource;
  painter: TextPainter | null;
}

export interface PhotoSupply {
  /** Calls `onPhoto` once per photo, in any order; null for one that could not be loaded. */
  loadPhotos(urls: readonly string[], onPhoto: (index: number, photo: ReportPhoto | null) => void): Promise<void>;
  onProgress?(done: number, total: number): void;
}

/** The pages of a document, with placeholders for its photos. */
export interface DraftDocument {
  unfilled: PdfWithPlaceholders;
  pages: number;
}

export interface BuiltDocument {
  file: Blob;
  fileName: string;
  pages: number;
  missing: number;
}

/**
 * Draws the pages while the photos load.
 * @param ahead the promise of `draftDocument` for the same data, if it was started before
 */
export async function buildDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  context: RenderContext & PhotoSupply,
  ahead?: Promise<DraftDocument>,
): Promise<BuiltDocument> {
  const [draft, { shown, photos }] = await Promise.all([
    ahead ?? draftDocument(layout, data, context),
    loadShown(layout, data, context),
  ]);
  const missing = new Set(photos.flatMap((photo, index) => (photo ? [] : [index])));
  // which photos are missing is known only at the end, and replacing them changes the pages
  const isAsDrafted = missing.size === 0 && shown === data;
  const { unfilled, pages } = isAsDrafted ? draft : await draftDocument(layout, shown, context, missing);
  return { file: insertPhotos(unfilled, photos), fileName: layout.meta(data).fileName, pages, missing: missing.size };
}

/** After this long no more spare photos are tried: on a bad connection none would come. */
const spareMs = 30_000;

/** Loads the photos of the data, and others where some cannot be loaded. Returns the data that is shown, and its photos. */
async function loadShown<Data>(
  layout: Layout<Data>,
  data: Data,
  supply: PhotoSupply,
): Promise<{ shown: Data; photos: (ReportPhoto | null)[] }> {
  const loaded = new Map<string, ReportPhoto | null>();
  const progress = { done: 0, total: 0 };
  const load = (urls: readonly string[]) => {
    progress.total += urls.length;
    return supply.loadPhotos(urls, (index, photo) => {
      loaded.set(urls[index] ?? '', photo);
      progress.done += 1;
      supply.onProgress?.(progress.done, progress.total);
    });
  };
  let shown = data;
  let shownUrls = layout.photos(data);
  await load(shownUrls);
  const until = Date.now() + spareMs;
  for (;;) {
    const failed = new Set([...loaded].flatMap(([url, photo]) => (photo ? [] : [url])));
    if (failed.size === 0 || !layout.withoutPhotos) break;
    shown = layout.withoutPhotos(data, failed);
    shownUrls = layout.photos(shown);
    const fresh = shownUrls.filter((url) => !loaded.has(url));
    if (fresh.length === 0) break;
    if (Date.now() > until) {
      for (const url of fresh) loaded.set(url, null);
      continue;
    }
    // which photo is next depends on those that failed
    await load(fresh);
  }
  return { shown, photos: shownUrls.map((url) => loaded.get(url) ?? null) };
}

/** `missing`: indexes of the photos to mark as missing. */
export async function draftDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  { fonts, painter }: RenderContext,
  missing: ReadonlySet<number> = new Set(),
): Promise<DraftDocument> {
  const meta = layout.meta(data);
  const texts = [...layout.texts(data), meta.title, meta.foot, ...meta.running].map(cleanText);
  const drawPages = async (all: readonly string[]) => {
    const { doc, latin } = await blankDocument(fonts);
    const paper = { doc, fonts: await loadFonts(doc, latin, fonts, all, painter) };
    setProperties(doc, meta);
    const slots = await layout.draw(paper, data);
    markPages(paper, meta);
    return { doc, awaited: placePhotos(paper, slots, missing), unrequested: paper.fonts.unrequested };
  };
  const first = await drawPages(texts);
  // which letters the document's own words need, such as Chinese ones, is known once they were drawn
  const { doc, awaited } = first.unrequested.size === 0 ? first : await drawPages([...texts, ...first.unrequested]);
  await pauseAfterSlice();
  return { unfilled: parsePdf(written(doc), awaited), pages: doc.getNumberOfPages() };
}

export async function blankDocument(fonts: FontSource): Promise<{ doc: jsPDF; latin: LatinFaces }> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  return { doc, latin: await loadLatinFaces(doc, fonts) };
}

function setProperties(doc: jsPDF, meta: DocumentMeta): void {
  doc.setProperties({
    title: oneLine(meta.title),
    subject: oneLine(meta.subject),
    author: companyName,
    creator: 'RFID Boom Gate Portal',
  });
  const { code, locale } = currentLanguage();
  for (const tag of [code, locale])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsPDF ignores tags that it does not know, such as `ms-MY`
    doc.setLanguage(tag as Parameters<typeof doc.setLanguage>[0]);
  doc.setDisplayMode('fullwidth');
  doc.viewerPreferences({ DisplayDocTitle: true });
  doc.setCreationDate(pdfDate(meta.madeOn));
  if (meta.fileId !== undefined) doc.setFileId(hexadecimal(meta.fileId));
}

/** A date as PDF writes it, in Singapore's zone: jsPDF would take the zone of the device. */
function pdfDate(instant: string): string {
  const shifted = new Date(Date.parse(instant) + singaporeOffsetMs).toISOString();
  return `D:${shifted.slice(0, 19).replaceAll(/\D/gu, '')}+08'00'`;
}

/** A text as an id of 32 hexadecimal digits, as PDF requires. */
function hexadecimal(text: string): string {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.slice(0, 32).padEnd(32, '0').toUpperCase();
}

function asciiOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function written(doc: jsPDF): Uint8Array<ArrayBuffer> {
  const buffer: unknown = doc.output('arraybuffer');
  // jsPDF swallows its own errors and returns nothing, or a truncated file
  if (!(buffer instanceof ArrayBuffer)) throw new Error('The PDF could not be written');
  const bytes = new Uint8Array(buffer);
  if (!asciiOf(bytes.subarray(0, 5)).startsWith('%PDF-') || !asciiOf(bytes.subarray(-8)).includes('%%EOF'))
    throw new Error('The PDF came out broken');
  return bytes;
}

/** Puts placeholders into the slots (`spec §8`) and returns those slots in the order in which jsPDF writes them. */
function placePhotos(paper: Paper, slots: readonly PhotoSlot[], missing: ReadonlySet<number>): PhotoSlot[] {
  const { doc } = paper;
  return slots.filter((slot) => {
    const { photo, page, x, y, width, height, link } = slot;
    doc.setPage(page);
    if (link) doc.link(x, y, width, height, { url: link });
    if (missing.has(photo)) {
      doc.setFillColor(colours.ground);
      doc.rect(x, y, width, height, 'F');
      const style = { size: 10, colour: colours.grey };
      drawText(paper, t('Error loading image'), x + width / 2, y + height / 2 + 1.2, style, 'center');
      return false;
    }
    // a unique name, as jsPDF takes pictures that start alike for the same one
    doc.addImage(placeholderImage(photo), 'JPEG', x, y, width, height, `photo ${photo}`);
    return true;
  });
}

// one character per byte
const latin1 = new TextDecoder('latin1');

/** A placeholder's object, from the end of `obj` to the start of `endobj`. */
interface Placeholder {
  slot: PhotoSlot;
  start: number;
  end: number;
}

/** A PDF whose photos are still missing, parsed so that inserting them is fast. */
interface PdfWithPlaceholders {
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
function placeholderImage(number: number): Uint8Array {
  const name = [...secret, ...[24, 16, 8, 0].map((shift) => (number >> shift) & 0xff)];
  const frame = [8, 0, 1, 0, 1, 1, 1, 0x11, 0];
  // jsPDF looks for the size after the first segment
  return new Uint8Array([0xff, 0xd8, ...segment(0xfe, name), ...segment(0xc0, frame), 0xff, 0xd9]);
}

function segment(marker: number, content: number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
}
