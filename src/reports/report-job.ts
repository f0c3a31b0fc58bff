import { connection } from '../lib/connection.ts';
import { getSession, onSessionChange } from '../lib/device/session.ts';
import { message, t } from '../lib/language/translate.ts';
import { notify, withdrawToasts, type ToastAction, type ToastGroup } from '../lib/notify.ts';
import { offline } from '../lib/online.ts';
import { isNoService } from '../lib/request-error.ts';
import { saveFile } from '../lib/save-file.ts';
import { frozenWhilePressed } from '../lib/screen/press.ts';
import { fullUrl, hasShareSheet, share, sharesFiles } from '../lib/share.ts';
import { createStore, useStore } from '../lib/store.ts';
import { linkWords, whoOpens } from '../records/portal-links.ts';
import { hasPdf } from '../records/task/task.ts';
import { askWorker, postRequest, startWorker, type LackingReport, type MadeReport } from './ask-worker.ts';
import { LettersUnreachable } from './fonts/font-source.ts';
import { reportLink, reportPhotos, reportTitle, type ReportRequest } from './report-request.ts';
import { withServiceReport } from './service-report.ts';

export interface ReportJob {
  title: string;
  /** Such as `Photo 12 of 40`. */
  step: string;
  done: number;
  total: number;
}

/** The report that is being made. `photos`: its number of photos, and how many are loaded; null while the report is being prepared. */
const job = createStore<{ request: ReportRequest; photos: Pick<ReportJob, 'done' | 'total'> | null } | null>(null);
let stop: (() => void) | null = null;
// a worker that is started in advance, so that its code and pages are ready when the button is pressed
let idleWorker: Worker | null = null;

function newWorker(): Worker {
  const worker = startWorker();
  // a worker that could not load its code cannot be used
  worker.addEventListener('error', () => {
    if (idleWorker === worker) idleWorker = null;
  });
  return worker;
}

/** Loads the code for PDFs and draws the pages in advance. Called when the pointer or the focus reaches the button. */
export function warmReports(request: ReportRequest): void {
  if (job.get()) return;
  idleWorker ??= newWorker();
  postRequest(idleWorker, { type: 'prepare', request });
}

/** Cancels the running report and its downloads. */
export function cancelReport(): void {
  stop?.();
}

/** Makes a report, saves it or passes it to `onFile`, and shows a message about the result. Returns false while another report is being made. */
export function startReport(request: ReportRequest, onFile?: (file: File) => void): boolean {
  if (job.get()) return false;
  waitingControllers.get(waitingName(request))?.abort();
  withdrawToasts((about) => about === aboutUnmade(request));
  reportFile(request).then(
    (made) => {
      if (onFile) {
        onFile(made.file);
        return;
      }
      saveFile(made.file, made.file.name);
      notifySaved(request, made);
      if (isIncomplete(made) && made.disconnected) void offerWhenBack(request);
    },
    (error: unknown) => {
      if (error instanceof ReportCancelled) return;
      console.error('The report could not be made', error);
      notifyUnmade(error, undefined, aboutUnmade(request));
      if (isDisconnected(error) || error instanceof LettersUnreachable) void offerWhenBack(request, onFile);
    },
  );
  return true;
}

/**
 * Shows the message why no report was made.
 * @param offlineText the message without a connection
 * @param about the name of the report, by which the message is replaced when the report can be made again
 */
export function notifyUnmade(
  error: unknown,
  offlineText = t('There is no connection, and the report could not be made.'),
  about?: string,
): void {
  const text =
    error instanceof LettersUnreachable
      ? t('There is no connection, and the fonts of this report are not on this device yet.')
      : isDisconnected(error)
        ? offlineText
        : t('The report could not be made. Check the connection and try again.');
  notify.error(text, undefined, { about });
}

/** Whether an error happened because the service does not answer, or while the browser says that it is offline. */
const isDisconnected = (error: unknown) => offline.get() || isNoService(error);

/** The reports that will be offered again when there is a connection, by their names. */
const waitingControllers = new Map<string, AbortController>();
/** The name of a report, which does not depend on the language. */
const waitingName = (request: ReportRequest) => `${request.kind} ${reportLink(request) ?? ''}`;

const aboutUnmade = (request: ReportRequest) => `report/${waitingName(request)}`;

/** Offers to make a report again, as soon as there is a connection. */
async function offerWhenBack(request: ReportRequest, onFile?: (file: File) => void): Promise<void> {
  const name = waitingName(request);
  waitingControllers.get(name)?.abort();
  const controller = new AbortController();
  waitingControllers.set(name, controller);
  if (await connection.isLost()) await connection.waitUntilBack(controller.signal);
  if (controller.signal.aborted) return;
  waitingControllers.delete(name);
  notify.success(
    t('The connection is back: {title}', { title: reportTitle(request) }),
    { label: message('Make it again'), run: () => void startReport(request, onFile) },
    { about: aboutUnmade(request) },
  );
}

/** The report was cancelled: somebody pressed *Cancel*, or the session ended. */
class ReportCancelled extends Error {
  override name = 'AbortError';
}

