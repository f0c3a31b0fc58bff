import { describe, expect, it } from 'vitest';
import { withoutMetadata } from '../../../src/lib/photo/jpeg.ts';
import { photoTime } from '../../../src/lib/photo/photo-time.ts';
import { testExif, withExif, damagedCopies, testJpeg } from '../../support/test-jpeg.ts';

const taken = '2026:03:17 10:05:33';
const plain = testJpeg({ width: 64, height: 48 });
const timeOf = (exif: Parameters<typeof testExif>[0]) =>
  photoTime(new Uint8Array(withExif(plain, testExif(exif))), '+08:00');

describe('the time of a photo', () => {
  it.each([true, false])('is read in either byte order (little-endian: %s)', (little) => {
    expect(timeOf({ taken, little })).toBe('2026-03-17T10:05:33+08:00');
    expect(timeOf({ taken, offset: '-05:00', little })).toBe('2026-03-17T10:05:33-05:00');
  });

  it('is read from the middle of a HEIC, from the bare Exif block', () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.alloc(5_000, 0x2a),
      testExif({ taken }),
      Buffer.alloc(900, 0x4d),
    ]);
    expect(photoTime(new Uint8Array(heic), '+08:00')).toBe('2026-03-17T10:05:33+08:00');
    expect(photoTime(new Uint8Array(heic.subarray(3)), '+08:00')).toBe('2026-03-17T10:05:33+08:00');
  });

  it('ignores a blank time zone, and is null with an impossible one', () => {
    expect(timeOf({ taken, offset: '   :  ' })).toBe('2026-03-17T10:05:33+08:00');
    expect(timeOf({ taken, offset: '+99:99' })).toBeNull();
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

  it('is null where the camera wrote none', () => {
    expect(timeOf({})).toBeNull();
    expect(photoTime(new Uint8Array(testJpeg({ width: 64, height: 48, orientation: 6 })), '+08:00')).toBeNull();
    expect(photoTime(new Uint8Array(), '+08:00')).toBeNull();
  });

  it('is removed with the other metadata', () => {
    const tagged = new Uint8Array(withExif(plain, testExif({ taken })));
    expect(photoTime(withoutMetadata(tagged), '+08:00')).toBeNull();
  });

  it('is searched for in damaged photos without an error', () => {
    const whole = new Uint8Array(withExif(plain, testExif({ taken, offset: '+08:00' })));
    for (const damaged of damagedCopies(whole, 11)) {
      const time = photoTime(damaged, '+08:00');
      if (time !== null) expect(Number.isNaN(Date.parse(time))).toBe(false);
    }
  });
});
