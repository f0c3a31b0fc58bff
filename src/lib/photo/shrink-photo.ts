import type { Orientation } from './jpeg.ts';
import { fitted, type PhotoBox } from './photo-box.ts';
import {
  drawUpright,
  turnedSize,
  checkDecoded,
  readPicture,
  turnedBy,
  type PictureFile,
  type Turn,
} from './picture-file.ts';

/** A JPEG, upright and without metadata; size in pixels. */
export interface ShrunkPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** A shrunk photo as a `Blob`, which the browser holds outside of the page's memory: there is room for hundreds. */
export interface ShrunkBlob {
  blob: Blob;
  width: number;
  height: number;
}

/** How good a JPEG is, from 0 to 1. */
const jpegQuality = 0.8;

/**
 * Fits a photo into a box, never enlarged.
 * @param turn what it is turned by besides being upright
 * @throws Error when the browser cannot decode it.
 */
export async function shrinkPhoto(photo: Uint8Array<ArrayBuffer>, box: PhotoBox, turn: Turn = 0): Promise<ShrunkPhoto> {
  return withBytes(await shrinkToBlob(photo, box, turn));
}

/** As `shrinkPhoto`. */
export async function shrinkToBlob(photo: Uint8Array<ArrayBuffer>, box: PhotoBox, turn: Turn = 0): Promise<ShrunkBlob> {
  const file = readPicture(photo);
  // pictures of other formats are turned upright by their decoder
  if (!file) return blobOf(await createImageBitmap(new Blob([photo])), turnedBy(1, turn), box);
  const turnedFile = { ...file, orientation: turnedBy(file.orientation, turn) };
  const picture = await decode(turnedFile, box);
  checkDecoded(picture, file);
  return blobOf(picture, turnedFile.orientation, box);
}

/** A picture as a JPEG that fits a box, upright. `orientation`: how the picture is stored. */
export async function jpegOf(picture: ImageBitmap, orientation: Orientation, box: PhotoBox): Promise<ShrunkPhoto> {
  return withBytes(await blobOf(picture, orientation, box));
}

async function withBytes({ blob, width, height }: ShrunkBlob): Promise<ShrunkPhoto> {
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height };
}

async function blobOf(picture: ImageBitmap, orientation: Orientation, box: PhotoBox): Promise<ShrunkBlob> {
  const size = fitted(turnedSize(picture, orientation), box);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  drawUpright(context, picture, orientation, size);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
  // frees the pixels now: hundreds of photos may follow
  canvas.width = 0;
  return { blob, ...size };
}

/** The pixels as stored; a large JPEG is scaled while it is decoded, which skips most of the work. */
async function decode(file: PictureFile, box: PhotoBox): Promise<ImageBitmap> {
  if (file.type === 'image/jpeg' && 'ImageDecoder' in globalThis) return decodeScaled(file, box);
  return createImageBitmap(new Blob([file.bytes], { type: file.type }));
}

/** A decoder of JPEGs scales by eighths at no cost: decodes at the smallest eighth of the full size that is no smaller than what the box takes. */
async function decodeScaled(file: PictureFile, box: PhotoBox): Promise<ImageBitmap> {
  const upright = turnedSize(file, file.orientation);
  const eighths = Math.ceil((8 * fitted(upright, box).width) / upright.width);
  const decoder = new ImageDecoder({
    data: file.bytes,
    // given away, as a copy would stay in memory until some later time
    transfer: [file.bytes.buffer],
    type: file.type,
    desiredWidth: Math.ceil((file.width * eighths) / 8),
    desiredHeight: Math.ceil((file.height * eighths) / 8),
  });
  try {
    const { image } = await decoder.decode();
    const picture = await createImageBitmap(image);
    image.close();
    return picture;
  } finally {
    decoder.close();
  }
}
