import { jsPDF } from 'jspdf';
import { companyName } from '../../records/company.ts';
import { loadFonts, loadLatinFaces, type LatinFaces } from '../fonts/document-fonts.ts';
import type { FontSource, TextPainter } from '../fonts/font-source.ts';
import { cleanText, oneLine } from '../text/wrap-text.ts';
import { insertPhotos, placePhotos, parsePdf, type PdfWithPlaceholders } from './insert-photos.ts';
import type { DocumentMeta, Layout, ReportPhoto } from './layout.ts';
import { markPages } from './letterhead.ts';

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

/** Draws while the photos load. @param ahead what `draftDocument` made, or is making, of the same data */
export async function buildDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  context: RenderContext & PhotoSupply,
  ahead?: Promise<DraftDocument>,
): Promise<BuiltDocument> {
  const urls = layout.photos(data);
  const photos: (ReportPhoto | null)[] = [];
  let done = 0;
  const loading = context.loadPhotos(urls, (index, photo) => {
    photos[index] = photo;
    done += 1;
    context.onProgress?.(done, urls.length);
  });
  const [draft] = await Promise.all([ahead ?? draftDocument(layout, data, context), loading]);

  const missing = new Set(urls.flatMap((_, index) => (photos[index] ? [] : [index])));
  // only known at the end, and the text that replaces missing photos changes the pages
  const { unfilled, pages } = missing.size === 0 ? draft : await draftDocument(layout, data, context, missing);
  return { file: insertPhotos(unfilled, photos), fileName: layout.meta(data).fileName, pages, missing: missing.size };
}

/** `missing`: indexes of the photos to report as missing. */
export async function draftDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  { fonts, painter }: RenderContext,
  missing: ReadonlySet<number> = new Set(),
): Promise<DraftDocument> {
  const meta = layout.meta(data);
  const texts = [...layout.texts(data), meta.title, meta.foot, ...meta.running];
  const { doc, latin } = await blankDocument(fonts);
  const paper = { doc, fonts: await loadFonts(doc, latin, fonts, texts.map(cleanText), painter) };
  setProperties(doc, meta);
  const slots = layout.draw(paper, data);
  markPages(paper, meta);
  const awaited = placePhotos(paper, slots, missing);
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
  // jsPDF silently ignores the tags of other kinds of English in this region
  doc.setLanguage('en-GB');
  doc.setDisplayMode('fullwidth');
  doc.viewerPreferences({ DisplayDocTitle: true });
  doc.setCreationDate(pdfDate(meta.madeOn));
  if (meta.fileId !== undefined) doc.setFileId(hexadecimal(meta.fileId));
}

/** In Singapore's zone: jsPDF would take that of the device. */
function pdfDate(instant: string): string {
  const there = new Date(Date.parse(instant) + 8 * 3_600_000).toISOString();
  return `D:${there.slice(0, 19).replaceAll(/\D/gu, '')}+08'00'`;
}

/** 32 hexadecimal digits, as PDF requires. */
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
