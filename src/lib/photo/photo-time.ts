import { realDay } from '../calendar/day.ts';

/**
 * The beginning of the TIFF block that cameras write, little and big endian: the byte order, the number 42, and the offset 8 of the first
 * directory, which follows directly.
 */
const tiffMagic = 0x2a;
const littleEndianHeader = [0x49, 0x49, tiffMagic, 0, 8, 0, 0, 0];
const bigEndianHeader = [0x4d, 0x4d, 0, tiffMagic, 0, 0, 0, 8];

// the tags of the entries that are read
const exifDirectory = 0x8769;
const dateTimeOriginal = 0x9003;
const offsetTimeOriginal = 0x9011;

/**
 * When a photo was taken, such as `2026-03-17T10:05:33+08:00`; null if that is unknown. The Exif block is the same in JPEG, HEIC, PNG and
 * WebP, so the whole file is searched for its beginning.
 * @param zone the time zone if the photo names none, such as `+08:00`.
 */
export function photoTime(photo: Uint8Array, zone: string): string | null {
  const view = new DataView(photo.buffer, photo.byteOffset, photo.byteLength);
  for (let position = photo.indexOf(tiffMagic); position !== -1; position = photo.indexOf(tiffMagic, position + 1)) {
    const isLittleEndian = startsAt(photo, position - 2, littleEndianHeader);
    const start = isLittleEndian ? position - 2 : position - 3;
    if (!isLittleEndian && !startsAt(photo, start, bigEndianHeader)) continue;
    const time = readBlock({ view, start, isLittleEndian }, zone);
    if (time !== null) return time;
  }
  return null;
}

interface ExifBlock {
  view: DataView;
  /** The position of the TIFF header, from which all offsets count. */
  start: number;
  isLittleEndian: boolean;
}

function startsAt(bytes: Uint8Array, position: number, header: readonly number[]): boolean {
  return header.every((byte, index) => bytes[position + index] === byte);
}

function readBlock(block: ExifBlock, zone: string): string | null {
  const pointer = findEntry(block, 8, exifDirectory);
  if (pointer === null) return null;
  const directory = block.view.getUint32(pointer + 8, block.isLittleEndian);
  const [, year, month, day, clock] =
    /^(\d{4})[:/-](\d\d)[:/-](\d\d) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)/u.exec(
      asciiAt(block, directory, dateTimeOriginal),
    ) ?? [];
  const local = `${year}-${month}-${day}T${clock}`;
  // a camera whose clock is not set writes zeros or spaces
  if (!realDay(Number(year), Number(month), Number(day))) return null;
  const [offset = zone] = /^[+-]\d\d:\d\d/u.exec(asciiAt(block, directory, offsetTimeOriginal)) ?? [];
  return Number.isNaN(Date.parse(`${local}${offset}`)) ? null : `${local}${offset}`;
}

/** The position of a tag's entry in the photo; null when the directory lacks it or is cut off. */
function findEntry({ view, start, isLittleEndian }: ExifBlock, directory: number, tag: number): number | null {
  const first = start + directory + 2;
  if (first > view.byteLength) return null;
  const count = view.getUint16(first - 2, isLittleEndian);
  // an entry has 12 bytes: its tag (2), type (2), count (4) and value or its offset (4)
  for (let entry = first; entry < first + count * 12; entry += 12) {
    if (entry + 12 > view.byteLength) return null;
    if (view.getUint16(entry, isLittleEndian) === tag) return entry;
  }
  return null;
}

/** The text of an entry; empty when there is none. Texts of more than four bytes, as these, are stored at an offset. */
function asciiAt(block: ExifBlock, directory: number, tag: number): string {
  const { view, start, isLittleEndian } = block;
  const entry = findEntry(block, directory, tag);
  if (entry === null) return '';
  // a time has 20 bytes; a damaged entry may name a huge length
  const length = Math.min(view.getUint32(entry + 4, isLittleEndian), 32);
  const from = start + view.getUint32(entry + 8, isLittleEndian);
  if (from + length > view.byteLength) return '';
  return String.fromCodePoint(...new Uint8Array(view.buffer, view.byteOffset + from, length));
}
