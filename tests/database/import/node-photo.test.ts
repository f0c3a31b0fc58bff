import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { readJpegHeader } from '../../../src/lib/photo/jpeg.ts';
import { renderPhoto } from '../../../supabase/operations/import/old-files.ts';
import { discJpeg, seenDisc, orientations, orientationExif, testJpeg } from '../../support/test-jpeg.ts';

const kinds = ['png', 'webp', 'jpeg'] as const;

function drawn(kind: (typeof kinds)[number], quality?: number): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(1_000, 500);
  const context = canvas.getContext('2d');
  context.fillStyle = '#357';
  context.fillRect(100, 100, 300, 300);
  return new Uint8Array(kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${kind}`, quality));
}

/** The same file with other dimensions in its header. */
function claiming(bytes: Uint8Array<ArrayBuffer>, width: number, height: number, at: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer);
  view.setUint32(at, width);
  view.setUint32(at + 4, height);
  return copy;
}

/** Whether the bytes of the file contain this text. `Exif` begins the metadata, in which the position of the camera would be. */
const containsText = (file: Uint8Array, text: string) => Buffer.from(file).includes(Buffer.from(text, 'latin1'));

describe.each([
  { width: 400, height: 304, ways: orientations },
  { width: 1_600, height: 1_200, ways: orientations },
  { width: 4_032, height: 3_024, ways: [5, 6] as const },
])('a turned photo of $width by $height pixels', ({ width, height, ways }) => {
  test.each(ways)('in orientation %i is stored upright and round', async (orientation) => {
    const { large, small } = await renderPhoto(new Uint8Array(discJpeg(width, height, orientation)));
    const shape = orientation > 4 ? height / width : width / height;
    for (const rendition of [large, small]) {
      const seen = await seenDisc(rendition);
      expect(seen).toMatchObject({ roundness: 1, corner: 'upper left' });
      expect(seen.width / seen.height).toBeCloseTo(shape, 1);
      expect(containsText(rendition, 'Exif')).toBe(false);
    }
    expect(Math.max((await seenDisc(large)).width, (await seenDisc(large)).height)).toBe(Math.min(2_048, width));
  });
});

describe('a turned photo of another format', () => {
  const exif = orientationExif(6).subarray(6);
  const png = (file: Buffer) => {
    const chunk = Buffer.concat([Buffer.from('eXIf'), exif]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(exif.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(chunk));
    return Buffer.concat([file.subarray(0, 33), size, chunk, sum, file.subarray(33)]);
  };
  const webp = (file: Buffer) => {
    const extended = Buffer.concat([file, Buffer.from('EXIF'), Buffer.alloc(4), exif]);
    extended.writeUInt32LE(exif.length, file.length + 4);
    extended.writeUInt32LE(extended.length - 8, 4);
    extended.writeUInt8((extended.readUInt8(20) | 0x08) & 0xff, 20);
    return extended;
  };
  test.each([
    ['PNG', png(Buffer.from(drawn('png')))],
    ['WebP', webp(Buffer.from(drawn('webp', 80)))],
  ])('is stored upright: %s', async (_, file) => {
    const { large } = await renderPhoto(new Uint8Array(file));
    expect(readJpegHeader(large)).toMatchObject({ width: 500, height: 1_000, orientation: 1 });
  });
});

describe('a photo of an old portal', () => {
  test.each(kinds)('is kept as two JPEGs when it is a %s', async (kind) => {
    const photo = await renderPhoto(drawn(kind, 80));
    expect(readJpegHeader(photo.large)).toMatchObject({ width: 1_000, height: 500 });
    expect(readJpegHeader(photo.small)).toMatchObject({ width: 709, height: 355 });
  });

  test('is read in all three forms of WebP', async () => {
    const extended = Buffer.from(drawn('webp', 80));
    // without its transparency
    const at = extended.indexOf('VP8 ', 16, 'latin1');
    const simple = Buffer.concat([
      extended.subarray(0, 12),
      extended.subarray(at, at + 8 + extended.readUInt32LE(at + 4)),
    ]);
    simple.writeUInt32LE(simple.length - 8, 4);
    // one pixel, because there is no encoder for this format here
    const lossless = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
    for (const [file, form] of [
      [simple, 'VP8 '],
      [extended, 'VP8X'],
    ] as const) {
      expect(file.toString('latin1', 12, 16)).toBe(form);
      expect(readJpegHeader((await renderPhoto(new Uint8Array(file))).large)).toMatchObject({
        width: 1_000,
        height: 500,
      });
    }
    expect(readJpegHeader((await renderPhoto(new Uint8Array(lossless))).large)).toMatchObject({ width: 1, height: 1 });
    // both formats store the width and the height less one
    lossless.writeUInt32LE(0x0fffffff, 21);
    await expect(renderPhoto(new Uint8Array(lossless))).rejects.toThrow('16384 by 16384 pixels are too many');
    extended.writeUIntLE(16_000, 24, 3);
    extended.writeUIntLE(16_000, 27, 3);
    await expect(renderPhoto(new Uint8Array(extended))).rejects.toThrow('16001 by 16001 pixels are too many');
  });

  test('is not decoded if its header claims too many pixels', async () => {
    await expect(renderPhoto(claiming(drawn('png'), 60_000, 60_000, 16))).rejects.toThrow(
      '60000 by 60000 pixels are too many',
    );
    const jpeg = new Uint8Array(testJpeg({ width: 16, height: 16 }));
    const frame = Buffer.from(jpeg.buffer).indexOf(Buffer.from([0xff, 0xc0]));
    new DataView(jpeg.buffer).setUint32(frame + 5, 0xfffffffe);
    await expect(renderPhoto(jpeg)).rejects.toThrow('65534 by 65535 pixels are too many');
  });

  test.each([
    ['empty', ''],
    ['a text', 'no picture at all, and longer than the header of one'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['only a header', '\u0089PNG\r\n'],
  ])('is refused when it is %s', async (_, text) => {
    await expect(renderPhoto(new Uint8Array(Buffer.from(text, 'latin1')))).rejects.toThrow('Not a JPEG, PNG or WebP');
  });
});
