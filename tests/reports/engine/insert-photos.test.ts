import { describe, expect, it, vi } from 'vitest';
import { buildDocument, draftDocument } from '../../../src/reports/engine/build-document.ts';
import { parsePdf, PhotoInserter } from '../../../src/reports/engine/insert-photos.ts';
import type { ReportPhoto } from '../../../src/reports/engine/layout.ts';
import { monthlyReport } from '../../../src/reports/layouts/monthly/monthly-report.ts';
import { diskFonts } from '../../../supabase/local/demo/disk-reports.ts';
import { greyPhoto, makeReport, photosOf, reportData, reportTask, writtenIn } from '../../support/made-report.ts';
import { readPdf } from '../../support/read-pdf.ts';

const latin1 = new TextDecoder('latin1');

const pdfOf = (rest: string) => new TextEncoder().encode(`%PDF-1.3\n${rest}`);

/** Expects that the table of a file has the position of each of its objects. */
function expectPositions(text: string): void {
  const table = Number(/startxref\n(\d+)\n%%EOF\s*$/u.exec(text)?.[1]);
  expect(text.slice(table, table + 5)).toBe('xref\n');
  const entries = Array.from(text.slice(table).matchAll(/^(\d{10}) \d{5} ([nf]) $/gmu), ([, offset, use]) => ({
    offset: Number(offset),
    use,
  }));
  expect(entries.length).toBe(Number(/\/Size (\d+)/u.exec(text.slice(table))?.[1]));
  entries.forEach(({ offset, use }, number) => {
    if (use === 'n')
      expect(text.slice(offset, offset + 12), `object ${number}`).toMatch(new RegExp(`^${number} 0 obj`, 'u'));
  });
}

describe('a file with inserted photos', () => {
  it('has the right position of every object and of the table, and the right length of every stream', async () => {
    const tasks = Array.from({ length: 12 }, (_, index) => reportTask(index + 1, { urls: photosOf(index + 1, 3) }));
    const { bytes } = await makeReport(reportData(tasks), (_, index) => greyPhoto(80, 60, 1_000 + index * 137));
    const text = latin1.decode(bytes);
    expectPositions(text);

    const streams = Array.from(text.matchAll(/\/Length (\d+)[^]{0,200}?>>\nstream\n/gu));
    // 36 photos, and the pages
    expect(streams.length).toBeGreaterThan(36);
    for (const stream of streams) {
      const end = stream.index + stream[0].length + Number(stream[1]);
      expect(text.slice(end, end + 11).trim()).toMatch(/^endstream/u);
    }
  });

  it('contains the bytes of each photo once, unchanged', async () => {
    const photos = [greyPhoto(80, 60, 5_000), greyPhoto(64, 48, 9_000)];
    const { bytes } = await makeReport(
      reportData([reportTask(1, { urls: photosOf(1, 2) })]),
      (_, index) => photos[index] ?? null,
    );
    for (const photo of photos) expect(latin1.decode(bytes).split(latin1.decode(photo.content))).toHaveLength(2);
  });

  it('frames a photo whose shape differs from its box, and lists the image behind it in the table', async () => {
    const shapes = [greyPhoto(80, 60), greyPhoto(60, 80), greyPhoto(80, 40)];
    const { bytes, read: readReport } = await makeReport(
      reportData([reportTask(1, { urls: photosOf(1, 3) })]),
      (_, index) => shapes[index] ?? null,
    );
    const text = latin1.decode(bytes);
    expect(text.match(/\/Subtype \/Form/gu)).toHaveLength(2);
    const size = Number(/\/Size (\d+)/u.exec(text)?.[1]);
    expect(text).toContain(`xref\n0 ${size}\n`);
    expectPositions(text);
    for (const [, image] of text.matchAll(/\/Photo (\d+) 0 R/gu)) expect(Number(image)).toBeLessThan(size);
    const sizes = readReport.pages
      .flatMap(({ images }) => images)
      .map(({ width, height }) => [width.toFixed(1), height.toFixed(1)]);
    expect(sizes).toEqual([
      ['90.0', '67.5'],
      ['50.6', '67.5'],
      ['90.0', '45.0'],
    ]);
  });

  it.each([
    ['in the places of their boxes', [0, 1, 2, 3]],
    ['with one of them in two places', [0, 1, 2, 0]],
    ['with the last one missing, when the others are handed over already', [0, 1, 2, null]],
  ])('hands over large photos in pieces as they come, %s', async (_, shown) => {
    // two of them are more than a piece (`pieceSize`)
    const large = [80, 40, 64, 72].map((width) => greyPhoto(width, 60, 2_500_000));
    const photos: (ReportPhoto | undefined)[] = large.map((photo) => ({ ...photo }));
    const [first] = photos;
    const month = reportData([reportTask(1, { urls: photosOf(1, 4) })]);
    const ahead = draftDocument(monthlyReport, month, context);
    const { file, missing } = await buildDocument(
      monthlyReport,
      month,
      {
        ...context,
        async loadPhotos(__, onPhoto) {
          await ahead;
          for (const [index, photo] of shown.entries()) onPhoto(index, (photo !== null && photos[photo]) || null);
          expect(first?.content).toHaveProperty('piece');
        },
      },
      ahead,
    );
    const text = latin1.decode(await file.arrayBuffer());
    expectPositions(text);
    expect(missing).toBe(shown.filter((photo) => photo === null).length);
    const times = shown.filter((photo) => photo !== null).map((photo) => latin1.decode(large[photo]?.content));
    for (const photo of times)
      expect(text.split(photo)).toHaveLength(times.filter((another) => another === photo).length + 1);
  });

  it('is not made from a file that jsPDF did not write', () => {
    const slot = { photo: 0, page: 1, x: 0, y: 0, width: 90, height: 67.5 };
    const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<<\n/Size 1\n>>\nstartxref\n9\n%%EOF';
    expect(() => parsePdf(pdfOf('no table %%EOF'), [])).toThrow('The PDF has no cross-reference table');
    expect(() => parsePdf(pdfOf(table), [slot])).toThrow('A photo has no placeholder in the PDF');
    const placeholder = { slot, start: 9, end: 9 };
    const unfilled = { ...parsePdf(pdfOf(table), []), placeholders: [placeholder] };
    expect(() => new PhotoInserter(unfilled, () => null).end()).toThrow('A photo is not there');
  });
});

