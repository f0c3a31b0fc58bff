import { jsPDF } from 'jspdf';
import pLimit from 'p-limit';
import { readJpegHeader } from '../../../src/lib/photo/jpeg.ts';
import { fitted, smallBox } from '../../../src/lib/photo/photo-box.ts';
import { photosPerTask, wholeSize } from './bench-data.ts';
import type { BenchMessage, BitmapRequest } from './bench-messages.ts';

async function shrunk(url: string): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const response = await fetch(url);
  const original = new Uint8Array(await response.arrayBuffer());
  const header = readJpegHeader(original);
  if (!header) throw new Error(`${url} is not a JPEG`);
  // the Exif orientations above 4 swap width and height
  const turned = header.orientation > 4;
  const upright = turned ? { width: header.height, height: header.width } : header;
  const { width, height } = fitted(upright, smallBox);
  const picture = await createImageBitmap(new Blob([original]), {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height };
}

/** The obvious design once the page must not stall: jsPDF and the browser's own resizing, two at a time. */
async function run({ urls, texts }: BitmapRequest): Promise<number> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  const limited = pLimit(2);
  const photos = await Promise.all(urls.map((url) => limited(() => shrunk(url))));
  texts.forEach((text, task) => {
    if (task > 0) doc.addPage();
    doc.text(text, 12, 20, { maxWidth: 186 });
    for (let index = 0; index < photosPerTask; index += 1) {
      const photo = photos[task * photosPerTask + index];
      if (!photo) continue;
      const scale = Math.min(90 / photo.width, 67.5 / photo.height);
      const [x, y] = [12 + (index % 2) * 96, 60 + Math.floor(index / 2) * 72];
      doc.addImage(photo.bytes, 'JPEG', x, y, photo.width * scale, photo.height * scale, `${task} ${index}`);
    }
  });
  return wholeSize(doc.output('blob'));
}

addEventListener('message', ({ data }: MessageEvent<BitmapRequest>) => {
  run(data).then(
    (bytes) => postMessage({ type: 'done', bytes } satisfies BenchMessage),
    (error: unknown) => postMessage({ type: 'failed', reason: String(error) } satisfies BenchMessage),
  );
});
