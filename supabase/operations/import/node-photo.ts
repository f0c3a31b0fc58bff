import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { fitted, largeBox, smallBox, type PhotoBox } from '../../../src/lib/photo-box.ts';
import { unchangedPhoto } from '../../../src/records/upload/file-limits.ts';

/** A photo as the portal keeps it, and its small rendition: JPEGs, upright, without place and camera. */
interface KeptPhoto {
  large: Uint8Array<ArrayBuffer>;
  small: Uint8Array<ArrayBuffer>;
}

/** JPEG, PNG and WebP by their first bytes: the decoder would take more, also what is not a picture of pixels. */
const known = [/^\u00ff\u00d8\u00ff/u, /^\u0089PNG\r\n/u, /^RIFF[^]{4}WEBP/u];

/** The same sizes and quality as in the browser (`decisions §5`). @throws Error when it cannot be decoded. */
export async function keptPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<KeptPhoto> {
  const first = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (!known.some((kind) => kind.test(first))) throw new Error('No JPEG, PNG or WebP');
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
