import { readJpeg, type JpegHeader } from './jpeg.ts';

/** A picture as the bytes of a JPEG, upright, with nothing in it but the picture. Size in pixels. */
export interface ShrunkPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** The box that a picture is fitted into, in pixels. */
export interface PhotoBox {
  width: number;
  height: number;
}

/** The small rendition that is stored beside each photo: 200 dpi of the size in which reports print it. */
export const smallBox: PhotoBox = { width: 709, height: 532 };

/**
 * Takes the bytes over: they are let go as soon as they are decoded, since many photos pass through here at once.
 * Fits a photo into a box, never making it larger, and writes it as a JPEG of that quality (0 to 1).
 * @throws Error when the browser cannot decode it.
 */
export async function shrinkPhoto(photo: Uint8Array<ArrayBuffer>, box: PhotoBox, quality = 0.8): Promise<ShrunkPhoto> {
  const picture = await decode(photo, box);
  const { width, height } = fitted(picture, box);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  // a JPEG has no clear places, they would turn black
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  // lets its pixels go now: hundreds of them would wait for the garbage collector
  canvas.width = 0;
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height };
}

/** The size of a picture in a box, in whole pixels. */
export function fitted(picture: PhotoBox, box: PhotoBox): PhotoBox {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

async function decode(photo: Uint8Array<ArrayBuffer>, box: PhotoBox): Promise<ImageBitmap> {
  const header = readJpeg(photo);
  if (header && 'ImageDecoder' in globalThis) return decodeScaled(photo, header, box);
  return createImageBitmap(new Blob([photo]));
}

/** Decodes a JPEG at the eighth of its size that is just large enough, which skips most of the work. */
async function decodeScaled(photo: Uint8Array<ArrayBuffer>, header: JpegHeader, box: PhotoBox): Promise<ImageBitmap> {
  const turned = header.orientation > 4;
  const upright = turned ? { width: header.height, height: header.width } : header;
  const eighths = Math.ceil((8 * fitted(upright, box).width) / upright.width);
  const decoder = new ImageDecoder({
    data: photo,
    type: 'image/jpeg',
    transfer: [photo.buffer],
    // as the camera saw it, before it is turned
    desiredWidth: Math.ceil((header.width * eighths) / 8),
    desiredHeight: Math.ceil((header.height * eighths) / 8),
  });
  try {
    const { image } = await decoder.decode();
    // not resized in the same step: that would lose the orientation
    const picture = await createImageBitmap(image);
    image.close();
    return picture;
  } finally {
    decoder.close();
  }
}
