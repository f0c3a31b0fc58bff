import { readPhotoCopy } from '../lib/device/copies.ts';
import { languages, isLanguage } from '../lib/language/languages.ts';
import { setLanguage, currentLanguage } from '../lib/language/translate.ts';
import {
  buildDocument,
  draftDocument,
  type BuiltDocument,
  type DraftDocument,
  type PhotoSupply,
  type RenderContext,
} from './engine/build-document.ts';
import type { Layout } from './engine/layout.ts';
import { browserPainter } from './fonts/browser-painter.ts';
import { LettersUnreachable, reachLetters } from './fonts/font-source.ts';
import { servedFonts } from './fonts/served-fonts.ts';
import { maintenanceFormReport } from './layouts/form/form-report.ts';
import { chosenReport } from './layouts/monthly/chosen-report.ts';
import { monthlyReport } from './layouts/monthly/monthly-report.ts';
import { visitReport } from './layouts/monthly/visit-report.ts';
import { yearReport } from './layouts/year/year-report.ts';
import { loadPhotos } from './photos/load-photos.ts';
import {
  reportPhotos,
  type ReportKind,
  type ReportRequest,
  type ReportRequestOf,
  type WorkerMessage,
  type WorkerRequest,
  type ReportData,
} from './report-request.ts';

const context: RenderContext = { fonts: servedFonts, painter: browserPainter() };

async function buildReport<Kind extends ReportKind>(
  { kind, data }: ReportRequestOf<Kind>,
  photos: PhotoSupply,
  draft?: Promise<DraftDocument>,
): Promise<BuiltDocument> {
  return buildDocument(await layouts[kind](), data, { ...context, ...photos }, draft);
}

async function draftReport<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): Promise<DraftDocument> {
  return draftDocument(await layouts[kind](), data, context);
}

type Prepare = Extract<WorkerRequest, { type: 'prepare' }>;
type Make = Extract<WorkerRequest, { type: 'make' }>;

/** The language that was requested last. If the catalogue of an earlier request arrives later, it is ignored. */
let latestLanguage = 'en';

/** Sets the language of all texts from now on. @throws LettersUnreachable when its messages cannot be loaded without a connection */
async function changeLanguage(requested = 'en'): Promise<void> {
  latestLanguage = requested;
  const code = isLanguage(requested) ? requested : 'en';
  if (code === currentLanguage().code) return;
  const { load, locale } = languages[code];
  const catalogue = load ? (await reachLetters(load)).default : {};
  if (latestLanguage === requested) setLanguage(code, locale, catalogue);
}

/** A key for drawn pages: their data and their language. */
function drawnKey({ request, language = 'en' }: Prepare | Make): string {
  return JSON.stringify([language, request]);
}

let prepared: { key: string; pages: Promise<DraftDocument> } | undefined;
let isRequested = false;

/** After this many rounds, the JavaScript engine has compiled the frequently used functions. */
const warmUpRounds = 10;

/** Draws the pages of a report that may be requested soon, and runs the other code in advance, so that it is compiled. */
async function prepare(message: Prepare): Promise<void> {
  const { request, language } = message;
  const key = drawnKey(message);
  if (prepared?.key === key) return;
  const pages = changeLanguage(language).then(() => draftReport(request));
  prepared = { key, pages };
  try {
    await pages;
    for (let round = 0; round < warmUpRounds; round += 1) {
      // gives a waiting request the chance to be handled
      await new Promise((resolve) => setTimeout(resolve));
      if (isRequested || prepared?.key !== key) return;
      await warmUp(request, pages);
    }
  } catch (error) {
    console.warn('The report could not be prepared', error);
    // the failed pages are dropped, so that the actual request draws them again
    if (prepared?.key === key) prepared = undefined;
  }
}

// a JPEG of one grey pixel
const pixel =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

/** Makes a report with one-pixel photos that nobody sees, because code that has run before is faster. */
async function warmUp(request: ReportRequest, pages: Promise<DraftDocument>): Promise<void> {
  const content = Uint8Array.from(atob(pixel), (character) => character.charCodeAt(0));
  // with the aspect ratio of most photos, so that the usual code runs
  const photo = { content, grey: false, width: 4, height: 3 };
  const supply: PhotoSupply = {
    loadPhotos(urls, onPhoto) {
      urls.forEach((_, index) => onPhoto(index, photo));
      return Promise.resolve();
    },
  };
  await buildReport(request, supply, pages);
}

async function makeRequested(message: Make): Promise<void> {
  const { request, signedUrls, owner, language } = message;
  const pages = prepared?.key === drawnKey(message) ? prepared.pages : undefined;
  // pages that are still being drawn for another request may get this request's language, so they are dropped
  if (!pages) prepared = undefined;
  await changeLanguage(language);
  const signed = new Map(signedUrls);
  const ownPhotos = new Set(reportPhotos(request));
  const photos: PhotoSupply = {
    async loadPhotos(stored, onPhoto) {
      if (stored.some((photo) => !ownPhotos.has(photo)))
        for (const [photo, url] of await requestSpareUrls()) signed.set(photo, url);
      await loadPhotos(
        stored.map((photo) => ({
          url: signed.get(photo) ?? null,
          readPhoto: async () => (owner === null ? null : readPhotoCopy(owner, photo, 'small')),
        })),
        onPhoto,
      );
    },
    onProgress: sendProgress,
  };
  // the spare photos of each report are signed again
  spareUrls = undefined;
  const { file, fileName, missing } = await buildReport(request, photos, pages);
  clearTimeout(progressTimer);
  progressTimer = undefined;
  sendMessage({ type: 'done', file, fileName, missing });
}

let resolveSpares: (signedUrls: ReadonlyMap<string, string>) => void = () => undefined;
let spareUrls: Promise<ReadonlyMap<string, string>> | undefined;

/** The signed URLs of the report's spare photos. The worker requests them from the page once, when the first photo is missing. */
function requestSpareUrls(): Promise<ReadonlyMap<string, string>> {
  spareUrls ??= new Promise((resolve) => {
    resolveSpares = resolve;
    sendMessage({ type: 'sign' });
  });
  return spareUrls;
}

/** The shortest pause between two progress messages, because more messages would slow the page down without a visible effect. */
const progressIntervalMs = 80;
let progress = { done: 0, total: 0 };
let progressTimer: ReturnType<typeof setTimeout> | undefined;

function sendProgress(done: number, total: number): void {
  progress = { done, total };
  progressTimer ??= setTimeout(() => {
    progressTimer = undefined;
    sendMessage({ type: 'progress', ...progress });
  }, progressIntervalMs);
}

function sendMessage(message: WorkerMessage): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'prepare') {
    // a report that is being made keeps its language
    if (!isRequested) void prepare(data);
    return;
  }
  if (data.type === 'signed') {
    resolveSpares(data.signedUrls);
    return;
  }
  isRequested = true;
  makeRequested(data).catch((error: unknown) =>
    sendMessage({ type: 'error', reason: String(error), lacksLetters: error instanceof LettersUnreachable }),
  );
});

/** The layout of each kind of report. Layouts that only the office prints are loaded when they are needed. */
const layouts: {
  readonly [Kind in ReportKind]: () => Layout<ReportData[Kind]> | Promise<Layout<ReportData[Kind]>>;
} = {
  monthly: () => monthlyReport,
  visit: () => visitReport,
  chosen: () => chosenReport,
  year: () => yearReport,
  form: () => maintenanceFormReport,
  stickers: async () => (await import('./layouts/sticker/sticker-sheet.ts')).stickerSheet,
  cards: async () => (await import('./layouts/key-card/key-cards.ts')).keyCards,
};
