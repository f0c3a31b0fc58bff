import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Orientation } from '../../src/lib/photo/jpeg.ts';

export const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

interface TestJpeg {
  /** The size of the stored picture in pixels: multiples of 8, unless the whole picture has one shade. */
  width: number;
  height: number;
  /** The grey of a point from 0 to 255. The coordinates go from 0 to 1 in the upright picture. */
  shade?: (across: number, down: number) => number;
  orientation?: Orientation;
  /** The minimum size of the file. It is padded with comments. */
  bytes?: number;
}

/** A real baseline JPEG in grey squares of 8 pixels, made without a graphics library. */
export function testJpeg({ width, height, shade = () => 160, orientation, bytes = 0 }: TestJpeg): Buffer {
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  let bits = '';
  let previousLevel = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [shownX, shownY] = upright[orientation ?? 1]((column + 0.5) / columns, (row + 0.5) / rows);
      const level = Math.round(shade(shownX, shownY)) - 128;
      bits += difference(level - previousLevel);
      previousLevel = level;
    }
  const head = [
    Buffer.from([0xff, 0xd8]),
    ...(orientation ? [segment(0xe1, orientationExif(orientation))] : []),
    segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 8)])),
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    // the Huffman tables: nine lengths of a difference with four bits each, and a single code for an even square
    segment(0xc4, Buffer.from([0, ...lengthCounts(4, 9), 0, 1, 2, 3, 4, 5, 6, 7, 8])),
    segment(0xc4, Buffer.from([0x10, ...lengthCounts(1, 1), 0])),
  ];
  const scan = [segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), packBits(bits), Buffer.from([0xff, 0xd9])];
  const size = [...head, ...scan].reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...head, ...commentSegments(bytes - size), ...scan]);
}

/** Where a point of the stored picture is seen, by the Exif orientation. */
const upright: Record<Orientation, (x: number, y: number) => [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [1 - y, x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [y, 1 - x],
};

/** The bits of a square: the step from the square before, and the end of the square. */
function difference(step: number): string {
  const length = step === 0 ? 0 : Math.floor(Math.log2(Math.abs(step))) + 1;
  const value = step > 0 ? step : step + 2 ** length - 1;
  const bits = length === 0 ? '' : value.toString(2).padStart(length, '0');
  return `${length.toString(2).padStart(4, '0')}${bits}0`;
}

/** Fills the last byte with ones, and puts a zero byte after each 0xff, as JPEG requires. */
function packBits(bits: string): Buffer {
  const bytes: number[] = [];
  for (let offset = 0; offset < bits.length; offset += 8) {
    const byte = Number.parseInt(bits.slice(offset, offset + 8).padEnd(8, '1'), 2);
    bytes.push(...(byte === 0xff ? [0xff, 0] : [byte]));
  }
  return Buffer.from(bytes);
}

/** The beginning of a Huffman table: how many codes there are of each length, here `count` codes of `bits` bits. */
function lengthCounts(bits: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, index) => (index === bits - 1 ? count : 0));
}

export function segment(marker: number, content: Buffer): Buffer {
  const size = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, size >> 8, size & 255]), content]);
}

function commentSegments(size: number): Buffer[] {
  const count = Math.max(0, Math.ceil(size / 60_000));
  return Array.from({ length: count }, () => segment(0xfe, Buffer.alloc(Math.ceil(size / count), 0x20)));
}

