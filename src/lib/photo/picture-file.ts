import { type Orientation, orientationIn, readJpegHeader, withoutMetadata, concatBytes, beginsWith } from './jpeg.ts';
import type { PhotoBox } from './photo-box.ts';

/** A JPEG, PNG or WebP as its own header describes it. */
export interface PictureFile {
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** The width in pixels as stored, before the picture is turned. */
  width: number;
  height: number;
  /** How the picture must be turned to be upright. */
  orientation: Orientation;
  /** The file without metadata. Some decoders turn a picture and some do not, so the orientation is removed from the file, too. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads a JPEG, PNG or WebP; null for any other file. It goes by the content, because names and types from devices are unreliable. */
export function readPicture(file: Uint8Array<ArrayBuffer>): PictureFile | null {
  const jpeg = readJpegHeader(file);
  if (jpeg) return { ...jpeg, type: 'image/jpeg', bytes: withoutMetadata(file) };
  const png = readPng(file);
  if (png) return { ...png, type: 'image/png' };
  const webp = readWebp(file);
  return webp && { ...webp, type: 'image/webp' };
}

/**
 * Checks that a decoder has not turned or cropped a picture. It may have scaled it, and rounded its size to whole pixels.
 * @throws Error when the decoded picture has another ratio of width and height than its header
 */
export function checkDecoded(decoded: PhotoBox, header: PhotoBox): void {
  const shape = header.width / header.height;
  // each side may be off by one pixel
  if (Math.abs(decoded.width - decoded.height * shape) > 2 * Math.max(1, shape))
    throw new Error(
      `Decoded as ${decoded.width} by ${decoded.height} pixels, not as ${header.width} by ${header.height}`,
    );
}

/** A PNG or WebP: its width and height as stored, and its bytes without metadata and without anything after the picture. */
interface ChunkedPicture {
  width: number;
  height: number;
  orientation: Orientation;
  bytes: Uint8Array<ArrayBuffer>;
}

interface Chunk {
  name: string;
  start: number;
  end: number;
  content: Uint8Array;
}

const pngSignature = '\u0089PNG\r\n\u001A\n';
/** The chunks of a PNG (third edition) for the pixels, their colours and animations. All others are removed. */
const requiredPngChunks = /^(?:IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|acTL|fcTL|fdAT)$/u;

/** Reads a PNG; null when the file is no PNG, or has no size. */
function readPng(file: Uint8Array<ArrayBuffer>): ChunkedPicture | null {
  if (!beginsWith(file, pngSignature)) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks: Chunk[] = [];
  // a chunk has its size (4 bytes), its name (4), its content and a checksum (4)
  let position = 8;
  while (position + 12 <= file.length && chunks.at(-1)?.name !== 'IEND') {
    const size = view.getUint32(position);
    const end = Math.min(file.length, position + 12 + size);
    chunks.push({
      name: nameAt(file, position + 4),
      start: position,
      end,
      content: file.subarray(position + 8, Math.min(end, position + 8 + size)),
    });
    position = end;
  }
  const [firstChunk] = chunks;
  if (firstChunk?.name !== 'IHDR' || firstChunk.content.length < 8) return null;
  const width = view.getUint32(firstChunk.start + 8);
  const height = view.getUint32(firstChunk.start + 12);
  if (width === 0 || height === 0) return null;
  const requiredParts = chunks
    .filter(({ name }) => requiredPngChunks.test(name))
    .map(({ start, end }) => file.subarray(start, end));
  return {
    width,
    height,
    orientation: orientationOf(chunks, 'eXIf'),
    bytes: concatBytes([file.subarray(0, 8), ...requiredParts]),
  };
}

/** The bits in the first byte of `VP8X` that announce Exif and XMP metadata. */
const metadataFlags = 0x0c;

/** Reads a WebP; null when the file is no WebP, or has no size. */
function readWebp(file: Uint8Array<ArrayBuffer>): ChunkedPicture | null {
  if (!beginsWith(file, 'RIFF') || !beginsWith(file.subarray(8), 'WEBP')) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const last = Math.min(file.length, 8 + view.getUint32(4, true));
  const chunks: Chunk[] = [];
  // a chunk has its name (4 bytes), its size (4) and its content
  let position = 12;
  while (position + 8 <= last) {
    const size = view.getUint32(position + 4, true);
    // a chunk of odd size is followed by a byte of padding
    const end = Math.min(last, position + 8 + size + (size % 2));
    chunks.push({
      name: nameAt(file, position),
      start: position,
      end,
      content: file.subarray(position + 8, Math.min(end, position + 8 + size)),
    });
    position = end;
  }
  const [firstChunk] = chunks;
  const size = firstChunk && webpSize(firstChunk);
  if (!size) return null;
  const requiredParts = chunks
    .filter(({ name }) => /^(?:VP8[ LX]|ALPH|ICCP|ANIM|ANMF)$/u.test(name))
    .map(({ start, end }) => file.subarray(start, end));
  const bytes = concatBytes([file.subarray(0, 12), ...requiredParts]);
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  // byte 20 is the first of the chunk's content, after the file's header of 12 bytes and the chunk's of 8
  if (firstChunk.name === 'VP8X') bytes[20] = (bytes[20] ?? 0) & ~metadataFlags;
  return { ...size, orientation: orientationOf(chunks, 'EXIF'), bytes };
}

/**
 * The size in the first chunk of a WebP, which has one of three forms: `VP8X` has width and height less one in 24 bits each, `VP8 ` has them in
 * 14 bits each, and `VP8L` has them less one in 14 bits each. Null for another chunk.
 */
function webpSize({ name, content }: Chunk): { width: number; height: number } | null {
  if (content.length < 10) return name === 'VP8L' ? losslessSize(content) : null;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const uint24 = (position: number) => view.getUint16(position, true) + view.getUint8(position + 2) * 65_536;
  if (name === 'VP8X') return { width: uint24(4) + 1, height: uint24(7) + 1 };
  if (name === 'VP8 ') return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  return name === 'VP8L' ? losslessSize(content) : null;
}

function losslessSize(content: Uint8Array): { width: number; height: number } | null {
  if (content.length < 5) return null;
  const packed = new DataView(content.buffer, content.byteOffset, content.byteLength).getUint32(1, true);
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
}

function orientationOf(chunks: readonly Chunk[], name: string): Orientation {
  const exif = chunks.find((chunk) => chunk.name === name);
  return exif ? orientationIn(exif.content) : 1;
}

function nameAt(file: Uint8Array, position: number): string {
  return String.fromCharCode(...file.subarray(position, position + 4));
}

/** Converts the stored size of a picture to its upright size, and back: both only swap width and height for some orientations. */
export function turnedSize({ width, height }: PhotoBox, orientation: Orientation): PhotoBox {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/** How many times a picture is turned by 90 degrees clockwise. */
export type Turn = 0 | 1 | 2 | 3;

export function addTurns(first: Turn, second: Turn): Turn {
  const turns: readonly Turn[] = [0, 1, 2, 3];
  return turns[(first + second) % 4] ?? 0;
}

/** Each orientation is the one before it in its row, turned by 90 degrees clockwise. The pictures of the second row are mirrored. */
const cycles: readonly (readonly Orientation[])[] = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
];

/** The orientation of a picture after it is turned. */
export function turnedBy(orientation: Orientation, turn: Turn): Orientation {
  const cycle = cycles.find((orientations) => orientations.includes(orientation)) ?? [];
  return cycle[(cycle.indexOf(orientation) + turn) % 4] ?? orientation;
}

/** The members of a canvas context that are used, which browsers and Node have in common. */
interface CanvasContext<Picture> {
  fillStyle: unknown;
  imageSmoothingQuality: string;
  fillRect: (x: number, y: number, width: number, height: number) => void;
  setTransform: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
  drawImage: (picture: Picture, x: number, y: number, width: number, height: number) => void;
}

/** Draws a picture upright and on white. @param orientation how the picture is stored @param size of the canvas, which it fills */
export function drawUpright<Picture>(
  context: CanvasContext<Picture>,
  picture: Picture,
  orientation: Orientation,
  size: PhotoBox,
): void {
  // transparent pixels would turn black in a JPEG
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.setTransform(...uprightMatrices[orientation](size));
  const stored = turnedSize(size, orientation);
  context.drawImage(picture, 0, 0, stored.width, stored.height);
}

/** For each orientation, the matrix (`setTransform`) that turns the stored picture upright. @param upright the upright size */
const uprightMatrices: Record<Orientation, (upright: PhotoBox) => [number, number, number, number, number, number]> = {
  1: () => [1, 0, 0, 1, 0, 0],
  2: ({ width }) => [-1, 0, 0, 1, width, 0],
  3: ({ width, height }) => [-1, 0, 0, -1, width, height],
  4: ({ height }) => [1, 0, 0, -1, 0, height],
  5: () => [0, 1, 1, 0, 0, 0],
  6: ({ width }) => [0, 1, -1, 0, width, 0],
  7: ({ width, height }) => [0, -1, -1, 0, width, height],
  8: ({ height }) => [0, -1, 1, 0, 0, height],
};
