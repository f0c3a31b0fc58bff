import { readJpeg, type JpegHeader } from './jpeg.ts';
import { fitted, type PhotoBox } from './photo-box.ts';

/** A JPEG, upright and without metadata; size in pixels. */
export interface ShrunkPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Never enlarges; `quality` is 0 to 1. @throws Error when the browser cannot decode the photo. */
export async function shrinkPhoto(photo: Uint8Array<ArrayBuffer>, box: PhotoBox, quality = 0.8): Promise<ShrunkPhoto> {
  return jpegOf(await decodePhoto(photo, box), box, quality);
}

export async function jpegOf(picture: ImageBitmap, box: PhotoBox, quality: number): Promise<ShrunkPhoto> {
  const { width, height } = fitted(picture, box);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  // transparent pixels would turn black in a JPEG
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  // frees the pixels now: hundreds of photos may follow
  canvas.width = 0;
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height };
}

async function decodePhoto(photo: Uint8Array<ArrayBuffer>, box: PhotoBox): Promise<ImageBitmap> {
  const header = readJpeg(photo);
  if (header && 'ImageDecoder' in globalThis) return decodeScaled(photo, header, box);
  return createImageBitmap(new Blob([photo]));
}

/** Decodes at the smallest eighth of the full size that is large enough, which skips most of the work. */
async function decodeScaled(photo: Uint8Array<ArrayBuffer>, header: JpegHeader, box: PhotoBox): Promise<ImageBitmap> {
  const turned = header.orientation > 4;
  const upright = turned ? { width: header.height, height: header.width } : header;
  const eighths = Math.ceil((8 * fitted(upright, box).width) / upright.width);
  const decoder = new ImageDecoder({
    data: photo,
    type: 'image/jpeg',
    transfer: [photo.buffer],
    // in the orientation the sensor stored
    desiredWidth: Math.ceil((header.width * eighths) / 8),
    desiredHeight: Math.ceil((header.height * eighths) / 8),
  });
  try {
    const { image } = await decoder.decode();
    // resizing in the same step would lose the orientation
    const picture = await createImageBitmap(image);
    image.close();
    return picture;
  } finally {
    decoder.close();
  }
}
