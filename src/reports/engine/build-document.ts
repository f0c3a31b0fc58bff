import { jsPDF } from 'jspdf';
import { singaporeOffsetMs } from '../../lib/calendar/day.ts';
import { currentLanguage, t } from '../../lib/language/translate.ts';
import { companyName } from '../../records/company.ts';
import { loadFonts, loadLatinFaces, type LatinFaces } from '../fonts/document-fonts.ts';
import type { FontSource, TextPainter } from '../fonts/font-source.ts';
import { cleanText, oneLine } from '../text/clean-text.ts';
import { drawText } from '../text/draw-text.ts';
import { parsePdf, PhotoInserter, placeholderImage, type PdfWithPlaceholders } from './insert-photos.ts';
import { type DocumentMeta, type Layout, type ReportPhoto, type Paper, type PhotoSlot, colours } from './layout.ts';
import { markPages } from './letterhead.ts';
import { pauseAfterSlice } from './slices.ts';

export interface RenderContext {
  fonts: FontSource;
  painter: TextPainter | null;
}

export interface PhotoSupply {
  /** Calls `onPhoto` once for each photo, in any order, with null for a photo that could not be loaded. */
  loadPhotos(urls: readonly string[], onPhoto: (index: number, photo: ReportPhoto | null) => void): Promise<void>;
  onProgress?(done: number, total: number): void;
}

/** The pages of a document, with placeholders for its photos. */
export interface DraftDocument {
  unfilled: PdfWithPlaceholders;
  /** The number of pages. */
  pages: number;
}

export interface BuiltDocument {
  file: Blob;
  fileName: string;
  /** The number of pages. */
  pages: number;
  /** The number of photos that could not be loaded. */
  missing: number;
}

/** The photos by their URL, as they come; null for one that could not be loaded. */
type LoadedPhotos = Map<string, ReportPhoto | null>;

/**
 * Builds a document. The pages are drawn while the photos load, and a photo is inserted as soon as it has come.
 * @param ahead the promise of `draftDocument` for the same data, if drawing was started in advance
 */
export async function buildDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  context: RenderContext & PhotoSupply,
  ahead?: Promise<DraftDocument>,
): Promise<BuiltDocument> {
  const loaded: LoadedPhotos = new Map();
  let inserter: PhotoInserter | null = null;
  const fill = async (drafting: Promise<DraftDocument>, drawn: Data) => {
    const { unfilled, pages } = await drafting;
    const urls = layout.photos(drawn);
    inserter = new PhotoInserter(unfilled, (photo) => loaded.get(urls[photo] ?? ''));
    inserter.insert();
    return { inserter, pages };
  };
  const [filled, shown] = await Promise.all([
    fill(ahead ?? draftDocument(layout, data, context), data),
    loadShown(layout, data, context, loaded, () => inserter?.insert()),
  ]);
  const missing = new Set(layout.photos(shown).flatMap((url, photo) => (loaded.get(url) ? [] : [photo])));
  // which photos are missing is known only at the end, and replacing them changes the pages
  const isAsDrafted = missing.size === 0 && shown === data;
  const { inserter: last, pages } = isAsDrafted
    ? filled
    : await fill(draftDocument(layout, shown, context, missing), shown);
  return { file: last.end(), fileName: layout.meta(data).fileName, pages, missing: missing.size };
}

/** After this time (ms), no more spare photos are tried, because on a bad connection they would fail too. */
const spareMs = 30_000;

/** Loads the photos of the data, and spare photos for those that cannot be loaded. Returns the data with the photos to show. */
async function loadShown<Data>(
  layout: Layout<Data>,
  data: Data,
  supply: PhotoSupply,
  loaded: LoadedPhotos,
  onPhoto: () => void,
): Promise<Data> {
  const progress = { done: 0, total: 0 };
  const load = (urls: readonly string[]) => {
    progress.total += urls.length;
    return supply.loadPhotos(urls, (index, photo) => {
      loaded.set(urls[index] ?? '', photo);
      onPhoto();
      progress.done += 1;
      supply.onProgress?.(progress.done, progress.total);
    });
  };
  let shown = data;
  await load(layout.photos(data));
  const until = Date.now() + spareMs;
  for (;;) {
    const failed = new Set([...loaded].flatMap(([url, photo]) => (photo ? [] : [url])));
    if (failed.size === 0 || !layout.withoutPhotos) break;
    shown = layout.withoutPhotos(data, failed);
    const newUrls = layout.photos(shown).filter((url) => !loaded.has(url));
    if (newUrls.length === 0) break;
    if (Date.now() > until) {
      for (const url of newUrls) loaded.set(url, null);
      continue;
    }
    // awaited in the loop, because the next photos depend on those that failed
    await load(newUrls);
  }
  return shown;
}

/** Draws the pages of a document. @param missing the indexes of the photos to mark as missing */
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
    return { doc, placeholderSlots: placePhotos(paper, slots, missing), unrequested: paper.fonts.unrequested };
  };
  const first = await drawPages(texts);
  // characters of the layout's own words, such as Chinese, are found only while drawing; then their fonts are loaded and the pages drawn again
  const { doc, placeholderSlots } =
    first.unrequested.size === 0 ? first : await drawPages([...texts, ...first.unrequested]);
  await pauseAfterSlice();
  return { unfilled: parsePdf(bytesOf(doc), placeholderSlots), pages: doc.getNumberOfPages() };
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

/** A date in PDF format, in Singapore time. jsPDF would use the time zone of the device. */
function pdfDate(instant: string): string {
  const shifted = new Date(Date.parse(instant) + singaporeOffsetMs).toISOString();
  return `D:${shifted.slice(0, 19).replaceAll(/\D/gu, '')}+08'00'`;
}

/** A file id of 32 hexadecimal digits, as PDF requires, made from the bytes of a text. */
function hexadecimal(text: string): string {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.slice(0, 32).padEnd(32, '0').toUpperCase();
}

function asciiOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** The bytes of the document. @throws Error when jsPDF could not write it */
function bytesOf(doc: jsPDF): Uint8Array<ArrayBuffer> {
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
    // a unique name, because jsPDF treats images that begin with the same bytes as the same image
    doc.addImage(placeholderImage(photo), 'JPEG', x, y, width, height, `photo ${photo}`);
    return true;
  });
}
