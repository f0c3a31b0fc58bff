import type { DraftDocument, PhotoSupply, Workshop } from './engine/build-document.ts';
import { browserPainter } from './fonts/browser-painter.ts';
import { servedFonts } from './fonts/served-fonts.ts';
import { buildReport, draftReport } from './layouts/layouts.ts';
import { loadPhotos } from './photos/load-photos.ts';
import { rehearse } from './rehearse.ts';
import type { ReportRequest, WorkerAnswer, WorkerRequest } from './report-request.ts';

function answer(message: WorkerAnswer): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a worker's takes none
  postMessage(message);
}

const workshop: Workshop = { fonts: servedFonts, painter: browserPainter() };

/** Pages that were drawn before they were asked for, and what for. */
let ahead: { of: string; pages: Promise<DraftDocument> } | undefined;
let asked = false;

/** After some rounds the engine has compiled what is called most. */
const rehearsals = 10;

/** Draws the pages of a report that may be asked for soon, and rehearses the rest of the work. */
async function prepare(request: ReportRequest): Promise<void> {
  const of = JSON.stringify(request);
  if (ahead?.of === of) return;
  const pages = draftReport(request, workshop);
  ahead = { of, pages };
  try {
    await pages;
    for (let round = 0; round < rehearsals; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- lets a request that came meanwhile be heard
      await new Promise((resolve) => setTimeout(resolve));
      if (asked || ahead?.of !== of) return;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await rehearse(request, workshop, pages);
    }
  } catch (error) {
    console.warn('The report could not be prepared', error);
    // so that it is tried again when the report is asked for
    if (ahead?.of === of) ahead = undefined;
  }
}

/** Milliseconds between two messages: more would cost the page more than a person can see. */
const tellEvery = 80;
let progress = { done: 0, total: 0 };
let telling: ReturnType<typeof setTimeout> | undefined;

function tellProgress(done: number, total: number): void {
  progress = { done, total };
  telling ??= setTimeout(() => {
    telling = undefined;
    answer({ type: 'progress', ...progress });
  }, tellEvery);
}

async function make(request: ReportRequest, addresses: ReadonlyMap<string, string>): Promise<void> {
  const pages = ahead?.of === JSON.stringify(request) ? ahead.pages : undefined;
  const photos: PhotoSupply = {
    loadPhotos: (stored, onPhoto) =>
      loadPhotos(
        stored.map((one) => addresses.get(one) ?? null),
        onPhoto,
      ),
    onProgress: tellProgress,
  };
  const { file, fileName, missing } = await buildReport(request, { ...workshop, ...photos }, pages);
  answer({ type: 'done', file, fileName, missing });
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'prepare') {
    void prepare(data.request);
    return;
  }
  asked = true;
  make(data.request, data.addresses).catch((error: unknown) => answer({ type: 'failed', reason: String(error) }));
});
