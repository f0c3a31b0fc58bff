import { describe, expect, it, vi } from 'vitest';
import { buildDocument, draftDocument } from '../../../src/reports/engine/build-document.ts';
import type { ReportPhoto } from '../../../src/reports/engine/layout.ts';
import { monthlyReport } from '../../../src/reports/layouts/monthly/monthly-report.ts';
import { diskFonts } from '../../../supabase/local/demo/disk-reports.ts';
import { landscape, photosOf, reportData, reportTask, writtenIn } from '../../support/made-report.ts';
import { readPdf } from '../../support/read-pdf.ts';

const data = reportData([1, 2, 3, 4, 5].map((id) => reportTask(id, { urls: photosOf(id, 2) })));
const context = { fonts: diskFonts('.'), painter: null };

/** `photo` returns the photo of each place, null for a missing one. */
function withPhotos(photo: (index: number) => ReportPhoto | null) {
  const loadPhotos = (urls: readonly string[], onPhoto: (index: number, one: ReportPhoto | null) => void) => {
    urls.forEach((_, index) => onPhoto(index, photo(index)));
    return Promise.resolve();
  };
  return { ...context, loadPhotos };
}

describe('pages that were drawn ahead', () => {
  it('become the report without being drawn again, however often they are used', async () => {
    const ahead = draftDocument(monthlyReport, data, context);
    await ahead;
    const draw = vi.spyOn(monthlyReport, 'draw');
    const first = await buildDocument(
      monthlyReport,
      data,
      withPhotos(() => landscape(4, 3)),
      ahead,
    );
    const second = await buildDocument(
      monthlyReport,
      data,
      withPhotos(() => landscape(160, 120)),
      ahead,
    );
    expect(draw).not.toHaveBeenCalled();
    for (const [{ file, missing }, width] of [
      [first, 4],
      [second, 160],
    ] as const) {
      expect(missing).toBe(0);
      // oxlint-disable-next-line no-await-in-loop -- one after the other: reading in parallel would gain nothing
      const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
      const images = pages.flatMap((page) => page.images);
      expect(images.map((image) => image.pixels.width)).toEqual(Array.from({ length: 10 }, () => width));
    }
  });

  it('are drawn again when a photo is missing, with a message in its place', async () => {
    const ahead = draftDocument(monthlyReport, data, context);
    const { file, missing } = await buildDocument(
      monthlyReport,
      data,
      withPhotos((index) => (index === 3 ? null : landscape())),
      ahead,
    );
    expect(missing).toBe(1);
    const read = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(writtenIn(read).match(/Error loading image/gu)).toHaveLength(1);
    expect(read.pages.flatMap(({ images }) => images)).toHaveLength(9);
  });
});
