/** Width and height as stored, before the orientation is applied. */
export interface JpegHeader {
  width: number;
  height: number;
  orientation: Orientation;
  /** How many colours a pixel has: 1 grey, 3 colour, 4 CMYK. */
  components: number;
}

interface Segment {
  marker: number;
  start: number;
  end: number;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
const app1 = 0xe1;
/** Markers without a length: restarts within a scan, and one for private use. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

interface JpegParts {
  segments: readonly Segment[];
  /** After the picture's end marker, where another picture may follow; null when the file ends before. */
  end: number | null;
}

/** The parts of a JPEG; null when the bytes are none, or end before its first scan. */
function jpegPartsOf(bytes: Uint8Array): JpegParts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  const segments: Segment[] = [];
  let hasScan = false;
  let at = 2;
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return hasScan ? { segments, end: at + 2 } : null;
    // fill bytes may precede a marker
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > bytes.length) break;
    segments.push({ marker, start: at, end });
    hasScan ||= marker === startOfScan;
    at = marker === startOfScan ? scanEnd(bytes, end) : end;
  }
  return hasScan ? { segments, end: null } : null;
}

/** Where the marker after the pixels begins, from `start` of the pixels on; the length of the file where none does. */
function scanEnd(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    // a zero marks a pixel's own 255
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}

// C4, C8 and CC are in the range but hold tables
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** What a JPEG says of its picture; null for any other file. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | null {
  const parts = jpegPartsOf(bytes);
  return parts && headerOf(bytes, parts);
}

function headerOf(bytes: Uint8Array, { segments }: JpegParts): JpegHeader | null {
  const frame = segments.find(({ marker }) => isFrame(marker));
  if (!frame || frame.end - frame.start < 10) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const height = view.getUint16(frame.start + 5);
  const width = view.getUint16(frame.start + 7);
  if (width === 0 || height === 0) return null;
  // XMP, which uses the same marker, may come first
  const exif = segments
    .filter(({ marker }) => marker === app1)
    .map(({ start, end }) => bytes.subarray(start + 4, end))
    .find(isExif);
  return { width, height, components: view.getUint8(frame.start + 9), orientation: exif ? orientationIn(exif) : 1 };
}

/** A JPEG that every program shows right as it is. */
export interface ReadyJpeg extends JpegHeader {
  /** Without metadata. */
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The JPEG without its metadata; null when it is no JPEG, lies on a side, is CMYK or lacks its end: decoders show a truncated
 * picture too, with grey at the bottom. The pixels are looked through once, as a report has hundreds of photos.
 */
export function readyJpeg(bytes: Uint8Array<ArrayBuffer>): ReadyJpeg | null {
  const parts = jpegPartsOf(bytes);
  const header = parts && headerOf(bytes, parts);
  if (!header || header.orientation !== 1 || header.components === 4 || parts.end === null) return null;
  return { ...header, bytes: stripped(bytes, parts) };
}

/**
 * The names of the segments that correct colours need, by marker. Other segments with these markers hold thumbnails or further pictures.
 */
const requiredSegments: Record<number, string> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

function isMetadata(bytes: Uint8Array, { marker, start, end }: Segment): boolean {
  if (marker === 0xfe) return true;
  if (marker < 0xe0 || marker > 0xef) return false;
  const name = requiredSegments[marker];
  return name === undefined || !beginsWith(bytes.subarray(start + 4, end), name);
}

/**
 * Removes location, time, camera and comments, and all that follows the picture: phones append a second one, or a film,
 * each with its own location. Anything but a JPEG is returned unchanged.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = jpegPartsOf(bytes);
  return parts ? stripped(bytes, parts) : bytes;
}

function stripped(bytes: Uint8Array<ArrayBuffer>, parts: JpegParts): Uint8Array<ArrayBuffer> {
  const end = parts.end ?? bytes.length;
  const removed = parts.segments.filter((segment) => isMetadata(bytes, segment));
  if (removed.length === 0 && end === bytes.length) return bytes;
  const starts = [0, ...removed.map((segment) => segment.end)];
  const ends = [...removed.map((segment) => segment.start), end];
  return joined(starts.map((start, index) => bytes.subarray(start, ends[index])));
}

/** Which corner the first pixel of a picture belongs in, as Exif numbers them; 1 is upright, 5 to 8 lie on their sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;
// the type of an entry's value, and how to read it
const byteType = 1;
const shortType = 3;
const longType = 4;

/** The orientation in a TIFF block, with or without "Exif" and two zeros before it; 1 where it names none. */
export function orientationIn(block: Uint8Array): Orientation {
  const tiff = isExif(block) ? block.subarray(6) : block;
  if (tiff.length < 8) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, little) === orientationTag) return asOrientation(exifValueAt(view, entry, little));
  }
  return 1;
}

/** Whether a block starts as Exif does in a JPEG, where another kind of metadata may come first. */
function isExif(block: Uint8Array): boolean {
  return [0x45, 0x78, 0x69, 0x66, 0, 0].every((byte, at) => block[at] === byte);
}

function exifValueAt(view: DataView, entry: number, little: boolean): number {
  const type = view.getUint16(entry + 2, little);
  if (type === shortType) return view.getUint16(entry + 8, little);
  if (type === longType) return view.getUint32(entry + 8, little);
  return type === byteType ? view.getUint8(entry + 8) : 1;
}

function asOrientation(value: number): Orientation {
  const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
  return orientations.find((orientation) => orientation === value) ?? 1;
}

/** @param text one character per byte */
export function beginsWith(bytes: Uint8Array, text: string): boolean {
  return (
    bytes.length >= text.length && Array.from(text).every((character, at) => bytes[at] === character.charCodeAt(0))
  );
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
