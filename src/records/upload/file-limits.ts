import { readyJpeg } from '../../lib/photo/jpeg.ts';
import { fitted, largeBox } from '../../lib/photo/photo-box.ts';

export const megabyte = 1_048_576;
/** How large a chosen photo may be, in bytes, before it is shrunk. */
export const maxPhotoBytes = 50 * megabyte;
/** How large a PDF may be, in megabytes. The bucket has the same limit. */
export const maxPdfMegabytes = 25;

/**
 * The bytes of a photo without its metadata, if it is a complete upright JPEG of at most a megabyte that fits into `largeBox`; null when it must be
 * re-encoded.
 */
export function unchangedPhoto(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const jpeg = bytes.length > megabyte ? null : readyJpeg(bytes);
  return jpeg && fitted(jpeg, largeBox).width === jpeg.width ? new Uint8Array(jpeg.bytes) : null;
}
