import { describe, expect, it } from 'vitest';
import type { ReportPhoto } from '../../../../src/reports/engine/layout.ts';
import type { ReportVisit } from '../../../../src/reports/report-request.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import {
  isTitlePiece,
  greyPhoto,
  makeReport,
  photosOf,
  piecesOf,
  reportData,
  reportTask,
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';

const text = 'Barrier arm serviced; loops and photocells tested, cabinet cleaned. ';

/** Visits with 0 to 7 lines of text or a page of it. `photos` returns the number of photos of each. */
function variedVisits(count: number, photos: (index: number) => number): ReportVisit[] {
  return Array.from({ length: count }, (_, index) =>
    reportTask(index + 1, {
      tasks: text.repeat(index % 29 === 28 ? 70 : (index * 5) % 13),
      urls: photosOf(index + 1, photos(index)),
    }),
  );
}

const placesOf = (read: ReadPdf) =>
  read.pages.map((page) =>
    page.images
      .map(({ x, y, width, height }) => [x, y, width, height].map((side) => side.toFixed(1)).join(' '))
      .toSorted(),
  );

/** Photos that differ only in a byte near the end. */
function endingWith(last: number): ReportPhoto {
  const photo = greyPhoto(80, 60, 60_000);
  photo.content[photo.content.length - 4] = last;
  return photo;
}

