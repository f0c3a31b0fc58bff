import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { readJpeg } from '../../../src/lib/photo/jpeg.ts';
import { fitted, largeBox, smallBox, type PhotoBox } from '../../../src/lib/photo/photo-box.ts';
import { unchangedPhoto } from '../../../src/records/upload/file-limits.ts';

/** A photo and its small rendition as the portal stores them: JPEGs, upright, without location and camera. */
interface KeptPhoto {
  large: Uint8Array<ArrayBuffer>;
  small: Uint8Array<ArrayBuffer>;
}

/** More than any phone takes; decoded, it is 400 MB. */
const maxPixels = 100_000_000;

/** Width and height from the header of a JPEG, PNG or WebP: the decoder accepts more, even files without pixels. */
function sidesOf(bytes: Uint8Array): [number, number] | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString('latin1', 0, 16);
  if (file.length < 30) return null;
  if (head.startsWith('\u0089PNG\r\n')) return [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (/^RIFF[^]{4}WEBPVP8X/u.test(head)) return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  if (/^RIFF[^]{4}WEBPVP8L/u.test(head)) {
    const packed = file.readUInt32LE(21);
    return [(packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1];
  }
  if (/^RIFF[^]{4}WEBPVP8 /u.test(head)) return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
  const jpeg = readJpeg(bytes);
  return jpeg && [jpeg.width, jpeg.height];
}

/**
 * The same sizes and quality as in the browser (`decisions §5`).
 * @throws Error when it cannot be decoded, or would take all memory: a small file can claim to be endlessly wide.
 */
export async function keptPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<KeptPhoto> {
  const sides = sidesOf(bytes);
  if (!sides) throw new Error('Not a JPEG, PNG or WebP');
  if (sides[0] * sides[1] > maxPixels) throw new Error(`${sides.join(' by ')} pixels are too many`);
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
