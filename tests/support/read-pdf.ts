import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { imagesOf, type PdfImage } from './pdf-images.ts';
import { linesOf, millimetres, partsOf, type PdfLine } from './pdf-lines.ts';

/** In mm from the upper left corner. Leads either to a URL or to a page. */
interface PdfLink {
  url?: string;
  /** Within the document, from 1. */
  page?: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PdfPage {
  /** One line of the page each. */
  text: string;
  lines: PdfLine[];
  /** In writing order. */
  parts: PdfLine[];
  /** In mm. */
  width: number;
  height: number;
  images: PdfImage[];
  links: PdfLink[];
}

/** What people and screen readers find in a PDF. */
export interface ReadPdf {
  pages: PdfPage[];
  outline: { title: string; page: number }[];
  info: {
    title: string;
    subject: string;
    author: string;
    language: string;
    /** In PDF's format, such as `D:20260401093000+08'00'`. */
    created: string;
    /** Whether viewers show the title instead of the file name. */
    showsTitle: boolean;
  };
}

/** Throws when it is no PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // a copy: pdf.js detaches the bytes it gets, and refuses a Buffer
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const file = await task.promise;
  try {
    const pages: PdfPage[] = [];
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number);
      pages.push(await readPage(file, page));
      page.cleanup();
    }
    return { pages, outline: await outlineOf(file), info: await infoOf(file) };
  } finally {
    await task.destroy();
  }
}

async function readPage(file: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfPage> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const parts = await partsOf(page);
  const lines = linesOf(parts);
  return {
    text: lines.map(({ text }) => text).join('\n'),
    lines,
    parts,
    width: (right - left) * millimetres,
    height: (top - bottom) * millimetres,
    images: await imagesOf(page),
    links: await linksOf(file, page),
  };
}

async function linksOf(file: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfLink[]> {
  const [left = 0, , , top = 0] = page.view;
  const annotations: readonly Record<string, unknown>[] = await page.getAnnotations();
  return Promise.all(
    annotations
      .filter(({ subtype }) => subtype === 'Link')
      .map(async ({ rect, url, dest }) => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.isArray(rect) ? rect.map(Number) : [];
        const target = dest ? await pageOf(file, dest) : null;
        return {
          ...(typeof url === 'string' && { url }),
          ...(target !== null && { page: target }),
          x: (Math.min(x1, x2) - left) * millimetres,
          y: (top - Math.max(y1, y2)) * millimetres,
          width: Math.abs(x2 - x1) * millimetres,
          height: Math.abs(y2 - y1) * millimetres,
        };
      }),
  );
}

/** From 1. */
async function pageOf(file: PDFDocumentProxy, destination: unknown): Promise<number> {
  const explicit: unknown = typeof destination === 'string' ? await file.getDestination(destination) : destination;
  const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
  if (typeof target === 'number') return target + 1;
  if (!isReference(target)) throw new Error('A link inside the document leads nowhere');
  return (await file.getPageIndex(target)) + 1;
}

function isReference(value: unknown): value is { num: number; gen: number } {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

async function outlineOf(file: PDFDocumentProxy): Promise<ReadPdf['outline']> {
  // null without an outline, which the types of pdf.js leave out
  const entries: readonly { title: string; dest: unknown }[] | null = await file.getOutline();
  return Promise.all((entries ?? []).map(async ({ title, dest }) => ({ title, page: await pageOf(file, dest) })));
}

async function infoOf(file: PDFDocumentProxy): Promise<ReadPdf['info']> {
  const { info } = await file.getMetadata();
  const preferences: unknown = await file.getViewerPreferences();
  const entry = (name: string): string => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    title: entry('Title'),
    subject: entry('Subject'),
    author: entry('Author'),
    language: entry('Language'),
    created: entry('CreationDate'),
    showsTitle:
      typeof preferences === 'object' &&
      preferences !== null &&
      'DisplayDocTitle' in preferences &&
      preferences.DisplayDocTitle === true,
  };
}
