import { jsPDF } from 'jspdf';
import { photosPerTask } from './bench-data.ts';
import { wholeSize } from './whole-file.ts';

/**
 * The report as a first attempt would make it: on the main thread, with the photos as they come from the camera.
 * Returns the size of the file.
 * @throws Error if jsPDF makes none.
 */
export async function naiveReport(urls: readonly string[], texts: readonly string[]): Promise<number> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  for (const [task, text] of texts.entries()) {
    if (task > 0) doc.addPage();
    doc.text(text, 12, 20, { maxWidth: 186 });
    const four = urls.slice(task * photosPerTask, (task + 1) * photosPerTask);
    const photos = await Promise.all(four.map(async (url) => (await fetch(url)).arrayBuffer()));
    photos.forEach((photo, place) => {
      const [x, y] = [12 + (place % 2) * 96, 60 + Math.floor(place / 2) * 72];
      doc.addImage(new Uint8Array(photo), 'JPEG', x, y, 90, 67.5, `${task} ${place}`);
    });
  }
  const blob: unknown = doc.output('blob');
  // jsPDF reports its errors only on the console
  if (!(blob instanceof Blob)) throw new Error('jsPDF made no file');
  return wholeSize(blob);
}
