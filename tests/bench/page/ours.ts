import {
  reportPhotos,
  type ReportRequest,
  type WorkerMessage,
  type WorkerRequest,
} from '../../../src/reports/report-request.ts';
import { wholeSize } from './bench-data.ts';
import type { BenchMessage } from './bench-messages.ts';

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The portal's own worker. */
export function reportWorker(): Worker {
  return new Worker(new URL('../../../src/reports/report-worker.ts', import.meta.url), { type: 'module' });
}

/** A worker that has drawn the pages already, as when the pointer comes near the button. */
export function warmWorker(request: ReportRequest): Worker {
  const worker = reportWorker();
  ask(worker, { type: 'prepare', request });
  return worker;
}

function ask(worker: Worker, request: WorkerRequest): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a worker has no target origin
  worker.postMessage(request);
}

function requestOf(request: ReportRequest, served: readonly string[]): WorkerRequest {
  const stored = reportPhotos(request);
  return {
    type: 'make',
    owner: null,
    request,
    signedUrls: new Map(stored.map((photo, index) => [photo, new URL(served[index] ?? '', location.href).href])),
  };
}

/**
 * Makes a report as the portal's page does, up to the Blob that it saves.
 * @throws Error if the worker fails.
 */
export function ours(
  worker: Worker,
  request: ReportRequest,
  urls: readonly string[],
): Promise<{ bytes: number; missing: number }> {
  const step = document.querySelector('#step');
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'progress') {
        if (step) step.textContent = `Photo ${data.done} of ${data.total}`;
        return;
      }
      if (data.type === 'sign') {
        ask(worker, { type: 'signed', signedUrls: new Map() });
        return;
      }
      if (data.type === 'error') {
        reject(new Error(data.reason));
        return;
      }
      wholeSize(data.file)
        .finally(() => worker.terminate())
        .then((bytes) => resolve({ bytes, missing: data.missing }), reject);
    });
    ask(worker, requestOf(request, urls));
  });
}

/** Ends a report when it has half of its photos, as Cancel does. Returns when that was, in ms since 1970. */
export async function cancelOurs(request: ReportRequest, urls: readonly string[], hover: number): Promise<number> {
  const worker = warmWorker(request);
  await sleep(hover);
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type !== 'progress') return reject(new Error(`It ended before half of its photos: ${data.type}`));
      if (data.done < data.total / 2) return undefined;
      worker.terminate();
      return resolve(Date.now());
    });
    ask(worker, requestOf(request, urls));
  });
}

/** Waits for the result of one of the bench's own workers, then ends it. */
export function finished(worker: Worker, request: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<BenchMessage>) => {
      worker.terminate();
      if (data.type === 'done') resolve(data.bytes);
      else reject(new Error(data.reason));
    });
    // oxlint-disable-next-line require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(request);
  });
}
