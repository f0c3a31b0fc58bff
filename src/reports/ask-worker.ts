import { connection } from '../lib/connection.ts';
import { canStoreFiles } from '../lib/device/copies.ts';
import { currentOwner } from '../lib/device/session-copies.ts';
import { currentLanguage } from '../lib/language/translate.ts';
import { offline } from '../lib/online.ts';
import { isNoService } from '../lib/request-error.ts';
import { signThumbnails } from '../lib/stored-files.ts';
import { LettersUnreachable } from './fonts/font-source.ts';
import {
  reportPhotos,
  spareReportPhotos,
  type ReportRequest,
  type WorkerMessage,
  type WorkerRequest,
} from './report-request.ts';

/**
 * Why the PDF of a visit does not contain its service report: the report could not be loaded, or its pages cannot be read, for example
 * because of a password.
 */
export type LackingReport = 'not-loaded' | 'not-readable';

export interface MadeReport {
  file: File;
  /** How many photos could not be loaded. */
  missing: number;
  /** Whether photos are missing because there was no connection. */
  disconnected: boolean;
  /** Why the service report of a visit is not appended, although the visit has one. */
  lackingReport?: LackingReport;
}

export function startWorker(): Worker {
  return new Worker(new URL('report-worker.ts', import.meta.url), { type: 'module', name: 'report' });
}

/** Sends a request to the worker, with the language of the page for its texts. */
export function postRequest(worker: Worker, request: WorkerRequest): void {
  const message: WorkerRequest = request.type === 'signed' ? request : { ...request, language: currentLanguage().code };
  // oxlint-disable-next-line require-post-message-target-origin -- a worker has no target origin
  worker.postMessage(message);
}

type Finished = Extract<WorkerMessage, { type: 'done' }>;

/**
 * Makes a report in a worker. A worker makes only one report at a time.
 * @param onProgress called while the photos are loaded
 * @throws LettersUnreachable, RequestError, or Error when the report cannot be made
 */
export async function askWorker(
  worker: Worker,
  request: ReportRequest,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<MadeReport> {
  let wasNotSigned = false;
  const controller = new AbortController();
  const { signal } = controller;
  const finished = new Promise<Finished>((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.type === 'done') resolve(data);
        else if (data.type === 'error')
          reject(data.lacksLetters ? new LettersUnreachable(data.reason) : new Error(data.reason));
        else if (data.type === 'sign') void sendSpareUrls(worker, request);
        else onProgress(data.done, data.total);
      },
      { signal },
    );
    // the code of the worker could not be loaded
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker did not start')), {
      signal,
    });
  });
  try {
    const [{ file, fileName, missing }] = await Promise.all([
      finished,
      (async () => {
        const owner = canStoreFiles() ? currentOwner() : null;
        const signedUrls = await signThumbnails(reportPhotos(request)).catch((error: unknown) => {
          // without a connection, the report uses the photos on this device
          if (!isNoService(error)) throw error;
          wasNotSigned = true;
          return new Map<string, string>();
        });
        postRequest(worker, { type: 'make', request, signedUrls, owner });
      })(),
    ]);
    // the bytes belong to the worker, which must not end before they are read
    await file.slice(-1).arrayBuffer();
    return {
      file: new File([file], fileName, { type: file.type }),
      missing,
      // photos are not fetched through the Supabase client, so it does not know whether a connection is missing
      disconnected: wasNotSigned || offline.get() || (missing > 0 && (await connection.isLost())),
    };
  } finally {
    controller.abort();
  }
}

/**
 * Sends the worker the signed URLs of the spare photos. If they cannot be signed, it sends none, and missing photos are marked in the report.
 */
async function sendSpareUrls(worker: Worker, request: ReportRequest): Promise<void> {
  const signedUrls = await signThumbnails(spareReportPhotos(request)).catch((error: unknown) => {
    console.warn('The spare photos could not be signed', error);
    return new Map<string, string>();
  });
  postRequest(worker, { type: 'signed', signedUrls });
}
