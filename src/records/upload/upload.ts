import { objectNameOf } from '../../lib/file-names.ts';
import type { TaskFiles } from '../task/stored-task.ts';
import type { FileKind, PreparedFile } from './prepare-file.ts';

export interface Upload {
  id: string;
  name: string;
  kind: FileKind;
  /** `waiting` for a place in the queue, or for the site to be known; `paused` half-way, until the network is back. */
  state: 'checking' | 'waiting' | 'uploading' | 'paused' | 'done' | 'failed' | 'refused';
  /** From 0 to 1. */
  progress: number;
  /** In bytes. */
  sizeBefore: number;
  sizeAfter: number | null;
  /** What a task stores of the file (`spec §7`), once it is up. */
  url: string | null;
  /** A saved task has it: it stays in the bucket, whatever becomes of it here (`decisions §8`). */
  saved: boolean;
  reason: string | null;
  /** What to show of it: the small rendition of a photo. */
  preview: Blob | null;
  /** When a photo was taken, once it is known. */
  takenAt: string | null;
}

export interface StoredUpload extends Pick<Upload, 'id' | 'name' | 'kind' | 'sizeBefore' | 'url'> {
  prepared: PreparedFile | null;
  original: File | null;
  objectName: string | null;
  saved?: boolean | undefined;
  /** Not to be taken out of the bucket; earlier releases did not keep it. */
  isKept?: boolean | undefined;
}

/**
 * What happened to a file. `reset`: it goes up once more, after a retry or for another site. `kept`: it stays in the
 * bucket from now on. Progress, pauses and order are no events, they are in the list only.
 */
export interface UploadEvent {
  kind: 'added' | 'prepared' | 'refused' | 'started' | 'done' | 'failed' | 'reset' | 'kept' | 'removed';
  id: string;
}

export interface UploadEntry {
  upload: Upload;
  original: File | null;
  prepared: PreparedFile | null;
  /** Its name in the bucket, the same for every attempt; null before the first one. */
  objectName: string | null;
  smallIsUp: boolean;
  /** Not to be taken out of the bucket: a saved task has it, or a save that was begun may have stored it. */
  isKept: boolean;
  stop: AbortController;
}

/** `from` is what is there of it: only the original of a chosen file, all the rest of one from a draft. */
export function newEntry(
  { name, kind, sizeBefore }: Pick<Upload, 'name' | 'kind' | 'sizeBefore'>,
  from: Partial<StoredUpload>,
): UploadEntry {
  const { id = crypto.randomUUID(), url = null, prepared = null, original = null, objectName = null } = from;
  const { saved = false, isKept = saved } = from;
  return {
    upload: {
      id,
      name,
      kind,
      state: url ? 'done' : prepared ? 'waiting' : 'checking',
      progress: url ? 1 : 0,
      sizeBefore,
      sizeAfter: prepared?.content.size ?? null,
      url,
      saved,
      reason: null,
      preview: prepared?.small ?? null,
      takenAt: prepared?.takenAt ?? null,
    },
    original,
    prepared,
    objectName: objectName ?? (url && objectNameOf(url)),
    smallIsUp: url !== null,
    isKept,
    stop: new AbortController(),
  };
}

export function savedUploads({ photos, pdf }: TaskFiles): StoredUpload[] {
  const of = { sizeBefore: 0, prepared: null, original: null, objectName: null, saved: true };
  const saved = (kind: FileKind, name: string, url: string) => ({ ...of, id: crypto.randomUUID(), kind, name, url });
  return [
    ...photos.map((url, index) => saved('photo', `Photo ${index + 1}`, url)),
    ...(pdf === '' ? [] : [saved('pdf', 'PDF report', pdf)]),
  ];
}

/** Null for a file that was refused. */
export function storedUpload({ upload, prepared, original, objectName, isKept }: UploadEntry): StoredUpload | null {
  if (upload.state === 'refused') return null;
  const { id, name, kind, sizeBefore, url, saved } = upload;
  // the original is not needed any more once it is prepared; a file that is half up goes on under its name
  return { id, name, kind, sizeBefore, url, saved, isKept, prepared, original: prepared ? null : original, objectName };
}

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
