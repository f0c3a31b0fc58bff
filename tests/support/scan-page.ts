import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import readCode from 'qr/decode.js';

/** Reads the QR codes in parts of a printed page, as a phone does. @param boxes left, top, width and height of each part in mm */
export async function scanPage(
  bytes: Uint8Array,
  pageNumber: number,
  boxes: readonly (readonly [number, number, number, number])[],
) {
  const dpi = 200;
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const page = await (await task.promise).getPage(pageNumber);
    const viewport = page.getViewport({ scale: dpi / 72 });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    // @ts-expect-error -- pdf.js knows only the canvas of a browser, whose methods this one has
    await page.render({ canvas, viewport }).promise;
    return boxes.map((box) => {
      const [x = 0, y = 0, width = 0, height = 0] = box.map((length) => Math.round((length * dpi) / 25.4));
      return readCode(canvas.getContext('2d').getImageData(x, y, width, height));
    });
  } finally {
    await task.destroy();
  }
}
