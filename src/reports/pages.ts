import type { DocumentDraft } from './engine/draft-document.ts';
import type { ReportRequest } from './report-request.ts';

/** A request on its way to the worker that draws. */
export interface PagesRequest {
  id: number;
  request: ReportRequest;
  missing: ReadonlySet<number>;
  /** Whether a real one will follow. */
  rehearsal: boolean;
}

export type PagesAnswer = { id: number; draft: DocumentDraft } | { id: number; reason: string };

/** Draws pages in a worker of its own: fetching a photo takes a thread as long as drawing the page that it stands on. */
export class Pages {
  readonly #worker = new Worker(new URL('pages-worker.ts', import.meta.url), { type: 'module', name: 'report pages' });
  readonly #waiting = new Map<number, (answer: PagesAnswer) => void>();
  #asked = 0;

  /** @param onBroken is called when the worker's code did not come. */
  constructor(onBroken: () => void) {
    this.#worker.addEventListener('error', onBroken);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<PagesAnswer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
  }

  /** @throws Error when the pages could not be made. */
  async draft(request: ReportRequest, missing: ReadonlySet<number>, rehearsal = false): Promise<DocumentDraft> {
    const id = (this.#asked += 1);
    const answer = await new Promise<PagesAnswer>((resolve) => {
      this.#waiting.set(id, resolve);
      // oxlint-disable-next-line require-post-message-target-origin -- a worker's takes none
      this.#worker.postMessage({ id, request, missing, rehearsal } satisfies PagesRequest);
    });
    if ('reason' in answer) throw new Error(answer.reason);
    return answer.draft;
  }
}
