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

// shared: a font is unpacked once per source
const fonts = diskFonts('.');

export const portal = 'https://portal.example';

/** The body of a page in mm, without running header and footer. */
export const paper = { left: 12, right: 198, top: 18, bottom: 284 } as const;

/** A task of March 2026; a higher number is later. */
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

/** What a year's report says of its emergency calls. @param promised by the site; nothing where it is not said */
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

/** URLs of photos that the supply below knows. */
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

/** A plain photo as the pipeline delivers it. */
export function landscape(width = 80, height = 60, bytes = 0) {
  return { content: new Uint8Array(testJpeg({ width, height, bytes })), grey: true, width, height };
}

interface Made extends BuiltDocument {
  bytes: Uint8Array;
  read: ReadPdf;
}

type PhotoAnswer = (url: string, index: number) => ReportPhoto | null;

/** Makes the report in Node and reads it back. `photo` answers for each URL, null for one that is missing. */
export function makeReport(
  data: MonthlyReport,
  photo?: PhotoAnswer,
  painter: TextPainter | null = null,
): Promise<Made> {
  return makeDocument(monthlyReport, data, photo, painter);
}

/** Like `makeReport`, for any kind of document. */
export async function makeDocument<Data>(
  layout: Layout<Data>,
  data: Data,
  photo: PhotoAnswer = () => landscape(),
  painter: TextPainter | null = null,
): Promise<Made> {
  const built = await buildDocument(layout, data, {
    fonts,
    painter,
    loadPhotos: (urls, onPhoto) => {
      // in reverse, as photos arrive in any order
      for (const [index, url] of [...urls.entries()].toReversed()) onPhoto(index, photo(url, index));
      return Promise.resolve();
    },
  });
  const bytes = new Uint8Array(await built.file.arrayBuffer());
  return { ...built, bytes, read: await readPdf(bytes) };
}

/** The lines of a page's body, without the letterhead. */
export function bodyOf(page: PdfPage, index = 1): PdfPage['lines'] {
  const top = index === 0 ? 34 : paper.top;
  return page.lines.filter(({ y }) => y > top && y < paper.bottom);
}

/** The pieces of a page's body in writing order, which is reading order: columns are not mixed. */
export function piecesOf(page: PdfPage, index = 1): PdfPage['parts'] {
  const top = index === 0 ? 34 : paper.top;
  return page.parts.filter(({ text, y }) => text.trim() !== '' && y > top && y < paper.bottom);
}

/** Whether it belongs to the title of a visit or section. */
export function isTitlePiece(piece: PdfPage['parts'][number] | undefined): boolean {
  return piece !== undefined && piece.size > 12.5;
}

/** The text of all pages' bodies, with single spaces. */
export function writtenIn({ pages }: ReadPdf): string {
  const pieces = pages.flatMap((page, index) => piecesOf(page, index).map(({ text }) => text));
  return pieces.join(' ').replaceAll(/\s+/gu, ' ');
}
