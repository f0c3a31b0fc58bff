import { counted } from '../records/counted.ts';
import { notify, type ToastAction } from '../lib/notify.ts';
import { saveFile } from '../lib/save-file.ts';
import { fullUrl, hasShareSheet, share, sharesFiles } from '../lib/share.ts';
import { linkWords, whoOpens } from '../records/portal-links.ts';
import { isConnectionError } from '../lib/request-error.ts';
import { keepsFiles } from '../lib/device/copies.ts';
import { sessionOwner } from '../lib/device/session-copies.ts';
import { getSession, onSessionChange } from '../lib/device/session.ts';
import { createStore, useStore } from '../lib/store.ts';
import { signThumbnails } from '../lib/stored-files.ts';
import {
  reportLink,
  reportPhotos,
  reportTitle,
  spareReportPhotos,
  type ReportRequest,
  type WorkerMessage,
  type WorkerRequest,
} from './report-request.ts';

export interface ReportJob {
  title: string;
  /** Such as `Photo 12 of 40`. */
  step: string;
  done: number;
  total: number;
}

const job = createStore<ReportJob | null>(null);
let stop: (() => void) | null = null;
// a worker that was started in advance, so that code and pages are ready when the button is pressed
let idleWorker: Worker | null = null;

function newWorker(): Worker {
  const worker = new Worker(new URL('report-worker.ts', import.meta.url), { type: 'module', name: 'report' });
  // a worker that could not load its code is of no use
  worker.addEventListener('error', () => {
    if (idleWorker === worker) idleWorker = null;
  });
  return worker;
}

function postRequest(worker: Worker, request: WorkerRequest): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a worker has no target origin
  worker.postMessage(request);
}

/** Loads the code that makes PDFs and draws the pages. Called when the pointer or the focus nears the button. */
export function warmReports(request: ReportRequest): void {
  if (job.get()) return;
  idleWorker ??= newWorker();
  postRequest(idleWorker, { type: 'prepare', request });
}

/** Cancels the running report and its downloads. */
export function cancelReport(): void {
  stop?.();
}

/** Saves a report, or passes it to `onFile`, and notifies how it ended. Returns false while another is being made. */
export function startReport(request: ReportRequest, onFile?: (file: File) => void): boolean {
  if (job.get()) return false;
  reportFile(request).then(
    ({ file, missing }) => {
      if (onFile) {
        onFile(file);
        return;
      }
      saveFile(file, file.name);
      notifySaved(request, file, missing);
    },
    (error: unknown) => {
      if (error instanceof ReportCancelled) return;
      console.error('The report could not be made', error);
      notify.error('The report could not be made. Check the connection and try again.');
    },
  );
  return true;
}

/** Why no report came: somebody pressed *Cancel*, or the session ended. */
class ReportCancelled extends Error {
  override name = 'AbortError';
}

/** Makes a report and shows its progress. `missing`: photos not loaded. @throws Error also while another is made */
export async function reportFile(request: ReportRequest): Promise<{ file: File; missing: number }> {
  if (job.get()) throw new Error('Another report is being made');
  const worker = idleWorker ?? newWorker();
  idleWorker = null;
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    worker.terminate();
    stop = null;
    job.set(null);
  };
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => {
      // at once, as the next report may start before this function goes on
      end();
      reject(new ReportCancelled());
    };
  });
  job.set({ title: reportTitle(request), step: 'Preparing', done: 0, total: 0 });
  try {
    const { file, fileName, missing } = await Promise.race([runWorker(worker, request), cancelled]);
    // its bytes come from the worker, which must not end before
    await Promise.race([file.slice(-1).arrayBuffer(), cancelled]);
    return { file: new File([file], fileName, { type: file.type }), missing };
  } finally {
    end();
  }
}

function notifySaved(request: ReportRequest, file: File, missing: number): void {
  const passOn = shareAction(reportTitle(request), reportLink(request), file);
  if (missing === 0) {
    notify.success(`Report saved: ${file.name}`, passOn);
    return;
  }
  const total = reportPhotos(request).length;
  notify.warning(
    `Saved. ${missing} of ${counted(total, 'photo')} could not be loaded; ${missing === 1 ? 'its place is' : 'their places are'} marked.`,
    passOn,
  );
}

/** The action that passes on a saved report, or else its link; undefined when this device can do neither. */
export function shareAction(title: string, link: string | undefined, file?: File): ToastAction | undefined {
  if (link === undefined && !(file && sharesFiles(file.type))) return undefined;
  const run = async () => {
    const outcome = await share({ ...linkWords(title, link ?? ''), link, file });
    const words = link === undefined ? '' : whoOpens(link);
    if (outcome === 'copied') notify.success(`Link copied. ${words} The report itself is in your downloads.`);
    if (outcome === 'unfit')
      notify.error('This device does not pass on the report. It is in your downloads.', shareAction(title, link));
    if (outcome === 'error')
      notify.error(
        link === undefined
          ? 'The report could not be shared. It is in your downloads.'
          : `The report could not be shared. It is in your downloads, and this is its link: ${fullUrl(link)}`,
      );
  };
  const label = file && sharesFiles(file.type) ? 'Share' : hasShareSheet() ? 'Share link' : 'Copy link';
  return { label, run: () => void run() };
}

type Finished = Extract<WorkerMessage, { type: 'done' }>;

async function runWorker(worker: Worker, request: ReportRequest): Promise<Finished> {
  const finished = new Promise<Finished>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'done') resolve(data);
      else if (data.type === 'error') reject(new Error(data.reason));
      else if (data.type === 'sign') void signSpares(worker, request);
      else {
        const now = job.get();
        if (now) job.set({ ...now, done: data.done, total: data.total, step: stepText(data.done, data.total) });
      }
    });
    // the code of the worker could not be loaded
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker did not start')));
  });
  const [result] = await Promise.all([
    finished,
    (async () => {
      const owner = keepsFiles() ? sessionOwner() : null;
      const signedUrls = await signThumbnails(reportPhotos(request)).catch((error: unknown) => {
        // offline, the report uses the photos on this device
        if (owner === null || !isConnectionError(error)) throw error;
        return new Map<string, string>();
      });
      postRequest(worker, { type: 'make', request, signedUrls, owner });
    })(),
  ]);
  return result;
}

/** Answers the worker, without URLs where they cannot be had: then the places of missing photos are marked. */
async function signSpares(worker: Worker, request: ReportRequest): Promise<void> {
  const signedUrls = await signThumbnails(spareReportPhotos(request)).catch((error: unknown) => {
    console.warn('The spare photos could not be signed', error);
    return new Map<string, string>();
  });
  postRequest(worker, { type: 'signed', signedUrls });
}

function stepText(done: number, total: number): string {
  return done < total ? `Photo ${done + 1} of ${total}` : 'Writing the file';
}

// what belongs to one access key must not be saved under another
onSessionChange(() => {
  if (getSession()) return;
  cancelReport();
  idleWorker?.terminate();
  idleWorker = null;
});

/** Whether a report is being made. Unlike the job itself, it does not change with each photo. */
export function useReportRunning(): boolean {
  return useStore(running);
}

const running = { subscribe: job.subscribe, get: () => job.get() !== null };

export function useReportJob(): ReportJob | null {
  return useStore(job);
}
