import { jsPDF } from 'jspdf';
import { expect, test } from 'vitest';
import { copyText, drawPages } from '../support/draw-pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { testJpeg } from '../support/test-jpeg.ts';

function sample(): Uint8Array {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  doc.setProperties({ title: 'A sample', subject: 'Reading', author: 'A test' });
  doc.setLanguage('en-GB');
  doc.viewerPreferences({ DisplayDocTitle: true });
  doc.setFontSize(12);
  doc.text('right', 150, 40);
  doc.text('Left and', 12, 40);
  doc.text('Below', 12, 60);
  doc.addImage(testJpeg({ width: 80, height: 60 }), 'JPEG', 12, 100, 90, 67.5, 'one');
  doc.link(12, 100, 90, 67.5, { url: 'https://portal.example/?photo=1' });
  doc.addPage();
  doc.addImage(testJpeg({ width: 40, height: 80 }), 'JPEG', 20, 30, 10, 20, 'two', 'NONE', 90);
  doc.link(12, 12, 20, 10, { pageNumber: 1 });
  doc.outline.add(null, 'Second page', { pageNumber: 2 });
  return new Uint8Array(doc.output('arraybuffer'));
}

test('text is read line by line with its position', async () => {
  const { pages } = await readPdf(sample());
  expect(pages).toHaveLength(2);
  expect(pages[0]?.text).toBe('Left and right\nBelow');
  const [first, second] = pages[0]?.lines ?? [];
  expect(first?.x).toBeCloseTo(12, 1);
  expect(first?.y).toBeCloseTo(40, 1);
  expect(first?.size).toBeCloseTo(12);
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeGreaterThan(155);
  expect(second?.y).toBeCloseTo(60, 1);
  expect(pages[0]?.width).toBeCloseTo(210, 1);
  expect(pages[0]?.height).toBeCloseTo(297, 1);
});

test('pictures are read with their position, size and pixels, including rotated ones', async () => {
  const { pages } = await readPdf(sample());
  const places = pages.map(({ images }) =>
    images.map(({ x, y, width, height, pixels }) => ({
      at: [x, y, width, height].map((value) => Math.round(value * 10) / 10),
      pixels,
    })),
  );
  expect(places[0]).toEqual([{ at: [12, 100, 90, 67.5], pixels: { width: 80, height: 60 } }]);
  expect(places[1]?.[0]?.at.slice(2)).toEqual([20, 10]);
  expect(places[1]?.[0]?.pixels).toEqual({ width: 40, height: 80 });
});

test('links, outline and metadata are read', async () => {
  const { pages, outline, info } = await readPdf(sample());
  const [link] = pages[0]?.links ?? [];
  expect(link).toMatchObject({ url: 'https://portal.example/?photo=1' });
  expect(link?.x).toBeCloseTo(12, 1);
  expect(link?.y).toBeCloseTo(100, 1);
  expect(link?.width).toBeCloseTo(90, 1);
  expect(link?.height).toBeCloseTo(67.5, 1);
  expect(pages[1]?.links).toMatchObject([{ page: 1 }]);
  expect(outline).toEqual([{ title: 'Second page', page: 2 }]);
  expect(info).toMatchObject({
    title: 'A sample',
    subject: 'Reading',
    author: 'A test',
    language: 'en-GB',
    showsTitle: true,
  });
});

test('a file that is not a PDF is refused', async () => {
  await expect(readPdf(new TextEncoder().encode('<html></html>'))).rejects.toThrow(/PDF/u);
});

test('pages can be drawn, and their text copied', async () => {
  const pages = await drawPages(sample(), 50);
  expect(pages).toHaveLength(2);
  const photo = pages[0]?.part(20, 110, 60, 40) ?? [];
  expect(photo.length).toBeGreaterThan(8_000);
  expect(photo.filter((grey) => Math.abs(grey - 160) > 4)).toEqual([]);
  expect(Math.min(...(pages[0]?.part(120, 110, 60, 40) ?? []))).toBe(255);
  expect(await copyText(sample())).toContain('Left and');
});
