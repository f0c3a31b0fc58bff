import type { jsPDF } from 'jspdf';
import type { FontSource } from '../fonts/font-source.ts';
import { loadFonts } from '../fonts/load-fonts.ts';
import { oneLine } from '../text/clean-text.ts';
import type { TextPainter } from '../text/text-painter.ts';
import { takeApart, type Draft } from './insert-photos.ts';
import type { DocumentMeta, Layout } from './layout.ts';
import { company } from './letterhead.ts';
import { markPages } from './page-marks.ts';
import { blankDocument, type BlankDocument } from './paper.ts';
import { placePhotos } from './place-photos.ts';

/** What pages need from where they are made. */
export interface PageShop {
  fonts: FontSource;
  painter: TextPainter | null;
  /** One that was made ready before it was asked for; used once. */
  blank?: Promise<BlankDocument> | undefined;
}

/** A document that lacks nothing but its photos. */
export interface DocumentDraft extends Draft {
  fileName: string;
  pages: number;
}

/**
 * Draws and writes the pages of a layout, with stand-ins for the photos. Of the missing ones, told by their places in the
 * layout's list, the pages say that they could not be loaded.
 * @throws Error when a font cannot be loaded, or jsPDF could not write the file.
 */
export async function draftDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  shop: PageShop,
  missing: ReadonlySet<number>,
): Promise<DocumentDraft> {
  const meta = layout.meta(data);
  const texts = [...layout.texts(data), meta.title, meta.foot, ...meta.running];
  const { doc, latin } = await (shop.blank ?? blankDocument(shop.fonts));
  const paper = { doc, fonts: await loadFonts(doc, latin, shop.fonts, texts, shop.painter) };
  describe(doc, meta);
  const slots = layout.draw(paper, data);
  markPages(paper, meta);
  const awaited = placePhotos(paper, slots, missing);
  return { ...takeApart(written(doc), awaited), fileName: meta.fileName, pages: doc.getNumberOfPages() };
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
