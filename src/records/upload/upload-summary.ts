import type { Upload } from './upload.ts';

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

/** What files wait for that are neither up nor on their way; null when it is only their turn. */
export type WaitsFor = 'site' | 'network' | null;

/** Up, but the server did not say where: nothing that a task could point at. */
const isLost = (upload: Upload) => upload.state === 'done' && !upload.url;

/** What becomes of a file; one that is up without a URL has failed. */
export function uploadState(upload: Upload): Upload['state'] {
  return isLost(upload) ? 'failed' : upload.state;
}

/** Why a file failed or was refused, in words (`spec §8`). */
export function uploadProblem(upload: Upload): string {
  if (isLost(upload)) return 'File upload was successful, but no URL was returned.';
  return upload.reason ?? 'File upload failed. Please try again.';
}

/** Files that a saved task has are no part of it either: nothing has to go up for them. */
export function summarise(uploads: readonly Upload[], siteKnown: boolean): UploadSummary {
  const files = uploads.filter((upload) => upload.state !== 'refused' && !upload.saved);
  const inState = (...states: Upload['state'][]) => files.filter((upload) => states.includes(uploadState(upload)));
  const onTheWay = inState('waiting', 'uploading', 'paused');
  return {
    total: files.length,
    done: inState('done').length,
    running: siteKnown ? [...inState('checking'), ...onTheWay] : inState('checking'),
    waitingForSite: siteKnown ? [] : onTheWay,
    failed: inState('failed'),
    share: files.length === 0 ? 0 : files.reduce((sum, { progress }) => sum + progress, 0) / files.length,
  };
}

/** `7 of 12 uploaded` */
export function progressText({ done, total }: UploadSummary, waitsFor: WaitsFor): string {
  const text = `${done} of ${total} uploaded`;
  return waitsFor === 'network' ? `Waiting for the network: ${text}` : text;
}

/** Why a task is not saved. */
export function notUploadedText({ length }: readonly Upload[]): string {
  return `${length === 1 ? 'One file is' : `${length} files are`} not uploaded. Retry or remove first.`;
}

/** `2 photos and the PDF report` */
export function uploadCountText(uploads: readonly Upload[]): string {
  const photos = uploads.filter(({ kind }) => kind === 'photo').length;
  const parts = photos === 0 ? [] : [photos === 1 ? '1 photo' : `${photos} photos`];
  if (photos < uploads.length) parts.push('the PDF report');
  return parts.join(' and ');
}
