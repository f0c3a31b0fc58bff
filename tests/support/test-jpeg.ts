import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Orientation } from '../../src/lib/photo/jpeg.ts';

export const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

interface TestJpeg {
  /** The size of the stored picture, in pixels; multiples of 8 unless the shade is even. */
  width: number;
  height: number;
  /** Grey from 0 to 255; coordinates from 0 to 1 in the upright picture. */
  shade?: (across: number, down: number) => number;
  orientation?: Orientation;
  /** Minimum size of the file, padded with comments. */
  bytes?: number;
}

/** A real baseline JPEG in grey squares of 8 pixels, made without a graphics library. */
export function testJpeg({ width, height, shade = () => 160, orientation, bytes = 0 }: TestJpeg): Buffer {
  const wide = Math.ceil(width / 8);
  const high = Math.ceil(height / 8);
  let bits = '';
  let before = 0;
  for (let row = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1) {
      const [across, down] = upright[orientation ?? 1]((column + 0.5) / wide, (row + 0.5) / high);
      const level = Math.round(shade(across, down)) - 128;
      bits += difference(level - before);
      before = level;
    }
  const head = [
    Buffer.from([0xff, 0xd8]),
    ...(orientation ? [segment(0xe1, orientationExif(orientation))] : []),
    segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 8)])),
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    // nine lengths of a difference with four bits each, and one code for an even square
    segment(0xc4, Buffer.from([0, ...lengths(4, 9), 0, 1, 2, 3, 4, 5, 6, 7, 8])),
    segment(0xc4, Buffer.from([0x10, ...lengths(1, 1), 0])),
  ];
  const scan = [segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), packed(bits), Buffer.from([0xff, 0xd9])];
  const size = [...head, ...scan].reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...head, ...comments(bytes - size), ...scan]);
}

/** From the stored picture to where it is seen. */
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

/** The step from one square to the next, then the end of the square. */
function difference(step: number): string {
  const length = step === 0 ? 0 : Math.floor(Math.log2(Math.abs(step))) + 1;
  const value = step > 0 ? step : step + 2 ** length - 1;
  const bits = length === 0 ? '' : value.toString(2).padStart(length, '0');
  return `${length.toString(2).padStart(4, '0')}${bits}0`;
}

function packed(bits: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(...(byte === 0xff ? [0xff, 0] : [byte]));
  }
  return Buffer.from(bytes);
}

function lengths(bits: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, index) => (index === bits - 1 ? count : 0));
}

export function segment(marker: number, content: Buffer): Buffer {
  const size = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, size >> 8, size & 255]), content]);
}

function comments(size: number): Buffer[] {
  const count = Math.max(0, Math.ceil(size / 60_000));
  return Array.from({ length: count }, () => segment(0xfe, Buffer.alloc(Math.ceil(size / count), 0x20)));
}

export function orientationExif(orientation: Orientation): Buffer {
  // big-endian, one entry: tag 0x0112, one short number
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** Five thousand copies, each truncated and with four bytes changed; the same for the same seed. */
export function* damagedCopies(whole: Uint8Array<ArrayBuffer>, seed: number): Generator<Uint8Array<ArrayBuffer>> {
  let state = seed;
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
  /** As cameras write it: `2026:03:17 10:05:33`. */
  taken?: string;
  /** `+08:00` */
  offset?: string;
  little?: boolean;
}

/** An Exif block with the time of a photo, as in JPEG and HEIC. */
export function testExif({ taken, offset, little = false }: TestExif): Buffer {
  const texts = [
    { tag: 0x9003, text: taken },
    { tag: 0x9011, text: offset },
  ].flatMap(({ tag, text }) => (text === undefined ? [] : [{ tag, text: `${text}\0` }]));
  const directory = 26;
  const tiff = Buffer.alloc(
    directory + 2 + texts.length * 12 + 4 + texts.reduce((sum, { text }) => sum + text.length, 0),
  );
  const number = (value: number, at: number, bytes: 2 | 4) =>
    little ? tiff.writeUIntLE(value, at, bytes) : tiff.writeUIntBE(value, at, bytes);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    number(tag, at, 2);
    number(type, at + 2, 2);
    number(count, at + 4, 4);
    number(value, at + 8, 4);
  };
  tiff.write(little ? 'II' : 'MM', 'latin1');
  number(42, 2, 2);
  number(8, 4, 4);
  number(1, 8, 2);
  entry(10, 0x8769, 4, 1, directory);
  number(texts.length, directory, 2);
  let end = directory + 2 + texts.length * 12 + 4;
  for (const [index, { tag, text }] of texts.entries()) {
    entry(directory + 2 + index * 12, tag, 2, text.length, end);
    end += tiff.write(text, end, 'latin1');
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** Inserts the block after the first two bytes. */
export function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const size = exif.length + 2;
  const head = Buffer.from([0xff, 0xe1, size >> 8, size & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** A dark disc in the middle of an upright photo, and a darker upper left corner. Sizes as stored, multiples of 8. */
export function discJpeg(width: number, height: number, orientation: Orientation): Buffer {
  const [across, down] = orientation > 4 ? [height, width] : [width, height];
  const radius = Math.min(across, down) / 4;
  return testJpeg({
    width,
    height,
    orientation,
    shade: (x, y) => {
      if (x < 0.15 && y < 0.15) return 0;
      return Math.hypot((x - 0.5) * across, (y - 0.5) * down) < radius ? 60 : 220;
    },
  });
}

const isDark = (grey: number) => grey < 140;

interface SeenDisc {
  width: number;
  height: number;
  /** Its width by its height: 1 when it is round. */
  roundness: number;
  /** Where the darkest corner is. */
  corner: string;
}

/** What a viewer shows of a stored photo. */
export async function seenDisc(photo: Uint8Array): Promise<SeenDisc> {
  const picture = await loadImage(photo);
  const { width, height } = picture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = (x: number, y: number) => data[(Math.floor(y) * width + Math.floor(x)) * 4] ?? 255;
  const across = Array.from({ length: width }, (_, x) => grey(x, height / 2)).filter(isDark).length;
  const down = Array.from({ length: height }, (_, y) => grey(width / 2, y)).filter(isDark).length;
  const corners = {
    'upper left': grey(width * 0.05, height * 0.05),
    'upper right': grey(width * 0.95, height * 0.05),
    'lower left': grey(width * 0.05, height * 0.95),
    'lower right': grey(width * 0.95, height * 0.95),
  };
  const [corner = ''] = Object.entries(corners).find(([, value]) => value < 60) ?? [];
  return { width, height, roundness: Math.round((across / down) * 50) / 50, corner };
}
