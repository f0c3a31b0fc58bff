import type { PromiseColumns } from '../../src/records/site/site-promise.ts';
import { callsOfYear, clockOf, type CallsOfYear, type ReportedFault } from '../../src/records/task/response.ts';
import { agreementOf, serviceSummary } from '../../src/records/task/service-periods.ts';
import type { Task } from '../../src/records/task/task.ts';
import { type BuiltDocument, buildDocument } from '../../src/reports/engine/build-document.ts';
import type { Layout, ReportPhoto } from '../../src/reports/engine/layout.ts';
import type { TextPainter } from '../../src/reports/fonts/font-source.ts';
import { monthlyReport } from '../../src/reports/layouts/monthly/monthly-report.ts';
import type { MonthlyReport, ReportVisit } from '../../src/reports/report-request.ts';
import { diskFonts } from '../../supabase/local/demo/disk-reports.ts';
import { readPdf, type PdfPage, type ReadPdf } from './read-pdf.ts';
import { noPromise } from './rows.ts';
import { testJpeg } from './test-jpeg.ts';

// shared by all reports, so that each font is unpacked only once
const fonts = diskFonts('.');

export const portal = 'https://portal.example';

/** The edges of the body of a page in mm, without running header and footer. */
export const paper = { left: 12, right: 198, top: 18, bottom: 284 } as const;

/** A visit of 5 March 2026. The number is its id and its minute, so a higher number is later. */
export function reportTask(id: number, change: Partial<ReportVisit> = {}): ReportVisit {
  const minutes = String(id % 60).padStart(2, '0');
  const hours = String(Math.floor(id / 60)).padStart(2, '0');
  return {
    id,
    time: `2026-03-05T${hours}:${minutes}:00+08:00`,
    year: '2026',
    month: 'mar',
    title: `Barrier check ${id}`,
    tasks: `Arm bolts torqued and loops measured on visit ${id}.`,
    pdf: '',
    urls: [],
    ...change,
  };
}

/** The emergency calls of a year as a year's report shows them. @param terms what the site has promised; nothing by default */
export function yearCalls(
  visits: readonly ReportVisit[],
  year: number,
  madeOn: string,
  terms: Partial<PromiseColumns & { contract_until: string }> = {},
  faults: readonly ReportedFault[] = [],
): CallsOfYear<Task> {
  const tasks2024 = visits.map((visit): Task => ({ ...visit, showing: 'True' }));
  const clock = clockOf({ ...noPromise, contract_until: null, ...terms, tasks2024 }, faults);
  return callsOfYear(clock, year, new Date(madeOn));
}

/** Made-up URLs of a visit's photos. By default `makeDocument` answers every URL with a grey photo. */
export function photosOf(id: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://files.example/${id}-${index}.jpg`);
}

export function reportData(tasks: readonly ReportVisit[], change: Partial<MonthlyReport> = {}): MonthlyReport {
  return {
    name: 'Selasih Park',
    siteName: 'Selasih Park Residences',
    address: '18 Jalan Selasih 3, 68100 Batu Caves',
    year: '2026',
    month: 'mar',
    madeOn: '2026-03-31T17:30:00.000Z',
    asOf: '2026-03-31T15:59:00.000Z',
    portal,
    service: serviceSummary([], agreementOf({}), 2026, new Date('2026-03-31T17:30:00.000Z')),
    tasks,
    ...change,
  };
}

/** A plain grey photo as the report gets it after it was loaded. @param bytes how large the file is made at least */
export function greyPhoto(width = 80, height = 60, bytes = 0) {
  return { content: new Uint8Array(testJpeg({ width, height, bytes })), grey: true, width, height };
}

interface MadeDocument extends BuiltDocument {
  bytes: Uint8Array;
  read: ReadPdf;
}

type PhotoAnswer = (url: string, index: number) => ReportPhoto | null;

/** Makes a monthly report in Node and reads it back. `photo` returns the photo of a URL, or null for a missing photo. */
export function makeReport(
  data: MonthlyReport,
  photo?: PhotoAnswer,
  painter: TextPainter | null = null,
): Promise<MadeDocument> {
  return makeDocument(monthlyReport, data, photo, painter);
}

/** Makes a document of any layout, as `makeReport` does. */
export async function makeDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  photo: PhotoAnswer = () => greyPhoto(),
  painter: TextPainter | null = null,
): Promise<MadeDocument> {
  const built = await buildDocument(layout, data, {
    fonts,
    painter,
    loadPhotos: (urls, onPhoto) => {
      // in reverse order, because photos arrive in any order
      for (const [index, url] of [...urls.entries()].toReversed()) onPhoto(index, photo(url, index));
      return Promise.resolve();
    },
  });
  const bytes = new Uint8Array(await built.file.arrayBuffer());
  return { ...built, bytes, read: await readPdf(bytes) };
}

/** The lines of the body of a page, without header, footer and letterhead. */
export function bodyOf(page: PdfPage, index = 1): PdfPage['lines'] {
  // the letterhead of the first page ends at 34 mm
  const top = index === 0 ? 34 : paper.top;
  return page.lines.filter(({ y }) => y > top && y < paper.bottom);
}

/** The pieces of text of the body in the order of the file, which is the reading order. Pieces of two columns are not mixed. */
export function piecesOf(page: PdfPage, index = 1): PdfPage['parts'] {
  const top = index === 0 ? 34 : paper.top;
  return page.parts.filter(({ text, y }) => text.trim() !== '' && y > top && y < paper.bottom);
}

/** Whether a piece of text belongs to the title of a section (14 pt), or of a visit in the monthly report (13 pt). */
export function isTitlePiece(piece: PdfPage['parts'][number] | undefined): boolean {
  return piece !== undefined && piece.size > 12.5;
}

/** The text of the bodies of all pages, with single spaces. */
export function writtenIn({ pages }: ReadPdf): string {
  const pieces = pages.flatMap((page, index) => piecesOf(page, index).map(({ text }) => text));
  return pieces.join(' ').replaceAll(/\s+/gu, ' ');
}
