import { blankDocument, type BlankDocument } from './engine/paper.ts';
import { browserPainter } from './fonts/browser-painter.ts';
import { servedFonts } from './fonts/served-fonts.ts';
import { buildReport } from './layouts/layouts.ts';
import { loadPhotos } from './photos/load-photos.ts';
import { rehearse } from './rehearse.ts';
import type { WorkerAnswer, WorkerRequest } from './report-request.ts';

function answer(message: WorkerAnswer): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a worker's takes none
  postMessage(message);
}

let asked = false;

/** Code that has run some times is compiled, and fast; nobody is kept waiting for it. */
const rehearsals = 8;

async function getReady(): Promise<BlankDocument> {
  for (let round = 0; round < rehearsals; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- lets a request that came meanwhile be heard
    await new Promise((resolve) => setTimeout(resolve));
    if (asked) break;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await rehearse();
  }
  return blankDocument(servedFonts);
}

const blank = getReady();
blank.catch(() => undefined);

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

async function make({ request, addresses }: WorkerRequest): Promise<void> {
  const { file, fileName, missing } = await buildReport(request, {
    fonts: servedFonts,
    painter: browserPainter(),
    blank,
    loadPhotos: (stored, onPhoto) =>
      loadPhotos(
        stored.map((one) => addresses.get(one) ?? null),
        onPhoto,
      ),
    onProgress: tellProgress,
  });
  answer({ type: 'done', file, fileName, missing });
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  asked = true;
  make(data).catch((error: unknown) => answer({ type: 'failed', reason: String(error) }));
});
