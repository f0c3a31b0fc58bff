import { expect } from '@playwright/test';
import { discJpeg, seenDisc } from '../support/disc.ts';
import { testExif } from '../support/test-exif.ts';
import { orientations } from '../support/test-jpeg.ts';
import { fileOf, filesOf, fillIn, open, test } from './add-task-support.ts';
import { uploaded } from './task-files.ts';

const times = (shape: string, count: number) => Array.from({ length: count }, () => shape);

for (const { width, height, chosen } of [
  { width: 400, height: 304, chosen: orientations },
  { width: 1_600, height: 1_200, chosen: orientations },
  { width: 4_032, height: 3_024, chosen: [1, 3, 5, 6, 8] as const },
])
  test(`turned photos of ${width} by ${height} pixels are stored upright and round`, async ({ page }) => {
    const site = `Turned photos, ${width}`;
    const siteId = await open(page, site);
    await fillIn(page, 'Turned', site);
    // what phones append: another picture, with the place in its own metadata
    const second = Buffer.concat([discJpeg(64, 48, 6), testExif({ taken: '2026:03:17 10:05:33' })]);
    await page.getByLabel('Add photos').setInputFiles(
      chosen.map((orientation) => ({
        name: `${orientation}.jpg`,
        mimeType: 'image/jpeg',
        buffer: Buffer.concat([discJpeg(width, height, orientation), second]),
      })),
    );
    await expect(uploaded(page)).toHaveCount(chosen.length);
    const shapes: string[] = [];
    for (const name of await filesOf(page, siteId)) {
      // oxlint-disable-next-line no-await-in-loop -- decoded, the photos would take all memory
      const file = await fileOf(page, name);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const seen = await seenDisc(file);
      expect(seen, name).toMatchObject({ roundness: 1, corner: 'upper left' });
      expect(file.includes('Exif'), name).toBe(false);
      const upright = seen.width < seen.height ? 'tall' : 'wide';
      shapes.push(`${upright} ${Math.max(seen.width, seen.height)}${name.includes('.small.') ? ' small' : ''}`);
      expect(Math.max(seen.width, seen.height) / Math.min(seen.width, seen.height)).toBeCloseTo(width / height, 1);
    }
    const long = Math.min(width, 2_048);
    const tall = chosen.filter((orientation) => orientation > 4).length;
    expect(shapes.toSorted()).toEqual(
      [
        ...times(`tall ${long}`, tall),
        ...times(`tall ${Math.min(width, 532)} small`, tall),
        ...times(`wide ${long}`, chosen.length - tall),
        ...times(`wide ${Math.min(width, 709)} small`, chosen.length - tall),
      ].toSorted(),
    );
  });
