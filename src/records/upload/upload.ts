import { objectNameOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { Turn } from '../../lib/photo/picture-file.ts';
import type { TaskFiles } from '../task/task.ts';
import type { FileKind, PreparedFile } from './prepare-file.ts';

export interface Upload {
  id: string;
  name: string;
  kind: FileKind;
  /**
   * `preparing`: it is read, shrunk or turned on this device. `waiting`: for its turn in the queue, or for a site. `paused`: a started upload
   * waits for the network.
   */
  state: 'preparing' | 'waiting' | 'uploading' | 'paused' | 'done' | 'failed' | 'refused';
  /** From 0 to 1. */
  progress: number;
  /** In bytes. */
  sizeBefore: number;
  sizeAfter: number | null;
  /** The URL that a task stores (`spec §7`); null until the file is uploaded. */
  url: string | null;
  /** The file belongs to a saved task, so it stays in the bucket (`decisions §8`). */
  saved: boolean;
  /** Why the file failed, was refused or could not be turned. A function, because the language may change before it is shown. */
  reason: (() => string) | null;
  /** The small rendition of a photo. */
  preview: Blob | null;
  /** The turn that a person asked for and that is not yet in the rendition. */
  turn: Turn;
  takenAt: string | null;
}

export interface StoredUpload extends Pick<Upload, 'id' | 'name' | 'kind' | 'sizeBefore' | 'url'> {
  prepared: PreparedFile | null;
  original: File | null;
  objectName: string | null;
  saved?: boolean | undefined;
  /** The file must not be removed from the bucket. */
  isKept?: boolean | undefined;
  /** The turn that `prepared`, or the saved photo, does not have yet. */
  turn?: Turn | undefined;
}

/**
 * A change of one file. `reset`: the file will be uploaded again. `kept`: it is retained in the bucket from now on. `turned`: it will
 * be turned. `unturned`: it could not be turned, for the upload's `reason`. Progress, pauses and the order are not events.
 */
export interface UploadEvent {
  kind:
    | 'added'
    | 'prepared'
    | 'refused'
    | 'started'
    | 'done'
    | 'failed'
    | 'reset'
    | 'kept'
    | 'removed'
    | 'turned'
    | 'unturned';
  id: string;
}

export interface UploadEntry {
  upload: Upload;
  /** Each turn re-encodes the photo from this file, so that quality is lost only once. */
  original: File | null;
  prepared: PreparedFile | null;
  /** The turn from `original` to `prepared`. */
  turned: Turn;
  /** The timer that starts the re-encoding after the last turn. */
  turnTimer: ReturnType<typeof setTimeout> | undefined;
  /** The same name for every attempt to upload the file; null before the first attempt. */
  objectName: string | null;
  smallUploaded: boolean;
  /** The file must not be removed from the bucket: a saved task has it, or a save that has begun may have stored it. */
  isKept: boolean;
  controller: AbortController;
}

/** The first state of a restored upload: an uploaded file is done, and a prepared file is not prepared again. */
function stateFrom({ url, prepared }: Pick<StoredUpload, 'url' | 'prepared'>): Upload['state'] {
  if (url) return 'done';
  return prepared ? 'waiting' : 'preparing';
}

/** A new entry of the queue. @param from has only `original` for a file just chosen, and all members for a file of a draft */
export function newEntry(
  { name, kind, sizeBefore }: Pick<Upload, 'name' | 'kind' | 'sizeBefore'>,
  from: Partial<StoredUpload>,
): UploadEntry {
  const { id = crypto.randomUUID(), url = null, prepared = null, original = null, objectName = null } = from;
  const { saved = false, isKept = saved, turn = 0 } = from;
  const isTurning = turn !== 0 && (url !== null || prepared !== null);
  return {
    upload: {
      id,
      name,
      kind,
      state: isTurning ? 'preparing' : stateFrom({ url, prepared }),
      progress: url && !isTurning ? 1 : 0,
      sizeBefore,
      sizeAfter: prepared?.content.size ?? null,
      url,
      saved,
      reason: null,
      preview: prepared?.small ?? null,
      turn,
      takenAt: prepared?.takenAt ?? null,
    },
    original,
    prepared,
    turned: 0,
    turnTimer: undefined,
    objectName: objectName ?? (url && objectNameOf(url)),
    smallUploaded: url !== null,
    isKept,
    controller: new AbortController(),
  };
}

/** The files of a saved task, as a queue shows them. */
export function savedUploads({ photos, pdf }: TaskFiles): StoredUpload[] {
  const common = { sizeBefore: 0, prepared: null, original: null, objectName: null, saved: true };
  const saved = (kind: FileKind, name: string, url: string) => ({
    ...common,
    id: crypto.randomUUID(),
    kind,
    name,
    url,
  });
  return [
    ...photos.map((url, index) => saved('photo', t('Photo {number}', { number: index + 1 }), url)),
    ...(pdf === '' ? [] : [saved('pdf', t('PDF report'), pdf)]),
  ];
}

/** The form of a file that a draft stores; null for a file that was refused. */
export function storedUpload({ upload, prepared, original, objectName, isKept }: UploadEntry): StoredUpload | null {
  if (upload.state === 'refused') return null;
  const { id, name, kind, sizeBefore, url, saved, turn } = upload;
  const common = { id, name, kind, sizeBefore, url, saved, isKept, turn };
  // a prepared file does not need its original; a half-finished upload continues under the same name
  return { ...common, prepared, original: prepared ? null : original, objectName };
}

/** The progress of the uploads of a task. Refused files do not count. */
export interface UploadSummary {
  total: number;
  done: number;
  /** The uploads under way. While no site is chosen, only files that are being prepared. */
  running: readonly Upload[];
  waitingForSite: readonly Upload[];
  failed: readonly Upload[];
  /** The mean progress of all files, from 0 to 1. */
  share: number;
}

/** Why waiting files are not uploaded yet; null when they wait only for their turn in the queue. */
export type WaitsFor = 'site' | 'network' | null;

/** Whether a file was uploaded, but the response had no URL for a task to store. */
const isLost = (upload: Upload) => upload.state === 'done' && !upload.url;

/** The state of an upload. An uploaded file without a URL counts as failed. */
export function uploadState(upload: Upload): Upload['state'] {
  return isLost(upload) ? 'failed' : upload.state;
}

/** Why a file failed or was refused (`spec §8`). */
export function uploadProblem(upload: Upload): string {
  if (isLost(upload)) return t('File upload was successful, but no URL was returned.');
  return upload.reason?.() ?? t('File upload failed. Please try again.');
}

/** The progress of the uploads. Files of a saved task count only while they are being turned. */
export function summarise(uploads: readonly Upload[], siteKnown: boolean): UploadSummary {
  const files = uploads.filter(({ state, saved }) => state !== 'refused' && (!saved || state === 'preparing'));
  const inState = (...states: Upload['state'][]) => files.filter((upload) => states.includes(uploadState(upload)));
  const unfinished = inState('waiting', 'uploading', 'paused');
  return {
    total: files.length,
    done: inState('done').length,
    running: siteKnown ? [...inState('preparing'), ...unfinished] : inState('preparing'),
    waitingForSite: siteKnown ? [] : unfinished,
    failed: inState('failed'),
    share: files.length === 0 ? 0 : files.reduce((sum, { progress }) => sum + progress, 0) / files.length,
  };
}

/** `7 of 12 uploaded.` */
export function progressText({ done, total }: UploadSummary, waitsFor: WaitsFor): string {
  return waitsFor === 'network'
    ? t('Waiting for the network: {done} of {total} uploaded.', { done, total })
    : t('{done} of {total} uploaded.', { done, total });
}

export function notUploadedText({ length }: readonly Upload[]): string {
  return t('{count, plural, one {One file is} other {# files are}} not uploaded. Retry or remove first.', {
    count: length,
  });
}

/** For a message about files: how many photos there are, and whether the files are photos, the PDF report, or both. */
export function uploadCounts(uploads: readonly Upload[]): { photos: number; files: 'photos' | 'pdf' | 'both' } {
  const photos = uploads.filter(({ kind }) => kind === 'photo').length;
  return { photos, files: photos === uploads.length ? 'photos' : photos === 0 ? 'pdf' : 'both' };
}
