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

/** A JPEG that is upright and has no metadata. Width and height are in pixels. */
export interface ShrunkPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** A shrunk photo as a `Blob`, which the browser stores outside the memory of the page, so that there is room for hundreds. */
export interface ShrunkBlob {
  blob: Blob;
  width: number;
  height: number;
}

/** The quality of the JPEGs, from 0 to 1. */
const jpegQuality = 0.8;

/**
 * Shrinks a photo to fit into a box, and turns it upright. It is never enlarged.
 * @param turn how much it is turned from its upright position
 * @throws Error when the browser cannot decode it.
 */
export async function shrinkPhoto(photo: Uint8Array<ArrayBuffer>, box: PhotoBox, turn: Turn = 0): Promise<ShrunkPhoto> {
  return withBytes(await shrinkToBlob(photo, box, turn));
}

/** Like `shrinkPhoto`, with a `Blob` as the result. */
export async function shrinkToBlob(photo: Uint8Array<ArrayBuffer>, box: PhotoBox, turn: Turn = 0): Promise<ShrunkBlob> {
  const file = readPicture(photo);
  // the decoders of other formats turn the picture upright
  if (!file) return blobOf(await createImageBitmap(new Blob([photo])), turnedBy(1, turn), box);
  const turnedFile = { ...file, orientation: turnedBy(file.orientation, turn) };
  const picture = await decode(turnedFile, box);
  checkDecoded(picture, file);
  return blobOf(picture, turnedFile.orientation, box);
}

/** Makes an upright JPEG of a picture that fits into a box. @param orientation how the picture is stored */
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
  // frees the memory of the pixels at once, because hundreds of photos may follow
  canvas.width = 0;
  return { blob, ...size };
}

/** Decodes a picture without turning it. A large JPEG is scaled while it is decoded, which saves most of the work. */
async function decode(file: PictureFile, box: PhotoBox): Promise<ImageBitmap> {
  if (file.type === 'image/jpeg' && 'ImageDecoder' in globalThis) return decodeScaled(file, box);
  return createImageBitmap(new Blob([file.bytes], { type: file.type }));
}

/** Decodes a JPEG at the smallest multiple of an eighth of its size that fills the box: decoders scale by eighths at no cost. */
async function decodeScaled(file: PictureFile, box: PhotoBox): Promise<ImageBitmap> {
  const upright = turnedSize(file, file.orientation);
  const eighths = Math.ceil((8 * fitted(upright, box).width) / upright.width);
  const decoder = new ImageDecoder({
    data: file.bytes,
    // transferred, because a copy would stay in memory until it is collected
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