/** Makes a report and shows its progress. @throws Error when it cannot be made, or while another report is being made */
export async function reportFile(request: ReportRequest): Promise<MadeReport> {
  if (job.get()) throw new Error('Another report is being made');
  const worker = idleWorker ?? newWorker();
  idleWorker = null;
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    worker.terminate();
    stop = null;
    job.set(null);
  };
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => {
      // ends at once, because the next report may start before this function continues
      end();
      reject(new ReportCancelled());
    };
  });
  job.set({ request, photos: null });
  try {
    const onProgress = (done: number, total: number) => {
      if (job.get()) job.set({ request, photos: { done, total } });
    };
    const making = askWorker(worker, request, onProgress);
    const serviceReport = request.kind === 'visit' && hasPdf(request.data.visit) ? request.data.visit.pdf : null;
    return await Promise.race([serviceReport === null ? making : withServiceReport(making, serviceReport), cancelled]);
  } finally {
    end();
  }
}

const savedReports: ToastGroup = {
  title: (count) => t('{count, plural, one {# report} other {# reports}} saved', { count }),
};

const isIncomplete = ({ missing, lackingReport }: MadeReport) => missing > 0 || lackingReport !== undefined;

function notifySaved(request: ReportRequest, made: MadeReport): void {
  const shareOffer = shareAction(reportTitle(request), reportLink(request), made.file);
  if (!isIncomplete(made)) {
    notify.success(t('Report saved: {file}', { file: made.file.name }), shareOffer, { group: savedReports });
    return;
  }
  const photos = made.missing > 0 ? missingPhotosText(made, reportPhotos(request).length) : t('Saved.');
  const report = made.lackingReport ? [lackingReportText(made.lackingReport, made.disconnected)] : [];
  notify.warning([photos, ...report].join(' '), shareOffer);
}

function missingPhotosText({ missing, disconnected }: MadeReport, total: number): string {
  return disconnected
    ? t(
        'Saved. There is no connection, and {missing} of {total, plural, one {# photo} other {# photos}} {missing, plural, one {is not kept on this device; its place is marked} other {are not kept on this device; their places are marked}}.',
        { missing, total },
      )
    : t(
        'Saved. {missing} of {total, plural, one {# photo} other {# photos}} could not be loaded; {missing, plural, one {its place is marked} other {their places are marked}}.',
        { missing, total },
      );
}

function lackingReportText(why: LackingReport, disconnected: boolean): string {
  if (why === 'not-readable')
    return t('The service report is not behind it, because its pages cannot be copied. Open it by itself.');
  return disconnected
    ? t('The service report is not behind it, because there is no connection and it is not kept on this device.')
    : t('The service report is not behind it, because it could not be loaded.');
}

/** The action of a message that shares a saved report, or its link; undefined when this device can share neither. */
export function shareAction(title: string, link: string | undefined, file?: File): ToastAction | undefined {
  if (link === undefined && !(file && sharesFiles(file.type))) return undefined;
  const run = async () => {
    const outcome = await share({ ...linkWords(title, link ?? ''), link, file });
    const words = link === undefined ? '' : whoOpens(link);
    if (outcome === 'copied')
      notify.success(t('Link copied. {whoOpens} The report itself is in your downloads.', { whoOpens: words }));
    if (outcome === 'unfit')
      notify.error(t('This device does not pass on the report. It is in your downloads.'), shareAction(title, link));
    if (outcome === 'error')
      notify.error(
        link === undefined
          ? t('The report could not be shared. It is in your downloads.')
          : t('The report could not be shared. It is in your downloads, and this is its link: {link}', {
              link: fullUrl(link),
            }),
      );
  };
  const label =
    file && sharesFiles(file.type) ? message('Share') : hasShareSheet() ? message('Share link') : message('Copy link');
  return { label, run: () => void run() };
}

function stepText(done: number, total: number): string {
  return done < total ? t('Photo {photo} of {total}', { photo: done + 1, total }) : t('Writing the file');
}

// a report that was started with one access key must not be saved after its logout
onSessionChange(() => {
  if (getSession()) return;
  for (const controller of waitingControllers.values()) controller.abort();
  waitingControllers.clear();
  cancelReport();
  idleWorker?.terminate();
  idleWorker = null;
});

/** Whether a report is being made. Unlike the job itself, it does not change with each photo. */
export function useReportRunning(): boolean {
  return useStore(isRunning);
}

const isRunning = { subscribe: job.subscribe, get: () => job.get() !== null };

// the progress is shown above buttons, which must not move while one of them is pressed
const shownJob = frozenWhilePressed(job);

/** The report that is being made, in the language of the page. */
export function useReportJob(): ReportJob | null {
  const current = useStore(shownJob);
  if (!current) return null;
  const { request, photos } = current;
  const title = reportTitle(request);
  return photos
    ? { title, ...photos, step: stepText(photos.done, photos.total) }
    : { title, step: t('Preparing'), done: 0, total: 0 };
}
