import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blankDocument } from '../../../src/reports/engine/build-document.ts';
import { loadFonts } from '../../../src/reports/fonts/document-fonts.ts';
import { trueTypeOf } from '../../../src/reports/fonts/woff.ts';
import { diskFonts } from '../../../supabase/local/demo/disk-reports.ts';

const woff = new Uint8Array(readFileSync('node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff'));

it('unpacks a WOFF font into tables with the right checksums', async () => {
  const font = await trueTypeOf(woff);
  const view = new DataView(font.buffer, font.byteOffset);
  expect(view.getUint32(0)).toBe(0x00010000);
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => {
    const entry = 12 + index * 16;
    return {
      tag: String.fromCodePoint(...font.subarray(entry, entry + 4)),
      sum: view.getUint32(entry + 4),
      offset: view.getUint32(entry + 8),
      length: view.getUint32(entry + 12),
    };
  });
  expect(tables.map(({ tag }) => tag)).toEqual(
    expect.arrayContaining(['cmap', 'glyf', 'hmtx', 'name', 'post', 'OS/2']),
  );
  // the checksum of `head` leaves one of its fields out
  for (const { tag, sum, offset, length } of tables.filter(({ tag: name }) => name !== 'head')) {
    let total = 0;
    for (let at = 0; at < length; at += 4) total = (total + view.getUint32(offset + at)) >>> 0;
    expect(total, tag).toBe(sum);
  }
});

it.each([
  ['nothing', new Uint8Array()],
  ['a page of HTML', new TextEncoder().encode(`<!doctype html>${' '.repeat(100)}`)],
])('refuses %s', async (_, bytes) => {
  await expect(trueTypeOf(bytes)).rejects.toThrow('Not a WOFF font');
});

it('reads a slice only for letters that need it', async () => {
  const readSlices: string[] = [];
  const disk = diskFonts('.');
  const watchedSource = {
    ...disk,
    slices: async () =>
      (await disk.slices()).map((slice) => ({
        ...slice,
        read: async () => {
          readSlices.push(slice.name);
          return slice.read();
        },
      })),
  };
  const { doc, latin } = await blankDocument(disk);
  await loadFonts(doc, latin, watchedSource, ['Penyelenggaraan bulanan – “3.1 s”, 20 °C, ± 5 %, 100 µH'], null);
  expect(readSlices).toEqual([]);
  await loadFonts(doc, latin, watchedSource, ['停车场'], null);
  expect(readSlices.length).toBeGreaterThan(0);
  // at most one for each of the three characters
  expect(readSlices.length).toBeLessThanOrEqual(3);
});

it('throws when a font cannot be loaded', async () => {
  const broken = { ...diskFonts('.'), regular: () => Promise.reject(new Error('A font could not be loaded (503)')) };
  await expect(blankDocument(broken)).rejects.toThrow('503');
});
