import { readPng, readWebp } from './chunked-picture.ts';
import type { Orientation } from './exif.ts';
import { readJpeg, withoutMetadata } from './jpeg.ts';
import type { PhotoBox } from './photo-box.ts';

/** A JPEG, PNG or WebP as its own header describes it. */
export interface PictureFile {
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** As stored, in pixels. */
  width: number;
  height: number;
  /** How it is turned to be upright. */
  orientation: Orientation;
  /** Without any metadata: decoders disagree about who turns a picture, so none of them is told. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Null for any other file. Names and types that devices give are unreliable. */
export function readPicture(file: Uint8Array<ArrayBuffer>): PictureFile | null {
  const jpeg = readJpeg(file);
  if (jpeg) return { ...jpeg, type: 'image/jpeg', bytes: withoutMetadata(file) };
  const png = readPng(file);
  if (png) return { ...png, type: 'image/png' };
  const webp = readWebp(file);
  return webp && { ...webp, type: 'image/webp' };
}

/**
 * A decoder may have turned, cropped or scaled the picture; it may have scaled it, to whole pixels.
 * @throws Error when its pixels have another shape than the header says
 */
export function checkDecoded(decoded: PhotoBox, header: PhotoBox): void {
  const shape = header.width / header.height;
  if (Math.abs(decoded.width - decoded.height * shape) > 2 * Math.max(1, shape))
    throw new Error(
      `Decoded as ${decoded.width} by ${decoded.height} pixels, not as ${header.width} by ${header.height}`,
    );
}
