import { isWhole, readJpeg, withoutMetadata } from '../../lib/photo/jpeg.ts';
import { fitted, largeBox } from '../../lib/photo/photo-box.ts';

export const megabyte = 1_048_576;
/** What a photo may weigh before it is shrunk, in bytes. */
export const largestPhoto = 50 * megabyte;
/** What the bucket takes, in megabytes. */
export const largestPdf = 25;

/** A JPEG that is small, upright and whole loses nothing but its metadata. Null for a photo that has to be made anew. */
export function unchangedPhoto(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const header = readJpeg(bytes);
  if (!header || header.orientation !== 1 || header.components === 4 || !isWhole(bytes)) return null;
  if (fitted(header, largeBox).width < header.width || bytes.length > megabyte) return null;
  return new Uint8Array(withoutMetadata(bytes));
}
