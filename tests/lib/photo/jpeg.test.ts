import { describe, expect, it } from 'vitest';
import { isWholeJpeg, readJpeg, withoutMetadata } from '../../../src/lib/photo/jpeg.ts';
import { damagedCopies, testJpeg, type Orientation } from '../../support/test-jpeg.ts';

const bytesOf = (jpeg: Buffer) => new Uint8Array(jpeg);

describe('the header of a JPEG', () => {
  it.each<Orientation>([1, 3, 6, 8])('has the size as stored and the orientation %i', (orientation) => {
    const jpeg = bytesOf(testJpeg({ width: 64, height: 48, orientation }));
    expect(readJpeg(jpeg)).toEqual({ width: 64, height: 48, orientation, components: 1 });
  });

  it('is upright by default', () => {
    expect(readJpeg(bytesOf(testJpeg({ width: 64, height: 48 })))?.orientation).toBe(1);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a page', new TextEncoder().encode('<!doctype html><title>Sign in</title>')],
    ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])],
    ['only two bytes of a JPEG', new Uint8Array([0xff, 0xd8])],
    ['a segment of no length', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xda, 0, 2])],
    ['fill bytes without an end', new Uint8Array(10_000).fill(0xff).fill(0xd8, 1, 2)],
  ])('is not found in %s', (_, bytes) => {
    expect(readJpeg(bytes)).toBeNull();
    expect(withoutMetadata(bytes)).toEqual(bytes);
  });

  it('is read from any damaged bytes without an error', () => {
    const whole = bytesOf(testJpeg({ width: 64, height: 48, orientation: 6 }));
    for (const damaged of damagedCopies(whole, 7)) {
      const header = readJpeg(damaged);
      if (header) expect(header.orientation).toBeGreaterThan(0);
      expect(withoutMetadata(damaged).length).toBeLessThanOrEqual(damaged.length);
    }
  });
});

describe('a JPEG without its metadata', () => {
  it('is the same picture without place, camera and comments', () => {
    const plain = bytesOf(testJpeg({ width: 64, height: 48 }));
    const tagged = bytesOf(testJpeg({ width: 64, height: 48, orientation: 1, bytes: 3_000 }));
    expect(tagged.length).toBeGreaterThanOrEqual(3_000);
    expect(withoutMetadata(tagged)).toEqual(plain);
  });

  it('keeps what its colours need', () => {
    const [start, end] = [bytesOf(testJpeg({ width: 64, height: 48 })), 2];
    const adobe = [0xff, 0xee, 0, 14, ...new TextEncoder().encode('Adobe'), 0, 100, 0, 0, 0, 0, 1];
    const profile = [0xff, 0xe2, 0, 6, 1, 2, 3, 4];
    const place = [0xff, 0xed, 0, 6, 1, 2, 3, 4];
    const jpeg = new Uint8Array([...start.subarray(0, end), ...adobe, ...profile, ...place, ...start.subarray(end)]);
    expect(withoutMetadata(jpeg)).toEqual(
      new Uint8Array([...start.subarray(0, end), ...adobe, ...profile, ...start.subarray(end)]),
    );
  });
});

it('a truncated JPEG is not complete', () => {
  const jpeg = bytesOf(testJpeg({ width: 64, height: 48 }));
  expect(isWholeJpeg(jpeg)).toBe(true);
  expect(isWholeJpeg(jpeg.subarray(0, -2))).toBe(false);
  expect(isWholeJpeg(new Uint8Array())).toBe(false);
});
