import { jsPDF } from 'jspdf';
import { photosPerTask } from './bench-data.ts';
import { wholeSize } from './whole-file.ts';

/**
 * The report as a first try would make it: on the page, with the photos as they came from the camera.
 * Answers the size of the file.
 * @throws Error when jsPDF makes none.
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
  // jsPDF tells only the console what went wrong
  if (!(blob instanceof Blob)) throw new Error('no file came');
  return wholeSize(blob);
}