const data = reportData([1, 2, 3, 4, 5].map((id) => reportTask(id, { urls: photosOf(id, 2) })));

const context = { fonts: diskFonts('.'), painter: null };

/** Makes the report. `photo` returns the photo for each position, or null for a missing photo. */
function withPhotos(photo: (index: number) => ReportPhoto | null) {
  const loadPhotos = (urls: readonly string[], onPhoto: (index: number, loaded: ReportPhoto | null) => void) => {
    urls.forEach((_, index) => onPhoto(index, photo(index)));
    return Promise.resolve();
  };
  return { ...context, loadPhotos };
}

describe('pages that were drawn in advance', () => {
  it('become the report without being drawn again, however often they are used', async () => {
    const draft = draftDocument(monthlyReport, data, context);
    await draft;
    const draw = vi.spyOn(monthlyReport, 'draw');
    const first = await buildDocument(
      monthlyReport,
      data,
      withPhotos(() => greyPhoto(4, 3)),
      draft,
    );
    const second = await buildDocument(
      monthlyReport,
      data,
      withPhotos(() => greyPhoto(160, 120)),
      draft,
    );
    expect(draw).not.toHaveBeenCalled();
    for (const [{ file, missing }, width] of [
      [first, 4],
      [second, 160],
    ] as const) {
      expect(missing).toBe(0);
      // one after the other, because reading in parallel would gain nothing
      const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
      const images = pages.flatMap((page) => page.images);
      expect(images.map((image) => image.pixels.width)).toEqual(Array.from({ length: 10 }, () => width));
    }
  });

  it('let waiting work run in between, such as the request for the report and its photos', async () => {
    const manyVisits = reportData(Array.from({ length: 100 }, (_, index) => reportTask(index + 1)));
    // the fonts are unpacked here
    await draftDocument(monthlyReport, data, context);
    let timerCount = 0;
    const timer = setInterval(() => {
      timerCount += 1;
    });
    await draftDocument(monthlyReport, manyVisits, context);
    clearInterval(timer);
    expect(timerCount).toBeGreaterThan(1);
  });

  it('are drawn again if a photo is missing, with a message in its place', async () => {
    const draft = draftDocument(monthlyReport, data, context);
    const { file, missing } = await buildDocument(
      monthlyReport,
      data,
      withPhotos((index) => (index === 3 ? null : greyPhoto())),
      draft,
    );
    expect(missing).toBe(1);
    const readReport = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(writtenIn(readReport).match(/Error loading image/gu)).toHaveLength(1);
    expect(readReport.pages.flatMap(({ images }) => images)).toHaveLength(9);
  });
});
