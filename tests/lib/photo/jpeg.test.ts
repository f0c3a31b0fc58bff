import { describe, expect, it } from 'vitest';
import { readJpegHeader, readyJpeg, withoutMetadata, type Orientation } from '../../../src/lib/photo/jpeg.ts';
import { photoTime } from '../../../src/lib/photo/photo-time.ts';
import { addTurns, turnedBy } from '../../../src/lib/photo/picture-file.ts';
import {
  testExif,
  withExif,
  damagedCopies,
  orientationExif,
  orientations,
  segment,
  testJpeg,
} from '../../support/test-jpeg.ts';

/**
 * For each Exif orientation the corners of the visible picture, clockwise from the upper left. A letter names the corner of the
 * stored picture: `a` upper left, `b` upper right, `c` lower right, `d` lower left.
 */
const seenCorners: Record<Orientation, string> = {
  1: 'abcd',
  2: 'badc',
  3: 'cdab',
  4: 'dcba',
  5: 'adcb',
  6: 'dabc',
  7: 'cbad',
  8: 'bcda',
};

/** An Exif segment with the TIFF data of these bytes. */
const exifBlock = (hex: string) => Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(hex, 'hex')]);

const bytesOf = (jpeg: Buffer) => new Uint8Array(jpeg);

describe('the header of a JPEG', () => {
  it.each(orientations)('has the size as stored and the orientation %i', (orientation) => {
    const jpeg = bytesOf(testJpeg({ width: 64, height: 48, orientation }));
    expect(readJpegHeader(jpeg)).toEqual({ width: 64, height: 48, orientation, components: 1 });
  });

  it('is upright by default', () => {
    expect(readJpegHeader(bytesOf(testJpeg({ width: 64, height: 48 })))?.orientation).toBe(1);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a page', new TextEncoder().encode('<!doctype html><title>Sign in</title>')],
    ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])],
    ['only two bytes of a JPEG', new Uint8Array([0xff, 0xd8])],
    ['a segment of no length', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xda, 0, 2])],
    ['fill bytes without an end', new Uint8Array(10_000).fill(0xff).fill(0xd8, 1, 2)],
  ])('is not found in %s', (_, bytes) => {
    expect(readJpegHeader(bytes)).toBeNull();
    expect(withoutMetadata(bytes)).toEqual(bytes);
  });

  it('has its orientation after other metadata, in any byte order and type of number', () => {
    const plainJpeg = testJpeg({ width: 64, height: 48 });
    const xmp = segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'));
    const orientationAfterXmp = (exif: Buffer) =>
      readJpegHeader(
        bytesOf(Buffer.concat([plainJpeg.subarray(0, 2), xmp, segment(0xe1, exif), plainJpeg.subarray(2)])),
      )?.orientation;
    expect(orientationAfterXmp(orientationExif(6))).toBe(6);
    expect(orientationAfterXmp(exifBlock('49492a0008000000010012010300010000000800000000000000'))).toBe(8);
    expect(orientationAfterXmp(exifBlock('4d4d002a00000008000101120004000000010000000500000000'))).toBe(5);
    // orientation 9 does not exist, so the picture counts as upright
    expect(orientationAfterXmp(exifBlock('4d4d002a00000008000101120003000000010009000000000000'))).toBe(1);
  });

  it('is read from any damaged bytes without an error', () => {
    const completeJpeg = bytesOf(testJpeg({ width: 64, height: 48, orientation: 6 }));
    for (const damagedJpeg of damagedCopies(completeJpeg, 7)) {
      const header = readJpegHeader(damagedJpeg);
      if (header) expect(header.orientation).toBeGreaterThan(0);
      expect(withoutMetadata(damagedJpeg).length).toBeLessThanOrEqual(damagedJpeg.length);
    }
  });
});

describe('a picture that is turned', () => {
  it.each(orientations)('clockwise from orientation %i gets the right orientation', (orientation) => {
    const expectedCorners = seenCorners[orientation];
    for (const turn of [0, 1, 2, 3] as const)
      expect(seenCorners[turnedBy(orientation, turn)]).toBe(
        expectedCorners.slice(4 - turn) + expectedCorners.slice(0, 4 - turn),
      );
  });

  it('has its first orientation again after four turns', () => {
    expect(addTurns(3, 1)).toBe(0);
    expect(addTurns(2, 3)).toBe(1);
  });
});

