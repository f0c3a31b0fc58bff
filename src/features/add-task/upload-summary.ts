import type { Upload } from './upload-queue.ts';
import type { TaskFiles } from '../../records/task/new-task.ts';

/** How far the files of a task are. Refused files are no part of it. */
export interface UploadSummary {
  total: number;
  done: number;
  /** Those that are on their way by themselves; without a site they only wait. */
  running: readonly Upload[];
  waitingForSite: readonly Upload[];
  failed: readonly Upload[];
  /** Of all files, from 0 to 1. */
  share: number;
}

/** Up, but the server did not say where: nothing that a task could point at. */
const isLost = (upload: Upload) => upload.state === 'done' && !upload.url;

/** What becomes of a file, failures without an address included. */
export function stateOf(upload: Upload): Upload['state'] {
  return isLost(upload) ? 'failed' : upload.state;
}

/** Why a file failed or was refused, in words (`spec §8`). */
export function reasonOf(upload: Upload): string {
  if (isLost(upload)) return 'File upload was successful, but no URL was returned.';
  return upload.reason ?? 'File upload failed. Please try again.';
}

/** Sums up the files of a task. */
export function summarise(uploads: readonly Upload[], siteKnown: boolean): UploadSummary {
  const files = uploads.filter((upload) => upload.state !== 'refused');
  const inState = (...states: Upload['state'][]) => files.filter((upload) => states.includes(stateOf(upload)));
  const onTheWay = inState('waiting', 'uploading');
  return {
    total: files.length,
    done: inState('done').length,
    running: siteKnown ? [...inState('checking'), ...onTheWay] : inState('checking'),
    waitingForSite: siteKnown ? [] : onTheWay,
    failed: inState('failed'),
    share: files.length === 0 ? 0 : files.reduce((sum, { progress }) => sum + progress, 0) / files.length,
  };
}

/** The photos of the task in their order. */
export function photosOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
}

/** The PDF report of the task: the one chosen last. */
export function pdfOf(uploads: readonly Upload[]): Upload | null {
  return uploads.findLast(({ kind, state }) => kind === 'pdf' && state !== 'refused') ?? null;
}

/** The addresses that the task stores. */
export function filesOf(uploads: readonly Upload[]): TaskFiles {
  return { photos: photosOf(uploads).flatMap(({ url }) => (url ? [url] : [])), pdf: pdfOf(uploads)?.url ?? '' };
}

/** `2 photos and the PDF report` */
export function inWords(uploads: readonly Upload[]): string {
  const photos = uploads.filter(({ kind }) => kind === 'photo').length;
  const words = photos === 0 ? [] : [photos === 1 ? '1 photo' : `${photos} photos`];
  if (photos < uploads.length) words.push('the PDF report');
  return words.join(' and ');
}
