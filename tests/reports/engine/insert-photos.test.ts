import { describe, expect, it } from 'vitest';
import { insertPhotos } from '../../../src/reports/engine/insert-photos.ts';
import { standInFor } from '../../../src/reports/engine/stand-in.ts';
import { landscape, makeReport, photosOf, reportData, reportTask } from '../../support/made-report.ts';

const letters = new TextDecoder('latin1');

describe('a file with photos put in', () => {
  it('says of every object where it is, of every stream how long it is, and of the table where it is', async () => {
    const tasks = Array.from({ length: 12 }, (_, index) => reportTask(index + 1, { urls: photosOf(index + 1, 3) }));
    const { bytes } = await makeReport(reportData(tasks), (_, index) => landscape(80, 60, 1_000 + index * 137));
    const text = letters.decode(bytes);

    const table = Number(/startxref\n(\d+)\n%%EOF\s*$/u.exec(text)?.[1]);
    expect(text.slice(table, table + 5)).toBe('xref\n');
    const places = Array.from(text.slice(table).matchAll(/^(\d{10}) \d{5} ([nf]) $/gmu), ([, place, use]) => ({
      place: Number(place),
      use,
    }));
    expect(places.length).toBeGreaterThan(40);
    places.forEach(({ place, use }, number) => {
      if (use === 'n')
        expect(text.slice(place, place + 12), `object ${number}`).toMatch(new RegExp(`^${number} 0 obj`, 'u'));
    });

    const streams = Array.from(text.matchAll(/\/Length (\d+)[^]{0,200}?>>\nstream\n/gu));
    expect(streams.length).toBeGreaterThan(36);
    for (const stream of streams) {
      const end = stream.index + stream[0].length + Number(stream[1]);
      expect(text.slice(end, end + 11).trim()).toMatch(/^endstream/u);
    }
  });

  it('holds the bytes of each photo once, untouched', async () => {
    const photos = [landscape(80, 60, 5_000), landscape(64, 48, 9_000)];
    const { bytes } = await makeReport(
      reportData([reportTask(1, { urls: photosOf(1, 2) })]),
      (_, index) => photos[index] ?? null,
    );
    for (const photo of photos) expect(letters.decode(bytes).split(letters.decode(photo.bytes))).toHaveLength(2);
  });

  it('is not made of something that jsPDF did not write', () => {
    const file = new TextEncoder().encode('%PDF-1.3 no table %%EOF');
    expect(() => insertPhotos(file, [])).toThrow('The PDF has no table of places');
    expect(() => insertPhotos(file, [standInFor(landscape(), 0)])).toThrow('A photo has no place in the PDF');
  });
});
