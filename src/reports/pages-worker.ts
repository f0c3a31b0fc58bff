import { blankDocument, type BlankDocument } from './engine/paper.ts';
import { browserPainter } from './fonts/browser-painter.ts';
import { servedFonts } from './fonts/served-fonts.ts';
import { draftReport } from './layouts/layouts.ts';
import type { PagesAnswer, PagesRequest } from './pages.ts';

let blank: Promise<BlankDocument> | undefined;

/** Makes an empty document ready before it is asked for. */
function getReady(): void {
  blank = blankDocument(servedFonts);
  blank.catch(() => undefined);
}

async function draw({ id, request, missing, rehearsal }: PagesRequest): Promise<void> {
  const shop = { fonts: servedFonts, painter: browserPainter(), blank };
  blank = undefined;
  const draft = await draftReport(request, shop, missing);
  if (rehearsal) getReady();
  const answer: PagesAnswer = { id, draft };
  postMessage(answer, { transfer: [draft.pdf.buffer] });
}

addEventListener('message', ({ data }: MessageEvent<PagesRequest>) => {
  draw(data).catch((error: unknown) => {
    const answer: PagesAnswer = { id: data.id, reason: String(error) };
    // oxlint-disable-next-line require-post-message-target-origin -- a worker's takes none
    postMessage(answer);
  });
});

getReady();
