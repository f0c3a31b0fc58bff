import { readJpeg } from '../../lib/photos/jpeg.ts';
import { colours } from './page-style.ts';
import type { ReportPhoto } from './photo.ts';

export const bytesOf = (ascii: string) => new TextEncoder().encode(ascii);

/** What stands in a PDF between `obj` and `endobj`. */
export type PdfObject = Uint8Array<ArrayBuffer>[];

/** Of a box, in any unit. */
interface Size {
  width: number;
  height: number;
}

function stream(entries: string, content: Uint8Array<ArrayBuffer>): PdfObject {
  return [bytesOf(`<<\n${entries}\n/Length ${content.length}\n>>\nstream\n`), content, bytesOf('\nendstream')];
}

/** The photo as it is, to be drawn in the unit square. */
export function imageObject({ bytes, width, height }: ReportPhoto): PdfObject {
  const space = readJpeg(bytes)?.components === 1 ? '/DeviceGray' : '/DeviceRGB';
  return stream(
    `/Type /XObject\n/Subtype /Image\n/Width ${width}\n/Height ${height}\n/ColorSpace ${space}\n/BitsPerComponent 8\n/Filter /DCTDecode`,
    bytes,
  );
}

/** Draws image number `image` whole in the middle of its box, which is the unit square, on a ground of its own. */
export function framedObject(photo: Size, box: Size, image: number): PdfObject {
  const scale = Math.min(box.width / photo.width, box.height / photo.height);
  const across = (photo.width * scale) / box.width;
  const down = (photo.height * scale) / box.height;
  const place = [across, 0, 0, down, (1 - across) / 2, (1 - down) / 2].map((value) => value.toFixed(5)).join(' ');
  return stream(
    `/Type /XObject\n/Subtype /Form\n/BBox [0 0 1 1]\n/Resources << /XObject << /Photo ${image} 0 R >> >>`,
    bytesOf(`${ground} rg 0 0 1 1 re f q ${place} cm /Photo Do Q`),
  );
}

/** Whether a photo has the shape of its box. The whole pixels of a small rendition miss it by a hair. */
export function fills(photo: Size, box: Size): boolean {
  const scale = Math.min(box.width / photo.width, box.height / photo.height);
  return Math.max(box.width - photo.width * scale, box.height - photo.height * scale) < 0.3;
}

// as PDF writes a colour
const ground = [1, 3, 5]
  .map((at) => (Number.parseInt(colours.ground.slice(at, at + 2), 16) / 255).toFixed(3))
  .join(' ');
