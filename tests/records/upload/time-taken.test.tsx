import { expect, it } from 'vitest';
import { firstTaken, timeTaken } from '../../../src/records/upload/prepare-file.ts';
import { testExif, withExif, testJpeg } from '../../support/test-jpeg.ts';

const now = new Date('2026-11-22T10:00:00+08:00');
const jpeg = testJpeg({ width: 64, height: 48 });
const timeOf = (text: string, offset?: string) =>
  timeTaken(new Uint8Array(withExif(jpeg, testExif({ taken: text, ...(offset && { offset }) }))), now);
const first = (...times: (string | null)[]) => firstTaken(times.map((takenAt) => ({ takenAt })));

it('a photo gives the minute in Singapore when it was taken', () => {
  expect(timeOf('2026:03:17 10:05:33')).toBe('2026-03-17T10:05:00+08:00');
  expect(timeOf('2026:03:17 23:05:33', '+00:00')).toBe('2026-03-18T07:05:00+08:00');
  expect(timeOf('2026:11:22 09:59:59')).toBe('2026-11-22T09:59:00+08:00');
});

it('a photo from the future gives no time, nor does a photo without a time', () => {
  expect(timeOf('2026:11:22 10:00:01')).toBeNull();
  expect(timeOf('2026:11:22 10:00:01', '+09:00')).toBe('2026-11-22T09:00:00+08:00');
  expect(timeTaken(new Uint8Array(jpeg), now)).toBeNull();
});

it('the first of several photos is the earliest photo with a time that a visit can have', () => {
  expect(first()).toBeNull();
  expect(first(null)).toBeNull();
  expect(first('2021-12-31T23:59:00+08:00')).toBeNull();
  expect(first(null, '2026-03-17T11:00:00+08:00', '1970-01-01T00:00:00+08:00', '2026-03-17T10:05:00+08:00')).toEqual({
    date: '2026-03-17',
    clock: '10:05',
  });
});
