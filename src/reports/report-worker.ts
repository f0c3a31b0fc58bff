import { blankDocument } from './engine/paper.ts';
import { browserPainter } from './fonts/browser-painter.ts';
import { servedFonts } from './fonts/served-fonts.ts';
import { buildReport } from './layouts/layouts.ts';
import { loadPhotos } from './photos/load-photos.ts';
import { rehearse } from './rehearse.ts';
import type { WorkerAnswer, WorkerRequest } from './report-request.ts';

function answer(message: WorkerAnswer, transfer: Transferable[] = []): void {
  // the page's `postMessage` takes an origin in this place, the worker's does not
  postMessage(message, { transfer });
}

// ready before anybody waits, and so is the code: what the browser compiles now is compiled when the button is pressed
const blank = rehearse().then(() => blankDocument(servedFonts));
blank.catch(() => undefined);

async function make({ request, addresses }: WorkerRequest): Promise<void> {
  const { bytes, fileName, missing } = await buildReport(request, {
    fonts: servedFonts,
    painter: browserPainter(),
    blank,
    loadPhotos: (stored, onPhoto) =>
      loadPhotos(
        stored.map((one) => addresses.get(one) ?? null),
        onPhoto,
      ),
    onProgress: (done, total) => answer({ type: 'progress', done, total }),
  });
  answer({ type: 'done', bytes, fileName, missing }, [bytes.buffer]);
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  make(data).catch((error: unknown) => answer({ type: 'failed', reason: String(error) }));
});