export function orientationExif(orientation: Orientation): Buffer {
  // big-endian, with a single entry: tag 0x0112 (orientation), a short number
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** Yields five thousand damaged copies, each truncated and with four bytes changed. The same seed yields the same copies. */
export function* damagedCopies(whole: Uint8Array<ArrayBuffer>, seed: number): Generator<Uint8Array<ArrayBuffer>> {
  let state = seed;
  // a linear congruential generator
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  for (let round = 0; round < 5_000; round += 1) {
    const damaged = whole.slice(0, random(whole.length + 1));
    for (let change = 0; change < 4; change += 1) damaged[random(Math.max(1, damaged.length))] = random(256);
    yield damaged;
  }
}

interface TestExif {
  /** The time as cameras write it: `2026:03:17 10:05:33`. */
  taken?: string;
  /** The offset from UTC, such as `+08:00`. */
  offset?: string;
  /** Whether numbers are little-endian. */
  little?: boolean;
}

/** An Exif block with the time of a photo, as JPEG and HEIC files have it. */
export function testExif({ taken, offset, little = false }: TestExif): Buffer {
  const texts = [
    { tag: 0x9003, text: taken },
    { tag: 0x9011, text: offset },
  ].flatMap(({ tag, text }) => (text === undefined ? [] : [{ tag, text: `${text}\0` }]));
  const directory = 26;
  const tiff = Buffer.alloc(
    directory + 2 + texts.length * 12 + 4 + texts.reduce((sum, { text }) => sum + text.length, 0),
  );
  const writeNumber = (value: number, at: number, bytes: 2 | 4) =>
    little ? tiff.writeUIntLE(value, at, bytes) : tiff.writeUIntBE(value, at, bytes);
  // the type is 2 for a text and 4 for a number of four bytes
  const writeEntry = (at: number, tag: number, type: number, count: number, value: number) => {
    writeNumber(tag, at, 2);
    writeNumber(type, at + 2, 2);
    writeNumber(count, at + 4, 4);
    writeNumber(value, at + 8, 4);
  };
  // the header of a TIFF, and a directory with a single entry: the offset of the Exif directory (0x8769), which has the texts
  tiff.write(little ? 'II' : 'MM', 'latin1');
  writeNumber(42, 2, 2);
  writeNumber(8, 4, 4);
  writeNumber(1, 8, 2);
  writeEntry(10, 0x8769, 4, 1, directory);
  writeNumber(texts.length, directory, 2);
  let end = directory + 2 + texts.length * 12 + 4;
  for (const [index, { tag, text }] of texts.entries()) {
    writeEntry(directory + 2 + index * 12, tag, 2, text.length, end);
    end += tiff.write(text, end, 'latin1');
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** Inserts the Exif block after the first two bytes, which mark the start of a JPEG. */
export function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const size = exif.length + 2;
  const head = Buffer.from([0xff, 0xe1, size >> 8, size & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/**
 * A JPEG with a dark disc in the middle of the upright photo and a darker upper left corner. The stored sizes are multiples of 8.
 */
export function discJpeg(width: number, height: number, orientation: Orientation): Buffer {
  const [shownWidth, shownHeight] = orientation > 4 ? [height, width] : [width, height];
  const radius = Math.min(shownWidth, shownHeight) / 4;
  return testJpeg({
    width,
    height,
    orientation,
    shade: (x, y) => {
      if (x < 0.15 && y < 0.15) return 0;
      return Math.hypot((x - 0.5) * shownWidth, (y - 0.5) * shownHeight) < radius ? 60 : 220;
    },
  });
}

const isDark = (grey: number) => grey < 140;

interface SeenDisc {
  width: number;
  height: number;
  /** The width of the disc divided by its height: 1 if it is round. */
  roundness: number;
  /** The darkest corner. */
  corner: string;
}

/** Draws a stored photo as a viewer does, and measures the disc of `discJpeg`. */
export async function seenDisc(photo: Uint8Array): Promise<SeenDisc> {
  const picture = await loadImage(photo);
  const { width, height } = picture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = (x: number, y: number) => data[(Math.floor(y) * width + Math.floor(x)) * 4] ?? 255;
  const darkColumns = Array.from({ length: width }, (_, x) => grey(x, height / 2)).filter(isDark).length;
  const darkRows = Array.from({ length: height }, (_, y) => grey(width / 2, y)).filter(isDark).length;
  const corners = {
    'upper left': grey(width * 0.05, height * 0.05),
    'upper right': grey(width * 0.95, height * 0.05),
    'lower left': grey(width * 0.05, height * 0.95),
    'lower right': grey(width * 0.95, height * 0.95),
  };
  const [corner = ''] = Object.entries(corners).find(([, value]) => value < 60) ?? [];
  return { width, height, roundness: Math.round((darkColumns / darkRows) * 50) / 50, corner };
}
