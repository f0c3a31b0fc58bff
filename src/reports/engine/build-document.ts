import type { jsPDF } from 'jspdf';
import type { FontSource } from '../fonts/font-source.ts';
import { loadFonts } from '../fonts/load-fonts.ts';
import { oneLine } from '../text/clean-text.ts';
import type { TextPainter } from '../text/text-painter.ts';
import { insertPhotos, takeApart, type Draft } from './insert-photos.ts';
import type { DocumentMeta, Layout } from './layout.ts';
import { company } from './letterhead.ts';
import { markPages } from './page-marks.ts';
import { blankDocument, type BlankDocument } from './paper.ts';
import type { ReportPhoto } from './photo.ts';
import { placePhotos } from './place-photos.ts';

/** What a document needs from where it is made. */
export interface Workshop {
  fonts: FontSource;
  painter: TextPainter | null;
  /** One that was made ready before it was asked for; used once. */
  blank?: Promise<BlankDocument>;
  /** Answers each photo once, in any order; null for one that cannot be had. */
  loadPhotos(addresses: readonly string[], onPhoto: (index: number, photo: ReportPhoto | null) => void): Promise<void>;
  /** Called after each photo. */
  onProgress?(done: number, total: number): void;
}

export interface BuiltDocument {
  file: Blob;
  fileName: string;
  pages: number;
  /** Photos in whose place it says that they could not be loaded. */
  missing: number;
}

/**
 * Makes the PDF of a layout. It is written while the photos are on their way, with stand-ins, so that after the last one
 * they are only put in.
 * @throws Error when a font cannot be loaded, or jsPDF could not write the file.
 */
export async function buildDocument<Data>(layout: Layout<Data>, data: Data, shop: Workshop): Promise<BuiltDocument> {
  const addresses = layout.photos(data);
  const photos: (ReportPhoto | null)[] = [];
  let done = 0;
  const loading = shop.loadPhotos(addresses, (index, photo) => {
    photos[index] = photo;
    done += 1;
    shop.onProgress?.(done, addresses.length);
  });
  const blank = shop.blank ?? blankDocument(shop.fonts);
  const [hopeful] = await Promise.all([draw(layout, data, shop, blank, new Set()), loading]);

  const missing = new Set(addresses.flatMap((_, index) => (photos[index] ? [] : [index])));
  // what is missing is known at the end only, and it is said in words, which make other pages
  const { draft, pages } =
    missing.size === 0 ? hopeful : await draw(layout, data, shop, blankDocument(shop.fonts), missing);
  return { file: insertPhotos(draft, photos), fileName: layout.meta(data).fileName, pages, missing: missing.size };
}

/** Draws and writes a document with stand-ins for all photos but the missing ones. */
async function draw<Data>(
  layout: Layout<Data>,
  data: Data,
  shop: Workshop,
  blank: Promise<BlankDocument>,
  missing: ReadonlySet<number>,
): Promise<{ draft: Draft; pages: number }> {
  const meta = layout.meta(data);
  const texts = [...layout.texts(data), meta.title, meta.foot, ...meta.running];
  const { doc, latin } = await blank;
  const paper = { doc, fonts: await loadFonts(doc, latin, shop.fonts, texts, shop.painter) };
  describe(doc, meta);
  const slots = layout.draw(paper, data);
  markPages(paper, meta);
  const awaited = placePhotos(paper, slots, missing);
  return { draft: takeApart(written(doc), awaited), pages: doc.getNumberOfPages() };
}

function describe(doc: jsPDF, meta: DocumentMeta): void {
  doc.setProperties({
    title: oneLine(meta.title),
    subject: oneLine(meta.subject),
    author: company,
    creator: 'RFID Boom Gate Portal',
  });
  // the other tags of English in this region are silently ignored by jsPDF
  doc.setLanguage('en-GB');
  doc.setDisplayMode('fullwidth');
  doc.viewerPreferences({ DisplayDocTitle: true });
  doc.setCreationDate(pdfDate(meta.madeOn));
  if (meta.fileId !== undefined) doc.setFileId(hexadecimal(meta.fileId));
}

/** An instant as PDF writes it, in Singapore's zone: jsPDF would take that of the device. */
function pdfDate(instant: string): string {
  const there = new Date(Date.parse(instant) + 8 * 3_600_000).toISOString();
  return `D:${there.slice(0, 19).replaceAll(/\D/gu, '')}+08'00'`;
}

/** 32 hexadecimal digits, as PDF wants them. */
function hexadecimal(text: string): string {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.slice(0, 32).padEnd(32, '0').toUpperCase();
}

function asciiOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function written(doc: jsPDF): Uint8Array<ArrayBuffer> {
  const buffer: unknown = doc.output('arraybuffer');
  // jsPDF swallows its own failures and answers nothing, or a file that breaks off
  if (!(buffer instanceof ArrayBuffer)) throw new Error('The PDF could not be written');
  const bytes = new Uint8Array(buffer);
  if (!asciiOf(bytes.subarray(0, 5)).startsWith('%PDF-') || !asciiOf(bytes.subarray(-8)).includes('%%EOF'))
    throw new Error('The PDF came out broken');
  return bytes;
}
