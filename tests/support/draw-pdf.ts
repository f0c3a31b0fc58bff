import { inflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A page as it prints, in greys. */
export interface DrawnPage {
  /** Pixels of a part of the page from 0 (black) to 255, row by row; place and size in mm. */
  part(x: number, y: number, width: number, height: number): number[];
}

export function drawPages(bytes: Uint8Array, dpi: number): Promise<DrawnPage[]> {
  return eachPage(bytes, (page) => drawPage(page, dpi));
}

/** As a person would copy it, also the text behind pictures and that of emoji, which comes last here. */
export async function copyText(bytes: Uint8Array): Promise<string> {
  const pages = await eachPage(bytes, async (page) => {
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  });
  return [...pages, ...spokenTexts(bytes)].join('\n').normalize('NFC');
}

/** What readers copy in place of what is drawn (`ActualText`), which pdf.js does not tell. */
function spokenTexts(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes);
  return [...file.toString('latin1').matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/gu)].flatMap((stream) => {
    const start = stream.index + stream[0].length;
    const body = file.subarray(start, start + Number(stream[1]));
    const content = stream[0].includes('/FlateDecode') || body[0] === 0x78 ? inflateSync(body) : body;
    return Array.from(content.toString('latin1').matchAll(/\/ActualText <(?:FEFF)?([\dA-F]+)>/giu), ([, digits = '']) =>
      Buffer.from(digits, 'hex').swap16().toString('utf16le'),
    );
  });
}

async function eachPage<Result>(bytes: Uint8Array, work: (page: PDFPageProxy) => Promise<Result>): Promise<Result[]> {
  // does the work in the tests' own thread: another test of the process may have set a worker that only a browser has
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  // a copy: pdf.js detaches the bytes it gets
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const file: PDFDocumentProxy = await task.promise;
    const results: Result[] = [];
    for (let number = 1; number <= file.numPages; number += 1) results.push(await work(await file.getPage(number)));
    return results;
  } finally {
    await task.destroy();
  }
}

async function drawPage(page: PDFPageProxy, dpi: number): Promise<DrawnPage> {
  const viewport = page.getViewport({ scale: dpi / 72 });
  const [across, down] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(across, down);
  // @ts-expect-error -- pdf.js knows only the canvas of a browser, whose methods this one has
  await page.render({ canvas, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, across, down);
  page.cleanup();
  const scale = dpi / 25.4;
  const grey = (at: number) =>
    Math.round(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0));
  return {
    part: (x, y, width, height) => {
      const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
      const [right, bottom] = [Math.round((x + width) * scale), top + Math.round(height * scale)];
      const pixels: number[] = [];
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) pixels.push(grey((row * across + column) * 4));
      return pixels;
    },
  };
}
