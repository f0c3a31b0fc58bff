import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { fitted, largeBox, smallBox, type PhotoBox } from '../../../src/lib/photo-box.ts';
import { unchangedPhoto } from '../../../src/records/upload/file-limits.ts';

/** A photo as the portal keeps it, and its small rendition: JPEGs, upright, without place and camera. */
interface KeptPhoto {
  large: Uint8Array<ArrayBuffer>;
  small: Uint8Array<ArrayBuffer>;
}

/** The same sizes and quality as in the browser (`decisions §5`). @throws Error when it cannot be decoded. */
export async function keptPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<KeptPhoto> {
  const picture = await loadImage(bytes);
  return { large: unchangedPhoto(bytes) ?? (await jpegIn(largeBox, picture)), small: await jpegIn(smallBox, picture) };
}

async function jpegIn(box: PhotoBox, picture: Image): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = fitted(picture, box);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // transparent pixels would turn black in a JPEG
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return new Uint8Array(await canvas.encode('jpeg', 80));
}