describe('photos', () => {
  it('are in rows of two at 90 x 67.5 mm with their numbers', async () => {
    const { read } = await makeReport(reportData([reportTask(1, { urls: photosOf(1, 5) })]));
    expect(layoutFaults(read)).toEqual([]);
    const images = read.pages.flatMap((page, index) => photosOn(page).map((image) => ({ ...image, index })));
    expect(images).toHaveLength(5);
    for (const { x, width, height } of images) {
      expect(width).toBeCloseTo(90, 1);
      expect(height).toBeCloseTo(67.5, 1);
      expect([12, 108]).toContain(Math.round(x));
    }
    const rows = new Map<string, number>();
    for (const { index, y } of images) {
      const row = `${index} ${y.toFixed(0)}`;
      rows.set(row, (rows.get(row) ?? 0) + 1);
    }
    // the text is where the sixth photo would be
    expect([...rows.values()]).toEqual([1, 2, 2]);
    expect(
      read.pages
        .map((page) => page.text)
        .join('\n')
        .match(/Photo 1\.\d/gu),
    ).toEqual([1, 2, 3, 4, 5].map((number) => `Photo 1.${number}`));
  });

  it('of all shapes keep their proportions, in the middle of their box', async () => {
    const shapes: [width: number, height: number][] = [
      [60, 80],
      [64, 64],
      [800, 200],
      [80, 800],
      // as wide as a screen
      [160, 88],
      [1, 1],
    ];
    const tasks = shapes.map((_, index) => reportTask(index + 1, { urls: photosOf(index + 1, 2) }));
    const { read } = await makeReport(reportData(tasks), (url) => {
      const [width, height] = shapes[Number(/(\d)-\d\.jpg$/u.exec(url)?.[1]) - 1] ?? [1, 1];
      return greyPhoto(width, height);
    });
    expect(layoutFaults(read)).toEqual([]);
    const images = read.pages.flatMap((page) => page.images.map((image) => ({ ...image, links: page.links })));
    expect(images.map(({ pixels }) => `${pixels.width} x ${pixels.height}`).toSorted()).toEqual(
      shapes.flatMap(([width, height]) => Array<string>(2).fill(`${width} x ${height}`)).toSorted(),
    );
    for (const { links, pixels, ...image } of images) {
      const { x, y, width, height } = image;
      expect(width / height / (pixels.width / pixels.height)).toBeCloseTo(1, 2);
      const box = links.find(
        (link) =>
          link.url?.includes('&photo=') &&
          x >= link.x - 0.1 &&
          x + width <= link.x + link.width + 0.1 &&
          y >= link.y - 0.1 &&
          y + height <= link.y + link.height + 0.1,
      );
      expect(box?.width).toBeCloseTo(90, 1);
      expect(box?.height).toBeCloseTo(67.5, 1);
      expect(Math.max(width / 90, height / 67.5)).toBeCloseTo(1, 2);
      expect(x + width / 2).toBeCloseTo((box?.x ?? 0) + 45, 1);
      expect(y + height / 2).toBeCloseTo((box?.y ?? 0) + 33.75, 1);
    }
  });

  it('of a small rendition, slightly off 4 : 3 because of whole pixels, fill the box', async () => {
    const { read } = await makeReport(reportData([reportTask(1, { urls: photosOf(1, 1) })]), () => greyPhoto(709, 532));
    expect(placesOf(read).flat()).toEqual([expect.stringMatching(/^108\.0 [\d.]+ 90\.0 67\.5$/u)]);
  });

  it("that fail are replaced by 'Error loading image', and nothing moves", async () => {
    const data = reportData(variedVisits(6, (index) => [3, 2, 0, 1, 4, 2][index] ?? 0));
    const failed = new Set(['https://files.example/1-1.jpg', 'https://files.example/5-3.jpg']);
    const completeReport = await makeReport(data);
    const part = await makeReport(data, (url) => (failed.has(url) ? null : greyPhoto()));
    expect([completeReport.missing, part.missing]).toEqual([0, 2]);
    expect(layoutFaults(part.read)).toEqual([]);
    const note = 'Error loading image';
    const textsOf = (read: ReadPdf) =>
      read.pages.map((page, index) => piecesOf(page, index).filter((piece) => piece.text !== note));
    expect(textsOf(part.read)).toEqual(textsOf(completeReport.read));
    expect(part.read.pages.map(({ links }) => links.length)).toEqual(
      completeReport.read.pages.map(({ links }) => links.length),
    );

    for (const [index, page] of part.read.pages.entries()) {
      const places = placesOf(part.read)[index] ?? [];
      const missingPlaces = (placesOf(completeReport.read)[index] ?? []).filter((place) => !places.includes(place));
      const notes = page.parts.filter((piece) => piece.text === note);
      expect(notes).toHaveLength(missingPlaces.length);
      for (const [x = 0, y = 0] of missingPlaces.map((place) => place.split(' ').map(Number))) {
        const inside = notes.filter(
          (line) => Math.abs(line.x + line.width / 2 - x - 45) < 0.5 && Math.abs(line.y - y - 34) < 4,
        );
        expect(inside).toHaveLength(1);
      }
    }
  });

  it('may all fail, and the report is made anyway', async () => {
    const { read, missing } = await makeReport(reportData(variedVisits(5, () => 3)), () => null);
    expect(missing).toBe(15);
    expect(layoutFaults(read)).toEqual([]);
    expect(read.pages.flatMap((page) => page.images)).toEqual([]);
    expect(
      read.pages
        .map((page) => page.text)
        .join('\n')
        .match(/Error loading image/gu),
    ).toHaveLength(15);
  });

  it('are each at the place of their link, in whatever order they arrive', async () => {
    const tasks = [reportTask(1, { urls: photosOf(1, 3) }), reportTask(2, { urls: photosOf(2, 4) })];
    const { read } = await makeReport(reportData(tasks), (url) => {
      const [, task = '', index = ''] = /(\d)-(\d)\.jpg$/u.exec(url) ?? [];
      const size = Number(task) * 10 + Number(index) + 1;
      return greyPhoto(4 * size, 3 * size);
    });
    const shownPhotos = read.pages.flatMap(({ images, links }) =>
      images.map(({ x, y, pixels }) => {
        const link = links.find((found) => Math.abs(found.x - x) < 0.5 && Math.abs(found.y - y) < 0.5);
        const { searchParams } = new URL(link?.url ?? '');
        expect(pixels.width / 4).toBe(Number(searchParams.get('task')) * 10 + Number(searchParams.get('photo')));
        return pixels.width;
      }),
    );
    expect(new Set(shownPhotos).size).toBe(7);
  });

  it('that start with the same bytes are two pictures', async () => {
    const { bytes } = await makeReport(reportData([reportTask(1, { urls: photosOf(1, 2) })]), (_, index) =>
      endingWith(index),
    );
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Subtype \/Image/gu),
    ).toHaveLength(2);
  });

  it.each([5, 16])(
    'of %i tasks make the file hardly larger than the photos',
    async (count) => {
      const photos = new Map<number, ReturnType<typeof greyPhoto>>();
      const template = greyPhoto(709, 532, 46_000);
      const { bytes, read } = await makeReport(reportData(variedVisits(count, () => 4)), (_, index) => {
        const photo = { ...template, content: template.content.slice() };
        // in the middle of its comment, so that each is a different picture
        new DataView(photo.content.buffer).setUint16(20_000, index);
        photos.set(index, photo);
        return photo;
      });
      const sum = [...photos.values()].reduce((total, photo) => total + photo.content.length, 0);
      expect(photos.size).toBe(count * 4);
      expect(bytes.length / sum).toBeLessThanOrEqual(1.05);
      expect(layoutFaults(read)).toEqual([]);
      expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(count * 4);
    },
    60_000,
  );
});

describe('many tasks', () => {
  it.each([
    [30, (index: number) => index % 6],
    [30, () => 0],
    [60, (index: number) => (index * 7) % 4],
  ])(
    '%i of all lengths have no layout faults',
    async (count, photos) => {
      const tasks = variedVisits(count, photos);
      const { read, pages, missing } = await makeReport(reportData(tasks), (_, index) =>
        index % 11 === 5 ? null : index % 3 === 0 ? greyPhoto(60, 80) : greyPhoto(),
      );
      expect(layoutFaults(read)).toEqual([]);
      expect(pages).toBe(read.pages.length);
      const expectedCount = tasks.flatMap(({ urls }) => urls).length;
      expect(read.pages.flatMap((page) => photosOn(page)).length + missing).toBe(expectedCount);
      expect(read.outline).toHaveLength(count);
      for (const [index, { title, page }] of read.outline.entries()) {
        expect(title).toBe(`${index + 1}. Barrier check ${index + 1}`);
        const headings = read.pages[page - 1]?.parts.filter(isTitlePiece).map((piece) => piece.text);
        expect(headings).toContain(`Barrier check ${index + 1}`);
      }
    },
    60_000,
  );
});
