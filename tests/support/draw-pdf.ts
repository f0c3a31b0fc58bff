import { inflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A drawn page of a PDF in shades of grey. */
export interface DrawnPage {
  /** The pixels of a rectangle of the page, row by row, from 0 (black) to 255. The arguments are in mm. */
  part(x: number, y: number, width: number, height: number): number[];
}

export function drawPages(bytes: Uint8Array, dpi: number): Promise<DrawnPage[]> {
  return eachPage(bytes, (page) => drawPage(page, dpi));
}

/** The text that a person gets who copies the whole document. The texts behind pictures and emoji (`ActualText`) come last. */
export async function copyText(bytes: Uint8Array): Promise<string> {
  const pages = await eachPage(bytes, async (page) => {
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  });
  return [...pages, ...replacementTexts(bytes)].join('\n').normalize('NFC');
}

/**
 * Reads the `ActualText` entries from the streams of the file: the texts that viewers copy instead of a drawing. pdf.js does not
 * return them.
 */
function replacementTexts(bytes: Uint8Array): string[] {
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
  // pdf.js works in the thread of the tests, because another test of the process may have set a worker that only a browser has
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  // pdf.js detaches the bytes that it gets, so it gets a copy
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
  const [widthInPixels, heightInPixels] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(widthInPixels, heightInPixels);
  // @ts-expect-error -- pdf.js knows only the canvas of a browser, whose methods this one has
  await page.render({ canvas, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, widthInPixels, heightInPixels);
  page.cleanup();
  const scale = dpi / 25.4;
  // the brightness of a colour, weighted as in video (ITU-R BT.601)
  const grey = (offset: number) =>
    Math.round(0.299 * (data[offset] ?? 0) + 0.587 * (data[offset + 1] ?? 0) + 0.114 * (data[offset + 2] ?? 0));
  return {
    part: (x, y, width, height) => {
      const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
      const [right, bottom] = [Math.round((x + width) * scale), top + Math.round(height * scale)];
      const pixels: number[] = [];
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) pixels.push(grey((row * widthInPixels + column) * 4));
      return pixels;
    },
  };
}
