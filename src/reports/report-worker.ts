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

/** The language that was requested last: an earlier one that loads later is ignored. */
let latestLanguage = 'en';

/** Speaks the reader's language from here on. @throws LettersUnreachable without a connection to load its messages */
async function speakAs(requested = 'en'): Promise<void> {
  latestLanguage = requested;
  const code = isLanguage(requested) ? requested : 'en';
  if (code === currentLanguage().code) return;
  const { load, locale } = languages[code];
  const catalogue = load ? (await reachLetters(load)).default : {};
  if (latestLanguage === requested) setLanguage(code, locale, catalogue);
}

/** Identifies drawn pages: by their language too, because they are useless in another. */
function drawnKey({ request, language = 'en' }: Prepare | Make): string {
  return JSON.stringify([language, request]);
}

let prepared: { key: string; pages: Promise<DraftDocument> } | undefined;
let isRequested = false;

/** After this many rounds the engine has compiled the hot functions. */
const warmUpRounds = 10;

/** Draws the pages of a report that may be requested soon, and warms up the rest of the work. */
async function prepare(asked: Prepare): Promise<void> {
  const { request, language } = asked;
  const key = drawnKey(asked);
  if (prepared?.key === key) return;
  const pages = speakAs(language).then(() => draftReport(request));
  prepared = { key, pages };
  try {
    await pages;
    for (let round = 0; round < warmUpRounds; round += 1) {
      // lets a pending request be handled
      await new Promise((resolve) => setTimeout(resolve));
      if (isRequested || prepared?.key !== key) return;
      await warmUp(request, pages);
    }
  } catch (error) {
    console.warn('The report could not be prepared', error);
    // forgotten, so that the actual request tries again
    if (prepared?.key === key) prepared = undefined;
  }
}

// one grey pixel
const pixel =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

/** Inserts one-pixel photos into drafted pages of a report nobody sees, because code that has run before is fast. */
async function warmUp(request: ReportRequest, pages: Promise<DraftDocument>): Promise<void> {
  const content = Uint8Array.from(atob(pixel), (character) => character.charCodeAt(0));
  // in the shape of most photos, so that the usual code path runs
  const photo = { content, grey: false, width: 4, height: 3 };
  const supply: PhotoSupply = {
    loadPhotos(urls, onPhoto) {
      urls.forEach((_, index) => onPhoto(index, photo));
      return Promise.resolve();
    },
  };
  await buildReport(request, supply, pages);
}

async function makeRequested(asked: Make): Promise<void> {
  const { request, signedUrls, owner, language } = asked;
  const pages = prepared?.key === drawnKey(asked) ? prepared.pages : undefined;
  // pages that are still being drawn for another request may come out in this request's language
  if (!pages) prepared = undefined;
  await speakAs(language);
  const signed = new Map(signedUrls);
  const ownPhotos = new Set(reportPhotos(request));
  const photos: PhotoSupply = {
    async loadPhotos(stored, onPhoto) {
      if (stored.some((photo) => !ownPhotos.has(photo)))
        for (const [photo, url] of await spares()) signed.set(photo, url);
      await loadPhotos(
        stored.map((photo) => ({
          url: signed.get(photo) ?? null,
          saved: async () => (owner === null ? null : readPhotoCopy(owner, photo, 'small')),
        })),
        onPhoto,
      );
    },
    onProgress: sendProgress,
  };
  // each report signs its own spare photos
  spareUrls = undefined;
  const { file, fileName, missing } = await buildReport(request, photos, pages);
  clearTimeout(progressTimer);
  progressTimer = undefined;
  sendMessage({ type: 'done', file, fileName, missing });
}

let resolveSpares: (signedUrls: ReadonlyMap<string, string>) => void = () => undefined;
let spareUrls: Promise<ReadonlyMap<string, string>> | undefined;

/** The signed URLs of the report's spare photos, which the page is asked for once, when a photo is missing. */
function spares(): Promise<ReadonlyMap<string, string>> {
  spareUrls ??= new Promise((resolve) => {
    resolveSpares = resolve;
    sendMessage({ type: 'sign' });
  });
  return spareUrls;
}

/** The pause between two messages: more messages would cost the page more than anyone can see. */
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

/** The layout of each report. What only the office prints is loaded when it does. */
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