describe('a JPEG without its metadata', () => {
  it('is the same picture without location, camera and comments', () => {
    const plainJpeg = bytesOf(testJpeg({ width: 64, height: 48 }));
    const taggedJpeg = bytesOf(testJpeg({ width: 64, height: 48, orientation: 1, bytes: 3_000 }));
    expect(taggedJpeg.length).toBeGreaterThanOrEqual(3_000);
    expect(withoutMetadata(taggedJpeg)).toEqual(plainJpeg);
  });

  it('has no second picture, video or location after its end', () => {
    const plainJpeg = testJpeg({ width: 64, height: 48 });
    const exif = testExif({ taken: '2026:03:17 10:05:33' });
    const second = withExif(testJpeg({ width: 32, height: 16 }), exif);
    const video = Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), exif]);
    const directory = segment(0xe2, Buffer.from('MPF\0II*\0'));
    const file = Buffer.concat([plainJpeg.subarray(0, 2), directory, plainJpeg.subarray(2), second, video]);
    expect(withoutMetadata(bytesOf(file))).toEqual(bytesOf(plainJpeg));
    expect(readyJpeg(bytesOf(file))?.bytes).toEqual(bytesOf(plainJpeg));
    // the end of the second picture is not the end of the first
    const cut = Buffer.concat([plainJpeg.subarray(0, -2), Buffer.from('no marker')]);
    expect(readyJpeg(bytesOf(cut))).toBeNull();
  });

  it('has no metadata between the scans of a progressive picture, and no thumbnail', () => {
    const plainJpeg = testJpeg({ width: 64, height: 48 });
    const scan = plainJpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    const taggedJpeg = Buffer.concat([
      plainJpeg.subarray(0, 2),
      segment(0xe0, Buffer.from('JFXX\0\u0010 a small picture')),
      plainJpeg.subarray(2, -2),
      segment(0xe1, testExif({ taken: '2026:03:17 10:05:33' })),
      segment(0xfe, Buffer.from('a comment')),
      plainJpeg.subarray(scan),
    ]);
    expect(withoutMetadata(bytesOf(taggedJpeg))).toEqual(
      bytesOf(Buffer.concat([plainJpeg.subarray(0, -2), plainJpeg.subarray(scan)])),
    );
  });

  it('still has what its colours need', () => {
    const jpegBytes = bytesOf(testJpeg({ width: 64, height: 48 }));
    // the segments come after the two bytes that begin each JPEG
    const [start, others] = [jpegBytes.subarray(0, 2), jpegBytes.subarray(2)];
    const adobe = [0xff, 0xee, 0, 14, ...new TextEncoder().encode('Adobe'), 0, 100, 0, 0, 0, 0, 1];
    const profile = [0xff, 0xe2, 0, 18, ...new TextEncoder().encode('ICC_PROFILE\0'), 1, 1, 3, 4];
    const otherSegment = [0xff, 0xed, 0, 6, 1, 2, 3, 4];
    const jpeg = new Uint8Array([...start, ...adobe, ...profile, ...otherSegment, ...others]);
    expect(withoutMetadata(jpeg)).toEqual(new Uint8Array([...start, ...adobe, ...profile, ...others]));
  });
});

describe('a JPEG that needs no change', () => {
  const plainJpeg = bytesOf(testJpeg({ width: 64, height: 48 }));

  it('has its header, and its bytes without metadata', () => {
    const taggedJpeg = bytesOf(testJpeg({ width: 64, height: 48, orientation: 1, bytes: 3_000 }));
    expect(readyJpeg(taggedJpeg)).toEqual({ width: 64, height: 48, orientation: 1, components: 1, bytes: plainJpeg });
  });

  it.each([
    ['truncated', plainJpeg.subarray(0, -2)],
    ['on its side', bytesOf(testJpeg({ width: 64, height: 48, orientation: 6 }))],
    // the number of colours is eight bytes behind the marker of the frame
    ['in CMYK colours', plainJpeg.map((byte, index) => (index === plainJpeg.indexOf(0xc0) + 8 ? 4 : byte))],
    ['empty', new Uint8Array()],
  ])('is not one that is %s', (_, jpeg) => {
    expect(readyJpeg(jpeg)).toBeNull();
  });
});

const timeTaken = '2026:03:17 10:05:33';

const plainJpeg = testJpeg({ width: 64, height: 48 });

const timeOf = (exif: Parameters<typeof testExif>[0]) =>
  photoTime(new Uint8Array(withExif(plainJpeg, testExif(exif))), '+08:00');

describe('the time of a photo', () => {
  it.each([true, false])('is read in either byte order (little-endian: %s)', (little) => {
    expect(timeOf({ taken: timeTaken, little })).toBe('2026-03-17T10:05:33+08:00');
    expect(timeOf({ taken: timeTaken, offset: '-05:00', little })).toBe('2026-03-17T10:05:33-05:00');
  });

  it('is read from the middle of a HEIC, from the Exif block alone', () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.alloc(5_000, 0x2a),
      testExif({ taken: timeTaken }),
      Buffer.alloc(900, 0x4d),
    ]);
    expect(photoTime(new Uint8Array(heic), '+08:00')).toBe('2026-03-17T10:05:33+08:00');
    expect(photoTime(new Uint8Array(heic.subarray(3)), '+08:00')).toBe('2026-03-17T10:05:33+08:00');
  });

  it('ignores a blank time zone, and is null with an impossible time zone', () => {
    expect(timeOf({ taken: timeTaken, offset: '   :  ' })).toBe('2026-03-17T10:05:33+08:00');
    expect(timeOf({ taken: timeTaken, offset: '+99:99' })).toBeNull();
  });

  it.each([
    ['zeros', '0000:00:00 00:00:00'],
    ['spaces', '    :  :     :  :  '],
    ['an impossible day', '2026:02:30 10:00:00'],
    ['an impossible hour', '2026:03:17 25:00:00'],
    ['words', 'yesterday'],
    ['nothing', ''],
  ])('is not read from %s', (_, text) => {
    expect(timeOf({ taken: text })).toBeNull();
  });

  it('is null if the camera wrote none', () => {
    expect(timeOf({})).toBeNull();
    expect(photoTime(new Uint8Array(testJpeg({ width: 64, height: 48, orientation: 6 })), '+08:00')).toBeNull();
    expect(photoTime(new Uint8Array(), '+08:00')).toBeNull();
  });

  it('is removed with the other metadata', () => {
    const taggedJpeg = new Uint8Array(withExif(plainJpeg, testExif({ taken: timeTaken })));
    expect(photoTime(withoutMetadata(taggedJpeg), '+08:00')).toBeNull();
  });

  it('is searched for in damaged photos without an error', () => {
    const completeJpeg = new Uint8Array(withExif(plainJpeg, testExif({ taken: timeTaken, offset: '+08:00' })));
    for (const damagedJpeg of damagedCopies(completeJpeg, 11)) {
      const time = photoTime(damagedJpeg, '+08:00');
      if (time !== null) expect(Number.isNaN(Date.parse(time))).toBe(false);
    }
  });
});
