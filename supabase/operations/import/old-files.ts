import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { fitted, largeBox, smallBox, type PhotoBox } from '../../../src/lib/photo/photo-box.ts';
import { drawUpright, turnedSize, checkDecoded, readPicture } from '../../../src/lib/photo/picture-file.ts';
import { retry } from '../../../src/lib/retry.ts';
import { FileFinder, type NamedFile } from '../../../src/records/import/file-list.ts';
import { isOldUrl } from '../../../src/records/import/visit-source.ts';
import { maxPhotoBytes, unchangedPhoto } from '../../../src/records/upload/file-limits.ts';
import { silenceMs, startTimeLimit } from '../place/silence.ts';

export interface OldFiles {
  has: (file: string) => Promise<boolean>;
  /** Finds files by the names in a table; absent when the existing files are not known in advance. */
  finder?: FileFinder<NamedFile>;
  /** The bytes of a file; null when it does not exist. */
  read: (file: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The pause before a URL is requested a second time. */
const delaysMs = [1_000];

/** The files of a folder and its subfolders, found by the names in a table or by old URLs. */
export async function filesInFolder(folder: string): Promise<OldFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const finder = new FileFinder(
    entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => ({ name, path: join(parentPath, name) })),
  );
  const pathOf = (file: string) => {
    const found = finder.find(file, /\.pdf$/iu.test(file) ? 'pdf' : 'photo');
    return typeof found === 'string' ? undefined : found.file.path;
  };
  return {
    finder,
    has: async (file) => pathOf(file) !== undefined,
    read: async (file) => {
      const path = pathOf(file);
      return path === undefined ? null : new Uint8Array(await readFile(path));
    },
  };
}

/** Files by their URLs in the old portal's bucket. No other URL is requested, and no redirect is followed. */
export const filesByUrl: OldFiles = {
  has: async (file) => (await requestFile(file, 'HEAD')) !== null,
  read: (file) => requestFile(file, 'GET'),
};

/** Requests a file; null when there is no such file. @throws Error when the old server does not answer. */
async function requestFile(file: string, method: 'GET' | 'HEAD'): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isOldUrl(file)) return null;
  try {
    return await retry(() => fetchBytes(file, method), { delaysMs, mayRetry: () => true });
  } catch (cause) {
    throw new Error(
      `${new URL(file).host}, where the old photos are, does not answer. Nothing of this site was written.`,
      { cause },
    );
  }
}

async function fetchBytes(file: string, method: 'GET' | 'HEAD'): Promise<Uint8Array<ArrayBuffer> | null> {
  const limit = startTimeLimit(Math.min(30_000, silenceMs()));
  try {
    const response = await fetch(file, { method, redirect: 'error', signal: limit.signal });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const part of body ?? []) {
      parts.push(part);
      size += part.length;
      // the file is too large, so the remaining bytes are not needed
      if (size > maxPhotoBytes) break;
    }
    return new Uint8Array(Buffer.concat(parts));
  } finally {
    limit.stop();
  }
}

/** A photo and its small rendition in the form that the portal stores: upright JPEGs without location and camera data. */
interface StoredPhoto {
  large: Uint8Array<ArrayBuffer>;
  small: Uint8Array<ArrayBuffer>;
}

/** The most pixels of a photo that is decoded. This is more than any phone takes, and needs 400 MB of memory. */
const maxPixels = 100_000_000;

/**
 * Renders a photo in the same sizes and quality as a browser (`decisions §5`).
 * @throws Error when it cannot be decoded, or has too many pixels: a small file can have a huge width
 */
export async function renderPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<StoredPhoto> {
  const file = readPicture(bytes);
  // the decoder accepts other formats too, even files without pixels
  if (!file) throw new Error('Not a JPEG, PNG or WebP');
  if (file.width * file.height > maxPixels) throw new Error(`${file.width} by ${file.height} pixels are too many`);
  const picture = await loadImage(file.bytes);
  checkDecoded(picture, file);
  const jpegIn = async (box: PhotoBox) => {
    const size = fitted(turnedSize(picture, file.orientation), box);
    const canvas = createCanvas(size.width, size.height);
    drawUpright(canvas.getContext('2d'), picture, file.orientation, size);
    return new Uint8Array(await canvas.encode('jpeg', 80));
  };
  return { large: unchangedPhoto(bytes) ?? (await jpegIn(largeBox)), small: await jpegIn(smallBox) };
}
