import { createCanvas, loadImage } from '@napi-rs/canvas';
import { drawUpright, turned, checkDecoded, readPicture } from '../../../src/lib/photo/picture-file.ts';
import { fitted, largeBox, smallBox, type PhotoBox } from '../../../src/lib/photo/photo-box.ts';
import { unchangedPhoto } from '../../../src/records/upload/file-limits.ts';

/** A photo and its small rendition as the portal stores them: JPEGs, upright, without location and camera. */
interface KeptPhoto {
  large: Uint8Array<ArrayBuffer>;
  small: Uint8Array<ArrayBuffer>;
}

/** How many pixels are decoded at most: more than any phone takes, and 400 MB when decoded. */
const maxPixels = 100_000_000;

/**
 * A photo in the same sizes and quality as from the browser (`decisions §5`).
 * @throws Error when it cannot be decoded, or would take all memory: a small file can claim to be endlessly wide.
 */
export async function keptPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<KeptPhoto> {
  const file = readPicture(bytes);
  // the decoder accepts more, even files without pixels
  if (!file) throw new Error('Not a JPEG, PNG or WebP');
  if (file.width * file.height > maxPixels) throw new Error(`${file.width} by ${file.height} pixels are too many`);
  const picture = await loadImage(file.bytes);
  checkDecoded(picture, file);
  const jpegIn = async (box: PhotoBox) => {
    const size = fitted(turned(picture, file.orientation), box);
    const canvas = createCanvas(size.width, size.height);
    drawUpright(canvas.getContext('2d'), picture, file.orientation, size);
    return new Uint8Array(await canvas.encode('jpeg', 80));
  };
  return { large: unchangedPhoto(bytes) ?? (await jpegIn(largeBox)), small: await jpegIn(smallBox) };
}
