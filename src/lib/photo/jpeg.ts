/** Width and height as stored, before the orientation is applied. */
export interface JpegHeader {
  width: number;
  height: number;
  orientation: Orientation;
  /** How many colours a pixel has: 1 grey, 3 colour, 4 CMYK. */
  components: number;
}

/** A part of the file that begins with a marker (0xff and `marker`); `start` and `end` are positions in the file. */
interface Segment {
  marker: number;
  start: number;
  end: number;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
const app1 = 0xe1;
/** Whether no length follows a marker: it is a restart within a scan, or for private use. */
const hasNoLength = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

interface JpegParts {
  segments: readonly Segment[];
  /** The position after the end marker of the picture, where another picture may follow; null when the file has no end marker. */
  end: number | null;
}

/** The parts of a JPEG; null when the bytes are no JPEG, or end before its first scan. */
function jpegPartsOf(bytes: Uint8Array): JpegParts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // each JPEG begins with FF D8
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  const segments: Segment[] = [];
  let hasScan = false;
  let position = 2;
  while (position + 2 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0;
    if (marker === endOfImage) return hasScan ? { segments, end: position + 2 } : null;
    // fill bytes may precede a marker
    if (marker === 0xff || hasNoLength(marker)) {
      position += marker === 0xff ? 1 : 2;
      continue;
    }
    if (position + 4 > bytes.length) break;
    const end = position + 2 + view.getUint16(position + 2);
    if (end < position + 4 || end > bytes.length) break;
    segments.push({ marker, start: position, end });
    hasScan ||= marker === startOfScan;
    position = marker === startOfScan ? scanEnd(bytes, end) : end;
  }
  return hasScan ? { segments, end: null } : null;
}

/** The position of the marker that follows the pixels; the length of the file if there is none. @param start of the pixels */
function scanEnd(bytes: Uint8Array, start: number): number {
  let position = bytes.indexOf(0xff, start);
  while (position !== -1 && position + 1 < bytes.length) {
    const nextByte = bytes[position + 1] ?? 0;
    // within the pixels, a zero follows each byte 0xff that is no marker
    if (nextByte !== 0 && nextByte !== 0xff && !hasNoLength(nextByte)) return position;
    position = bytes.indexOf(0xff, position + (nextByte === 0xff ? 1 : 2));
  }
  return bytes.length;
}

// the markers of frames are C0 to CF, except C4, C8 and CC, which are tables
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The header of a JPEG; null for any other file. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | null {
  const parts = jpegPartsOf(bytes);
  return parts && headerOf(bytes, parts);
}

function headerOf(bytes: Uint8Array, { segments }: JpegParts): JpegHeader | null {
  const frame = segments.find(({ marker }) => isFrame(marker));
  if (!frame || frame.end - frame.start < 10) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // a frame has its marker, length and precision first, which are 5 bytes
  const height = view.getUint16(frame.start + 5);
  const width = view.getUint16(frame.start + 7);
  if (width === 0 || height === 0) return null;
  // XMP metadata uses the same marker and may come first
  const exif = segments
    .filter(({ marker }) => marker === app1)
    .map(({ start, end }) => bytes.subarray(start + 4, end))
    .find(isExif);
  return { width, height, components: view.getUint8(frame.start + 9), orientation: exif ? orientationIn(exif) : 1 };
}

/** A JPEG that every program shows correctly as it is. */
export interface ReadyJpeg extends JpegHeader {
  /** The file without its metadata. */
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The JPEG without its metadata. Null when it is no JPEG, must be turned, is CMYK or has no end marker: decoders show a truncated picture
 * too, with grey at the bottom. The file is read only once, because a report has hundreds of photos.
 */
export function readyJpeg(bytes: Uint8Array<ArrayBuffer>): ReadyJpeg | null {
  const parts = jpegPartsOf(bytes);
  const header = parts && headerOf(bytes, parts);
  if (!header || header.orientation !== 1 || header.components === 4 || parts.end === null) return null;
  return { ...header, bytes: removeMetadata(bytes, parts) };
}

/** The names of the segments that are needed for correct colours, by marker. Other segments with these markers are thumbnails or pictures. */
const requiredSegments: Record<number, string> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

function isMetadata(bytes: Uint8Array, { marker, start, end }: Segment): boolean {
  // 0xfe is a comment, and 0xe0 to 0xef are segments of applications
  if (marker === 0xfe) return true;
  if (marker < 0xe0 || marker > 0xef) return false;
  const name = requiredSegments[marker];
  return name === undefined || !beginsWith(bytes.subarray(start + 4, end), name);
}

/**
 * Removes location, time, camera and comments from a JPEG, and everything after the picture: phones append a second picture or a film, each
 * with its own location. Any other file is returned unchanged.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = jpegPartsOf(bytes);
  return parts ? removeMetadata(bytes, parts) : bytes;
}

function removeMetadata(bytes: Uint8Array<ArrayBuffer>, parts: JpegParts): Uint8Array<ArrayBuffer> {
  const end = parts.end ?? bytes.length;
  const metadata = parts.segments.filter((segment) => isMetadata(bytes, segment));
  if (metadata.length === 0 && end === bytes.length) return bytes;
  // the parts between the removed segments
  const starts = [0, ...metadata.map((segment) => segment.end)];
  const ends = [...metadata.map((segment) => segment.start), end];
  return concatBytes(starts.map((start, index) => bytes.subarray(start, ends[index])));
}

/** How a stored picture must be turned or mirrored, as Exif numbers it. 1 is upright; for 5 to 8 width and height are swapped. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;
// the types of an entry's value
const byteType = 1;
const shortType = 3;
const longType = 4;

/** The orientation in a TIFF block, with or without "Exif" and two zeros before it; 1 if it has none. */
export function orientationIn(block: Uint8Array): Orientation {
  const tiff = isExif(block) ? block.subarray(6) : block;
  if (tiff.length < 8) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  // `II` at the beginning means little endian
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, isLittleEndian);
  // an entry has 12 bytes: its tag (2), type (2), count (4) and value (4)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, isLittleEndian) === orientationTag)
      return asOrientation(exifValueAt(view, entry, isLittleEndian));
  }
  return 1;
}

/** Whether a block is Exif: it begins with "Exif" and two zeros. */
function isExif(block: Uint8Array): boolean {
  return [0x45, 0x78, 0x69, 0x66, 0, 0].every((byte, position) => block[position] === byte);
}

function exifValueAt(view: DataView, entry: number, isLittleEndian: boolean): number {
  const type = view.getUint16(entry + 2, isLittleEndian);
  if (type === shortType) return view.getUint16(entry + 8, isLittleEndian);
  if (type === longType) return view.getUint32(entry + 8, isLittleEndian);
  return type === byteType ? view.getUint8(entry + 8) : 1;
}

function asOrientation(value: number): Orientation {
  const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
  return orientations.find((orientation) => orientation === value) ?? 1;
}

/** Whether bytes begin with a text. @param text one character for each byte */
export function beginsWith(bytes: Uint8Array, text: string): boolean {
  return (
    bytes.length >= text.length &&
    Array.from(text).every((character, position) => bytes[position] === character.charCodeAt(0))
  );
}

/** The concatenation of the parts. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
