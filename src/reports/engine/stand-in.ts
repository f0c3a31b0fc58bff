import { readJpeg } from '../../lib/photos/jpeg.ts';
import type { ReportPhoto } from './photo.ts';

/**
 * The smallest JPEG of the same size and colours as a photo: head, a name that is found nowhere else, end. jsPDF gets it in
 * the photo's place, because it would turn every photo into text several times over.
 */
export interface StandIn {
  bytes: Uint8Array;
  photo: ReportPhoto;
}

// unlike anything that a person types, and unlike that of another document
const secret = crypto.getRandomValues(new Uint8Array(16));

export function standInFor(photo: ReportPhoto, number: number): StandIn {
  const { width, height } = photo;
  const components = readJpeg(photo.bytes)?.components ?? 3;
  const colours = Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat();
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, components, ...colours];
  const name = [...secret, ...[24, 16, 8, 0].map((shift) => (number >> shift) & 0xff)];
  return {
    photo,
    // jsPDF looks for the size behind the first segment
    bytes: new Uint8Array([0xff, 0xd8, ...segment(0xfe, name), ...segment(0xc0, frame), 0xff, 0xd9]),
  };
}

function segment(marker: number, content: number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
}
